import { equalInConstantTime, hex } from '../hashing.ts'

/** What workerd allows at most. */
const iterations = 100_000

/** PBKDF2-HMAC-SHA-256 with a salt of its own: `iterations:salt:hash`, hex. */
export async function hashPassword(password: string): Promise<string> {
  const salt = hex(crypto.getRandomValues(new Uint8Array(16)))
  return `${iterations}:${salt}:${await derive(password, salt, iterations)}`
}

/** Where there is no hash the work is done all the same, so that the time does not tell whether the account exists. */
export async function isPassword(password: string, kept: string | null): Promise<boolean> {
  const [rounds = '', salt = '', hash = ''] = kept?.split(':') ?? [String(iterations), '00', '']
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
