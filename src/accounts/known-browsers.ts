import type { BackendContext } from '../context.ts'
import { hmac } from '../kit/crypto.ts'
import { dayMs, isoAfter } from '../kit/time.shared.ts'

/** The lifetime of the cookie with the nonce. */
const lifetimeDays = 300

type BrowserContext = Pick<BackendContext, 'db' | 'config' | 'now'>

/** The email address or phone number for a sign-in code. It also identifies the account. */
export type Recipient = { readonly kind: 'mail' | 'sms'; readonly to: string }

/**
 * Whether the browser of the nonce has signed in to the account before. A known browser has its own
 * limits, so strangers who exhaust the other limits cannot lock the owner out. See OWASP, "Slow
 * Down Online Guessing Attacks with Device Cookies".
 */
export async function isKnownBrowser(
  context: BrowserContext,
  recipient: Recipient,
  nonce: string,
): Promise<boolean> {
  const row = await context.db
    .prepare('SELECT 1 FROM known_browsers WHERE browser_key = ? AND expires_at > ?')
    .bind(await browserKey(context, recipient, nonce), context.now.toISOString())
    .first()
  return row !== null
}

/**
 * Remembers the browser after a sign-in. `nextNonce` replaces the old nonce in the rows of all
 * accounts.
 */
export async function rememberBrowser(
  context: BrowserContext,
  recipient: Recipient,
  { nonce, nextNonce = nonce }: BrowserNonces,
): Promise<D1PreparedStatement[]> {
  const { db, now } = context
  const expires = isoAfter(now, lifetimeDays * dayMs)
  const remember = db
    .prepare(
      `INSERT INTO known_browsers (browser_key, expires_at) VALUES (?1, ?2)
      ON CONFLICT (browser_key) DO UPDATE SET expires_at = ?2`,
    )
    .bind(await browserKey(context, recipient, nextNonce), expires)
  if (nextNonce === nonce) return [remember]
  const [from, to] = [await nonceKey(context, nonce), await nonceKey(context, nextNonce)]
  const rename = db
    .prepare(
      `UPDATE OR REPLACE known_browsers SET browser_key = ?2 || substr(browser_key, length(?1) + 1)
      WHERE browser_key >= ?1 AND browser_key < ?3`,
    )
    .bind(`${from}:`, `${to}:`, `${from};`)
  return [rename, remember]
}

export type BrowserNonces = {
  readonly nonce: string
  readonly nextNonce?: string | undefined
}

/** Returns two keyed hashes. The nonce's hash is first, so that its accounts are one key range. */
async function browserKey(
  context: BrowserContext,
  { kind, to }: Recipient,
  nonce: string,
): Promise<string> {
  const account = await hmac(context.config.CODE_PEPPER, `account:${kind}:${to}`)
  return `${await nonceKey(context, nonce)}:${account}`
}

async function nonceKey({ config }: BrowserContext, nonce: string): Promise<string> {
  return hmac(config.CODE_PEPPER, `browser:${nonce}`)
}
