import type { BackendContext } from '../context.ts'
import { hmac } from '../hashing.ts'

/** As long as the cookie with the nonce lives. */
const lifetimeDays = 300

/** Where a sign-in code goes. It is also the name of the account. */
export type Recipient = { readonly kind: 'mail' | 'sms'; readonly to: string }

/**
 * Whether the browser of the nonce has signed in to the account before. It then has limits of its
 * own: strangers who exhaust the others must not lock the owner out (OWASP, "Slow Down Online
 * Guessing Attacks with Device Cookies").
 */
export async function isKnownBrowser(
  context: BackendContext,
  recipient: Recipient,
  nonce: string,
): Promise<boolean> {
  const row = await context.db
    .prepare('SELECT 1 FROM known_browsers WHERE browser_key = ? AND expires_at > ?')
    .bind(await browserKey(context, recipient, nonce), context.now.toISOString())
    .first()
  return row !== null
}

/** Run it when the browser has signed in. */
export async function rememberBrowser(
  context: BackendContext,
  recipient: Recipient,
  nonce: string,
): Promise<D1PreparedStatement> {
  const expires = new Date(context.now.getTime() + lifetimeDays * 86_400_000)
  return context.db
    .prepare(
      `INSERT INTO known_browsers (browser_key, expires_at) VALUES (?1, ?2)
      ON CONFLICT (browser_key) DO UPDATE SET expires_at = ?2`,
    )
    .bind(await browserKey(context, recipient, nonce), expires.toISOString())
}

async function browserKey(
  { config }: BackendContext,
  { kind, to }: Recipient,
  nonce: string,
): Promise<string> {
  return hmac(config.CODE_PEPPER, `browser:${kind}:${to}:${nonce}`)
}
