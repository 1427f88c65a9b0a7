import { equalInConstantTime, hex } from '../hashing.ts'

/** PBKDF2 iterations: the most that workerd allows. */
const iterations = 100_000

/** PBKDF2-HMAC-SHA-256 with a random salt: `iterations:salt:hash`, hex. */
export async function hashPassword(password: string): Promise<string> {
  const salt = hex(crypto.getRandomValues(new Uint8Array(16)))
  return `${iterations}:${salt}:${await derive(password, salt, iterations)}`
}

/**
 * Whether a password fits its stored hash. Without a hash it does the same work, so that the time
 * does not reveal whether the account exists.
 */
export async function isPassword(password: string, stored: string | null): Promise<boolean> {
  const [rounds = '', salt = '', hash = ''] = stored?.split(':') ?? [String(iterations), '00', '']
  return equalInConstantTime(hash, await derive(password, salt, Number(rounds)))
}

async function derive(password: string, salt: string, rounds: number): Promise<string> {
  const encoder = new TextEncoder()
  const key = await crypto.subtle.importKey('raw', encoder.encode(password), 'PBKDF2', false, [
    'deriveBits',
  ])
  const algorithm = {
    name: 'PBKDF2',
    hash: 'SHA-256',
    salt: encoder.encode(salt),
    iterations: rounds,
  }
  return hex(new Uint8Array(await crypto.subtle.deriveBits(algorithm, key, 256)))
}
