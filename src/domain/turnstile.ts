/** Cloudflare Turnstile's script origin, and the form field that carries its token. */
export const turnstileOrigin = 'https://challenges.cloudflare.com'
export const turnstileField = 'cf-turnstile-response'

/** What a form needs to show the widget; null when the operator has not configured it. */
export type TurnstileProps = {
  readonly siteKey: string
  readonly withoutScript: string
} | null
