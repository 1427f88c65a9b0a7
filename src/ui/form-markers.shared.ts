/**
 * Attributes of a text at which the answer to a form opens, so that a screen reader reads it first.
 * Browsers ignore them when the URL has a fragment. Only one element of a page may have them.
 */
export const opensPage = { autoFocus: true, tabIndex: -1 } as const

export const turnstileOrigin = 'https://challenges.cloudflare.com'
export const turnstileField = 'cf-turnstile-response'

/**
 * The data that a form needs to show the widget, or null when the operator has not configured
 * Turnstile.
 */
export type TurnstileProps = {
  readonly siteKey: string
  readonly withoutScript: string
} | null

/** Returns the id of a field with an error, to which the summary above the form links. */
export function anchorOf(name: string): string {
  return `wrong-${name}`
}
