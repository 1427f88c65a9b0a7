import { expect, it } from 'vitest'
import { firstLegible, widthOf } from './lettering.ts'
import { sharePicture } from './share-picture.ts'

const turkey = {
  brand: ['Meridian'],
  title: ['Türkiye'],
  lead: 'Mobile internet by eSIM',
  country: 'tr',
}

async function readPng(file: Uint8Array<ArrayBuffer>) {
  const view = new DataView(file.buffer)
  const latin = (from: number, to: number) => String.fromCharCode(...file.subarray(from, to))
  expect(latin(0, 8)).toBe('\u0089PNG\r\n\u001A\n')
  const chunks = new Map<string, Uint8Array<ArrayBuffer>>()
  for (let at = 8; at < file.length;) {
    const length = view.getUint32(at)
    expect(view.getUint32(at + 8 + length)).toBe(await crc32(file.slice(at + 4, at + 8 + length)))
    chunks.set(latin(at + 4, at + 8), file.slice(at + 8, at + 8 + length))
    at += length + 12
  }
  expect([...chunks.keys()]).toEqual(['IHDR', 'PLTE', 'IDAT', 'IEND'])
  const [width, height] = [view.getUint32(16), view.getUint32(20)]
  const rows = await pipe(new DecompressionStream('deflate'), chunks.get('IDAT'))
  expect(rows).toHaveLength((width + 1) * height)
  const colours = (chunks.get('PLTE')?.length ?? 0) / 3
  expect(rows.reduce((max, value) => Math.max(max, value), 0)).toBeLessThan(colours)
  return { width, height, rows }
}

async function crc32(bytes: Uint8Array<ArrayBuffer>): Promise<number> {
  const packed = await pipe(new CompressionStream('gzip'), bytes)
  return new DataView(packed.buffer).getUint32(packed.length - 8, true)
}

async function pipe(
  stream: CompressionStream | DecompressionStream,
  bytes: Uint8Array<ArrayBuffer> = new Uint8Array(),
) {
  const out = new Blob([bytes]).stream().pipeThrough(stream)
  return new Uint8Array(await new Response(out).arrayBuffer())
}

it('creates a PNG of 1200 × 630 pixels under 50 kB', async () => {
  const file = await sharePicture(turkey)
  expect(await readPng(file)).toMatchObject({ width: 1200, height: 630 })
  expect(file.length).toBeLessThan(50_000)
})

it('draws a different picture for each title, in Latin and in Cyrillic', async () => {
  const titles = ['Türkiye', 'Turkiye', 'Турция', 'Côte d’Ivoire', 'Кот-д’Ивуар']
  const pictures = await Promise.all(
    titles.map(async (title) => readPng(await sharePicture({ ...turkey, title: [title] }))),
  )
  expect(new Set(pictures.map(({ rows }) => rows.toString())).size).toBe(titles.length)
})

it('accepts long and empty strings, and characters that the font lacks', async () => {
  const longText = 'South Georgia and the South Sandwich Islands '.repeat(20)
  for (const text of [longText, 'W'.repeat(400), '', ' ', '中国 💥', '\u0000<svg>']) {
    const file = await sharePicture({ brand: [text], title: [text], lead: text, country: null })
    expect((await readPng(file)).width, text).toBe(1200)
  }
})

it('draws a route in the picture of a trip', async () => {
  const [plain, trip] = await Promise.all([
    sharePicture(turkey).then(readPng),
    sharePicture({ ...turkey, hasRoute: true }).then(readPng),
  ])
  expect(trip.rows).not.toEqual(plain.rows)
})

it.each([
  ['a letter with an accent', 'Ĝibutio', 'Gibutio'],
  ['a letter of another Cyrillic alphabet', 'Київ', 'Киiв'],
  ['an alphabet that Latin spells', 'Ελλάδα', 'Ellada'],
  ['a capital', 'Əhmədli', 'Ahmadli'],
  ['a ligature', 'ﬁn', 'fin'],
])('spells %s that the font lacks in Latin letters', async (_, title, spelled) => {
  const picture = await sharePicture({ ...turkey, title: [title] })
  expect(picture).toEqual(await sharePicture({ ...turkey, title: [spelled] }))
  expect(picture).not.toEqual(await sharePicture({ ...turkey, title: [''] }))
})

it.each([
  [['漫游', 'Roaming'], 'Roaming'],
  [['საქართველო', 'Georgia'], 'Georgia'],
  [['Česko', 'Czechia'], 'Česko'],
  [['Ĝibutio 💥', 'Djibouti'], 'Ĝibutio 💥'],
  [['漫游', '日本'], '日本'],
])('returns the first text of %j that the font can draw', (texts, legible) => {
  expect(firstLegible(...texts)).toBe(legible)
})

it('draws the cover of each country, and the world for several', async () => {
  const countries = ['tr', 'jp', 'mt', 'ru', 'fj', null]
  const pictures = await Promise.all(
    countries.map(async (country) => readPng(await sharePicture({ ...turkey, country }))),
  )
  expect(new Set(pictures.map(({ rows }) => rows.toString())).size).toBe(countries.length)
})

it('draws a non-breaking hyphen as a hyphen', () => {
  expect(widthOf('QR\u2011код')).toBe(widthOf('QR-код'))
  expect(widthOf('QR-код')).toBeGreaterThan(widthOf('QRкод'))
})
