/** What Cloudflare refuses to a new shop, by its error code or wrangler's words, and what to do. */
const refusals: readonly { readonly sign: RegExp; readonly advice: string }[] = [
  {
    sign: /\[code: (10000|10001|9106|9109|10405)\]|not authenticated|CLOUDFLARE_API_TOKEN/,
    advice:
      'Cloudflare does not accept the sign-in. Run npx wrangler login. With a token, give it the template "Edit Cloudflare Workers" and the permission D1: Edit: https://dash.cloudflare.com/profile/api-tokens',
  },
  {
    sign: /More than one account/,
    advice:
      'You belong to several accounts. Add account_id = "…" to the top of wrangler.toml: npx wrangler whoami lists the ids.',
  },
  {
    sign: /\[code: 7406\]|maximum number of D1 databases|D1 databases? (limit|cap)/i,
    advice:
      'The account has as many databases as its plan allows. Delete one (npx wrangler d1 list), or choose Workers Paid: https://dash.cloudflare.com/?to=/:account/workers/plans',
  },
  {
    sign: /\[code: (10042|10136)\]|enable R2/i,
    advice:
      'R2 is off. Switch it on (10 GB are free, but it asks for a card): https://dash.cloudflare.com/?to=/:account/r2/overview',
  },
  {
    sign: /\[code: 10063\]|workers\.dev subdomain/,
    advice:
      'The account has no name at workers.dev yet. Choose one: https://dash.cloudflare.com/?to=/:account/workers/onboarding',
  },
  {
    sign: /\[code: (10027|100328)\]/,
    advice:
      'The shop is larger than the free plan allows. Choose Workers Paid: https://dash.cloudflare.com/?to=/:account/workers/plans',
  },
]

/** Returns what the operator can do about a failure that wrangler printed. Empty: unknown. */
export function adviceOn(output: string): string {
  const known = refusals.find(({ sign }) => sign.test(output))
  if (!known) return ''
  return `${known.advice}\nThen run the same command again. It goes on with what exists.`
}
