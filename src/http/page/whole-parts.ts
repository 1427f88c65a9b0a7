/**
 * Returns a multipart body of the complete parts in `start`, which is the beginning of a larger
 * body. These parts are the texts of a form whose file was too large. Returns null for other
 * content types.
 */
export function wholeParts(start: Uint8Array, contentType: string): Uint8Array<ArrayBuffer> | null {
  const [, quoted, plain] =
    /^multipart\/form-data;.*boundary=(?:"([^"]+)"|([^;\s]+))/i.exec(contentType) ?? []
  const boundary = quoted ?? plain
  if (boundary === undefined) return null
  // One character per byte, so that positions in the text are positions in the body.
  const text = Array.from(start, (byte) => String.fromCharCode(byte)).join('')
  const end = text.lastIndexOf(`\r\n--${boundary}`)
  if (end < 0) return null
  return Uint8Array.from(`${text.slice(0, end)}\r\n--${boundary}--\r\n`, (each) =>
    each.charCodeAt(0),
  )
}
