import { equalInConstantTime, hex } from '../kit/crypto.ts'
import { sha256 } from '../kit/tokens.shared.ts'
import type { BackendConfig } from '../settings.ts'
import { product } from '../kit/product.shared.ts'
import { visitorPrefix } from '../kit/visitor.ts'
import type { BackendContext } from '../context.ts'
import { countActions, countVisitorAction, networkOf } from '../api/rate-limit.ts'
import { logSecurity } from '../kit/log.ts'
import type { AlertCondition } from '../messages/alerts.ts'
import { countWrong, lastHour, manyWrong, wrongOfDay, type WrongContext } from './wrong-codes.ts'
import { prepare, sql } from '../kit/sql.ts'

/**
 * PBKDF2-HMAC-SHA-256 rounds of a new hash, from the OWASP Password Storage Cheat Sheet. Decision
 * 20 compares PBKDF2 with Argon2id and scrypt.
 */
const rounds = 600_000
/** The maximum that workerd allows in one call. */
const roundsPerCall = 100_000

/** Hashes a password with a random salt. The format is `rounds:salt:hash`, in hex. */
export async function hashPassword(password: string): Promise<string> {
  const salt = hex(crypto.getRandomValues(new Uint8Array(16)))
  return `${rounds}:${salt}:${await derive(password, salt, rounds)}`
}

/**
 * Whether a password matches its stored hash. Without a hash, or with an old hash, the check takes
 * as long as with a new hash. The time must not reveal whether the account exists.
 */
export async function isPassword(password: string, stored: string | null): Promise<boolean> {
  const [count, salt, hash] = partsOf(stored ?? `${rounds}:00:`)
  const isEqual = equalInConstantTime(hash, await derive(password, salt, count))
  await derive(password, salt, rounds - count)
  return isEqual
}

/** Whether the hash has fewer rounds than new hashes. Replace it at the next sign-in by password. */
export function isOldHash(stored: string): boolean {
  return partsOf(stored)[0] < rounds
}

/**
 * Chains calls. The result of each call is the salt of the next call, so an attacker has to compute
 * all rounds of a guess in sequence.
 */
async function derive(password: string, salt: string, count: number): Promise<string> {
  const encoder = new TextEncoder()
  const key = await crypto.subtle.importKey('raw', encoder.encode(password), 'PBKDF2', false, [
    'deriveBits',
  ])
  let result = salt
  for (let left = count; left > 0; left -= roundsPerCall) {
    const iterations = Math.min(left, roundsPerCall)
    const call = { name: 'PBKDF2', hash: 'SHA-256', salt: encoder.encode(result), iterations }
    // oxlint-disable-next-line eslint/no-await-in-loop -- each call needs the previous result
    result = hex(new Uint8Array(await crypto.subtle.deriveBits(call, key, 256)))
  }
  return result
}

function partsOf(stored: string): [count: number, salt: string, hash: string] {
  const [count = '', salt = '', hash = ''] = stored.split(':')
  return [Number(count), salt, hash]
}

const bytesPerPassword = 3

/**
 * Whether a password is one of the 3,000 most common passwords of at least 8 characters, in any
 * case (ASVS 5, 6.2.4). The filter is 9 kB: the first 24 bits of each password's SHA-256, sorted.
 * It also refuses one in 5,600 other passwords. It is loaded when the first password is set.
 */
export async function isCommonPassword(password: string): Promise<boolean> {
  const digest = await sha256(password.toLowerCase())
  const { hashes } = await import('./common-password-hashes.json')
  const hash = String.fromCharCode(...digest.subarray(0, bytesPerPassword))
  return isInFilter(atob(hashes), hash)
}

function isInFilter(filter: string, hash: string): boolean {
  let [low, high] = [0, filter.length / bytesPerPassword]
  while (low < high) {
    const middle = (low + high) >> 1
    const found = filter.slice(middle * bytesPerPassword, (middle + 1) * bytesPerPassword)
    if (found === hash) return true
    if (found < hash) low = middle + 1
    else high = middle
  }
  return false
}

type NamedShop = Pick<BackendConfig, 'BRAND_NAME' | 'SITE_ORIGIN'>

