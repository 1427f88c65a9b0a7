/** In the signature of WebP, the length of the file, which can be any four bytes. */
const size = [null, null, null, null]
/** The first bytes of the accepted image formats. Null is any byte. */
const signatures = [
  ['png', [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]],
  ['jpeg', [0xff, 0xd8, 0xff]],
  ['webp', [0x52, 0x49, 0x46, 0x46, ...size, 0x57, 0x45, 0x42, 0x50]],
] as const

/** Returns the type of an image from its bytes instead of its file name. Null for other files. */
export function imageTypeOf(bytes: Uint8Array): 'png' | 'jpeg' | 'webp' | null {
  const match = signatures.find(([, signature]) =>
    signature.every((byte, index) => byte === null || bytes[index] === byte),
  )
  return match?.[0] ?? null
}
