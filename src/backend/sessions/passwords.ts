import { equalInConstantTime, hex } from '../hashing.ts'

/**
 * PBKDF2-HMAC-SHA-256 rounds of a new hash, from the OWASP Password Storage Cheat Sheet. Decision
 * 17 compares PBKDF2 with Argon2id and scrypt.
 */
const rounds = 600_000
/** The maximum that workerd allows in one call. */
const roundsPerCall = 100_000

/**
 * Hashes a password with a random salt. The format is `rounds:salt:hash:typed`, in hex. Older
 * hashes do not end with `typed`, because the password was trimmed before it was hashed.
 */
export async function hashPassword(password: string): Promise<string> {
  const salt = hex(crypto.getRandomValues(new Uint8Array(16)))
  return `${rounds}:${salt}:${await derive(password, salt, rounds)}:typed`
}

/**
 * Whether a password matches its stored hash. Without a hash, or with an old hash, the check takes
 * as long as with a new hash. The time must not reveal whether the account exists.
 */
export async function isPassword(password: string, stored: string | null): Promise<boolean> {
  if (await isHashOf(password, stored)) return true
  const trimmed = password.trim()
  const untyped = stored === null || isOfTypedText(stored) ? null : stored
  return trimmed !== password && isHashOf(trimmed, untyped)
}

async function isHashOf(password: string, stored: string | null): Promise<boolean> {
  const [count, salt, hash] = partsOf(stored ?? `${rounds}:00:`)
  const isEqual = equalInConstantTime(hash, await derive(password, salt, count))
  await derive(password, salt, rounds - count)
  return isEqual
}

/**
 * Whether the hash has fewer rounds than new hashes, or was made from the trimmed password.
 * Replace an old hash at the next sign-in by password.
 */
export function isOldHash(stored: string): boolean {
  return partsOf(stored)[0] < rounds || !isOfTypedText(stored)
}

function isOfTypedText(stored: string): boolean {
  return stored.endsWith(':typed')
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