/**
 * Whether a password is a word that attackers of this account would try. Ignores digits and signs.
 * The words are the brand, the product, the shop's domain and the customer's email address (ASVS 5,
 * 6.2.11).
 */
export function isOwnWord(
  password: string,
  { BRAND_NAME, SITE_ORIGIN }: NamedShop,
  email: string,
): boolean {
  const words = [BRAND_NAME, product.slug, new URL(SITE_ORIGIN).hostname, email]
  const guesses = words.flatMap((word) => [word, ...word.split(/[@.]/)]).map(lettersOf)
  const letters = lettersOf(password)
  return letters !== '' && guesses.includes(letters)
}

function lettersOf(text: string): string {
  return text.toLowerCase().replaceAll(/\P{L}/gu, '')
}

/**
 * Limits per hour. Only the first two apply to known browsers, so only a browser that has signed in
 * to the account can exhaust them. The second is necessary because a browser gets a new nonce, and
 * with it ten more attempts, when it signs in to another account.
 */
const ofKnownBrowser = { action: 'password-from-known-browser', perHour: 10 }
const ofKnownBrowsers = { action: 'password-from-known-browsers', perHour: 100 }
const ofVisitor = { action: 'password-from-visitor', perHour: 20 }
const ofVisitorToAccount = { action: 'password-attempt', perHour: 10 }
/** NIST SP 800-63B, section 3.2.2: at most 100 failed attempts in a row. */
const ofAccount = { action: 'password-to-account', perHour: 100 }

/**
 * Counts an attempt to sign in by password. Returns false when a limit is reached. Call it before
 * hashing the password, which takes tens of milliseconds.
 */
export async function isPasswordWithinLimits(
  context: BackendContext,
  email: string,
  { nonce, isKnown }: { readonly nonce?: string | undefined; readonly isKnown: boolean },
): Promise<boolean> {
  if (nonce !== undefined && isKnown)
    return countActions(context, [
      { limit: ofKnownBrowser, subject: `${nonce}:${email}` },
      { limit: ofKnownBrowsers, subject: `password:${email}` },
    ])
  const pair = `${email}:${visitorPrefix(context.clientAddress)}`
  return (
    (await countVisitorAction(context, ofVisitor)) &&
    (await countActions(context, [{ limit: ofVisitorToAccount, subject: `password:${pair}` }])) &&
    (await countActions(context, [{ limit: ofAccount, subject: `password:${email}` }]))
  )
}

/**
 * Somebody can try passwords of many accounts from many networks, for example passwords from other
 * sites' leaks, and stay below every limit of an account and of a network. The shop therefore
 * counts all wrong passwords of a day, except those from known browsers, whose nonces a stranger
 * cannot have. With twice WRONG_PASSWORDS_PER_DAY of them, it accepts no password from a new
 * browser, and with twice its part of them none from a network. Visitors can still sign in with a
 * code, so a stranger gains nothing by causing this.
 */
const closedFactor = 2

/**
 * Counts a password from a new browser as wrong, before it is checked, so that parallel guesses
 * share the limit. Returns false when the shop accepts no more passwords from new browsers.
 */
export async function countPasswordAttempt(context: WrongContext): Promise<boolean> {
  const { config, now } = context
  const most = config.WRONG_PASSWORDS_PER_DAY
  const network = await networkOf(context)
  const wrong = wrongOfDay('wrong-password', now, { most, network })
  const isOpen = sql`${wrong} < ${closedFactor} * ${most}`
  const counted = await countWrong(context, 'wrong-password', {
    network,
    condition: isOpen,
  }).first()
  if (counted === null) logSecurity({ event: 'limit-reached', action: 'wrong-passwords' })
  return counted !== null
}

/** Removes an attempt from the count, because its password was right. */
export async function uncountPasswordAttempt(context: WrongContext): Promise<D1PreparedStatement> {
  const { db, now } = context
  return prepare(db)`UPDATE limits SET count = count - 1 WHERE action = 'wrong-password'
      AND last_hour = ${lastHour(now)}
    AND subject = coalesce(${await networkOf(context)}, 'unknown') AND count > 0`
}

/** Raises an alert while many passwords are wrong. */
export function guessedPasswords(config: BackendConfig, now: Date): AlertCondition {
  return manyWrong('wrong-password', config.WRONG_PASSWORDS_PER_DAY, now)
}
