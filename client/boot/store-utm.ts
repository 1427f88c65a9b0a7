import { utmNames, utmOf } from '../../src/kit/utm.shared.ts'
import { readSession, writeSession } from './session-storage.ts'

/**
 * Stores the UTM parameters of the last campaign for the session and adds them to every form
 * (specification, section 9).
 */
export function storeUtm(): void {
  for (const [name, value] of Object.entries(utmOf(location.search) ?? {}))
    writeSession(name, value)
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
    if (!value || form.elements.namedItem(name)) continue
    form.append(Object.assign(document.createElement('input'), { type: 'hidden', name, value }))
  }
}
