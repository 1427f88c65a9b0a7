import { utmNames } from '../../src/domain/marketing.ts'
import { recall, remember } from './session-storage.ts'

/** Campaign parameters are kept for the session and travel with every form (specification, section 9). */
export function keepCampaign(): void {
  for (const [name, value] of new URLSearchParams(location.search))
    if (utmNames.some((known) => known === name)) remember(name, value.slice(0, 200))
  document.addEventListener(
    'submit',
    ({ target }) => {
      if (target instanceof HTMLFormElement && target.closest('[data-island]')) addTo(target)
    },
    true,
  )
}

function addTo(form: HTMLFormElement): void {
  for (const name of utmNames) {
    const value = recall(name)
    if (value === null || form.elements.namedItem(name)) continue
    form.append(Object.assign(document.createElement('input'), { type: 'hidden', name, value }))
  }
}
