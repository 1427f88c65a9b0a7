import { encode } from 'uqr'
import type { ActivationCode } from '../../domain/activation-code.ts'
import { toBase64 } from '../../domain/base64.ts'
import { lpaString } from '../../domain/activation-code.ts'
import { png } from '../../png.ts'

const white = [255, 255, 255] as const
const black = [0, 0, 0] as const
/** CSS pixels per module in an email. The PNG has twice the resolution for sharp screens. */
const moduleSize = 6

export type QrPicture = {
  /** The PNG file. */
  readonly base64: string
  /** Width and height in CSS pixels. */
  readonly size: number
}

/**
 * Draws a QR code as PNG, because mail programs do not support SVG. Error correction M and a quiet
 * zone of four modules (ISO/IEC 18004). Black on white even in dark mode.
 */
export async function drawQrPicture(code: ActivationCode): Promise<QrPicture> {
  const { data, size } = encode(lpaString(code), { ecc: 'M', border: 4 })
  const scale = moduleSize * 2
  const width = size * scale
  const pixels = new Uint8Array(width * width)
  data.forEach((row, y) => {
    const line = Uint8Array.from({ length: width }, (_, x) => Number(row[Math.floor(x / scale)]))
    for (let copy = 0; copy < scale; copy += 1) pixels.set(line, (y * scale + copy) * width)
  })
  const canvas = { width, height: width, pixels }
  const bytes = await png(canvas, [white, black])
  return { base64: toBase64(bytes), size: size * moduleSize }
}
