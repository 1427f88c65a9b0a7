import { brotliCompressSync, constants } from 'node:zlib'

/** Uses the Brotli quality that CDNs use for pages. The highest quality is 10 % smaller. */
export function brotliBytes(html: string): number {
  return brotliCompressSync(html, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }).byteLength
}
