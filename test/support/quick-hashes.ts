/**
 * Hashes passwords with 1 round in place of 600,000, which take a quarter of a second. The tested
 * code still passes the number of rounds used in production.
 */
export function hashQuickly(): void {
  crypto.subtle.deriveBits = async (algorithm, ...rest) => {
    const quick = typeof algorithm === 'string' ? algorithm : { ...algorithm, iterations: 1 }
    return SubtleCrypto.prototype.deriveBits.call(crypto.subtle, quick, ...rest)
  }
}

/** Undoes `hashQuickly`, for tests of hashes that production has stored. */
export function hashInFull(): void {
  Reflect.deleteProperty(crypto.subtle, 'deriveBits')
}
