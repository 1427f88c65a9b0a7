/** Returns a number from 0 to 1, always the same for the same string (FNV-1a, 32 bits). */
export function stableShare(text: string): number {
  let hash = 0x811c9dc5
  for (const byte of new TextEncoder().encode(text)) hash = Math.imul(hash ^ byte, 0x01000193)
  hash ^= hash >>> 15
  return (Math.imul(hash, 0x2c1b3c6d) >>> 0) / 2 ** 32
}
