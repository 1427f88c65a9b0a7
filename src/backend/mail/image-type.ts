/** The signatures of the accepted image formats, and their offsets in bytes. */
const signatures = [
  ['png', [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a], 0],
  ['jpeg', [0xff, 0xd8, 0xff], 0],
  ['webp', [0x57, 0x45, 0x42, 0x50], 8],
] as const

/** Returns the type of an image from its bytes instead of its file name. Null for other files. */
export function imageTypeOf(bytes: Uint8Array): 'png' | 'jpeg' | 'webp' | null {
  const match = signatures.find(([, signature, offset]) =>
    signature.every((byte, index) => bytes[offset + index] === byte),
  )
  return match?.[0] ?? null
}
