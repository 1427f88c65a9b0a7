import { once } from '../../kit/text.shared.ts'

const english = once(() => new Intl.DisplayNames('en', { type: 'region' }))

/** Returns the English name of a country. @param code lower-case country code */
export function latinName(code: string): string {
  return english().of(code.toUpperCase()) ?? code.toUpperCase()
}
