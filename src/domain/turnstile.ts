/** Whose script asks whether a visitor is a robot, and where its answer stands among a form's fields. */
export const botCheckOrigin = 'https://challenges.cloudflare.com'
export const botCheckField = 'cf-turnstile-response'

/** What a form that is checked needs; null: the operator has no check. */
export type BotCheckProps = {
  readonly siteKey: string
  readonly withoutScript: string
} | null
