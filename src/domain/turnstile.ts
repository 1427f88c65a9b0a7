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
