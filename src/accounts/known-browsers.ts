import type { ShopContext } from '../context.ts'
import { hmac } from '../kit/crypto.ts'
import { dayMs, isoAfter } from '../kit/time.shared.ts'
import { prepare, readRow } from '../kit/sql.ts'

/** The lifetime of the cookie with the nonce. */
const lifetimeDays = 300

/** The email address or phone number for a sign-in code. It also identifies the account. */
export type Recipient = { readonly kind: 'mail' | 'sms'; readonly to: string }

/**
 * Whether the browser of the nonce has signed in to the account before. A known browser has its own
 * limits, so strangers who exhaust the other limits cannot lock the owner out. See OWASP, "Slow
 * Down Online Guessing Attacks with Device Cookies".
 */
export async function isKnownBrowser(
  context: ShopContext,
  recipient: Recipient,
  nonce: string,
): Promise<boolean> {
  const row = await readRow(context.db)`SELECT 1 FROM known_browsers
    WHERE browser_key = ${await browserKey(context, recipient, nonce)}
      AND expires_at > ${context.now}`
  return row !== null
}

/**
 * Remembers the browser after a sign-in. `nextNonce` replaces the old nonce in the rows of all
 * accounts.
 */
export async function rememberBrowser(
  context: ShopContext,
  recipient: Recipient,
  { nonce, nextNonce = nonce }: BrowserNonces,
): Promise<D1PreparedStatement[]> {
  const { db, now } = context
  const expires = isoAfter(now, lifetimeDays * dayMs)
  const remember = prepare(db)`INSERT INTO known_browsers (browser_key, expires_at)
    VALUES (${await browserKey(context, recipient, nextNonce)}, ${expires})
    ON CONFLICT (browser_key) DO UPDATE SET expires_at = ${expires}`
  if (nextNonce === nonce) return [remember]
  const [from, to] = [await nonceKey(context, nonce), await nonceKey(context, nextNonce)]
  const rename = prepare(db)`UPDATE OR REPLACE known_browsers
    SET browser_key = ${`${to}:`} || substr(browser_key, length(${`${from}:`}) + 1)
    WHERE browser_key >= ${`${from}:`} AND browser_key < ${`${from};`}`
  return [rename, remember]
}

export type BrowserNonces = { readonly nonce: string; readonly nextNonce?: string | undefined }

/** Returns two keyed hashes. The nonce's hash is first, so that its accounts are one key range. */
async function browserKey(context: ShopContext, { kind, to }: Recipient, nonce: string) {
  const account = await hmac(context.config.CODE_PEPPER, `account:${kind}:${to}`)
  return `${await nonceKey(context, nonce)}:${account}`
}

async function nonceKey({ config }: ShopContext, nonce: string): Promise<string> {
  return hmac(config.CODE_PEPPER, `browser:${nonce}`)
}
