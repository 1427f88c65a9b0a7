/**
 * An image, row by row. Each pixel is an index into the palette: a byte, or a bit of an image with
 * two colours, whose rows end with a whole byte.
 */
export type Canvas = {
  readonly width: number
  readonly height: number
  readonly pixels: Uint8Array
}

export type Colour = readonly [red: number, green: number, blue: number]

const signature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
const byPalette = 3

export async function png(
  { width, height, pixels }: Canvas,
  palette: readonly Colour[],
): Promise<Uint8Array<ArrayBuffer>> {
  const header = new Uint8Array(13)
  const view = new DataView(header.buffer)
  view.setUint32(0, width)
  view.setUint32(4, height)
  header.set([palette.length === 2 ? 1 : 8, byPalette], 8)
  // Each row starts with filter type 0, which means none
  const length = pixels.length / height
  const rows = new Uint8Array((length + 1) * height)
  for (let y = 0; y < height; y++)
    rows.set(pixels.subarray(y * length, (y + 1) * length), y * (length + 1) + 1)
  const parts = [
    new Uint8Array(signature),
    chunk('IHDR', header),
    chunk('PLTE', new Uint8Array(palette.flat())),
    chunk('IDAT', await deflate(rows)),
    chunk('IEND', new Uint8Array()),
  ]
  return new Uint8Array(await new Blob(parts).arrayBuffer())
}

function chunk(type: string, data: Uint8Array): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(data.length + 12)
  const view = new DataView(bytes.buffer)
  view.setUint32(0, data.length)
  bytes.set(new TextEncoder().encode(type), 4)
  bytes.set(data, 8)
  view.setUint32(data.length + 8, crc32(bytes.subarray(4, data.length + 8)))
  return bytes
}

async function deflate(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const packed = new Blob([bytes]).stream().pipeThrough(new CompressionStream('deflate'))
  return new Uint8Array(await new Response(packed).arrayBuffer())
}

const crcTable = Array.from({ length: 256 }, (_, byte) => {
  let value = byte
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1
  return value
})

function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff
  for (const byte of bytes) crc = (crc >>> 8) ^ (crcTable[(crc ^ byte) & 0xff] ?? 0)
  return ~crc >>> 0
}
