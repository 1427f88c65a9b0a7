import { maxUtmLength, utmNames } from '../../src/domain/utm.ts'
import { readSession, writeSession } from './session-storage.ts'

/** Stores UTM parameters for the session and adds them to every form (specification, section 9). */
export function storeUtm(): void {
  for (const [name, value] of new URLSearchParams(location.search))
    if (utmNames.some((known) => known === name)) writeSession(name, value.slice(0, maxUtmLength))
  document.addEventListener(
    'submit',
    ({ target }) => {
      if (target instanceof HTMLFormElement && target.closest('[data-form]')) addFields(target)
    },
    true,
  )
}

function addFields(form: HTMLFormElement): void {
  for (const name of utmNames) {
    const value = readSession(name)
    if (value === null || form.elements.namedItem(name)) continue
    form.append(Object.assign(document.createElement('input'), { type: 'hidden', name, value }))
  }
}
