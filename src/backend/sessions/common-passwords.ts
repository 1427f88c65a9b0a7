import { sha256 } from '../../domain/sha256.ts'

const bytesPerPassword = 3

/**
 * Whether a password is one of the 3,000 most common passwords of at least 8 characters, in any
 * case (ASVS 5, 6.2.4). The filter is 9 kB: the first 24 bits of each password's SHA-256, sorted.
 * It also refuses one in 5,600 other passwords. It is loaded when the first password is set.
 */
export async function isCommonPassword(password: string): Promise<boolean> {
  const digest = await sha256(password.toLowerCase())
  const { commonPasswordHashes } = await import('./common-password-hashes.ts')
  const hash = String.fromCharCode(...digest.subarray(0, bytesPerPassword))
  return isInFilter(atob(commonPasswordHashes), hash)
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
