import { readFile, writeFile } from 'node:fs/promises'
// oxlint-disable-next-line import/default -- Node sees CommonJS with a default export
import opentype from 'opentype.js'

/**
 * Writes src/site/share-picture/glyphs.json, the letters of share pictures: letter, width and outline
 * with y up. From a TrueType font, Noto Sans Bold (licence: OFL.txt):
 * `node scripts/build/glyphs.ts /usr/share/fonts/truetype/noto/NotoSans-Bold.ttf`, then `npm run format`.
 */
const output = 'src/site/share-picture/glyphs.json'
const extra = 'ЁёĄąĆćČčĎďĐđĘęĚěĞğİıŁłŃńŇňŐőŘřŚśŞşŠšŤťŮůŰűŹźŻżŽžȘșȚț–—‘’“”„…№€₽'
const characters = [range(0x20, 0x7e), range(0xa1, 0xff), range(0x410, 0x44f), extra.split('')]
  .flat()
  .filter((character) => !['`', '\\'].includes(character))

const [file = ''] = process.argv.slice(2)
const font = opentype.parse(new Uint8Array(await readFile(file)).buffer)
const lines = characters.flatMap((character) => {
  const glyph = font.charToGlyph(character)
  return glyph.index === 0 ? [] : [`${character}${glyph.advanceWidth} ${pathOf(glyph)}`]
})
await writeFile(
  output,
  `${JSON.stringify({ unitsPerEm: font.unitsPerEm, outlines: lines }, null, 2)}
`,
)

/** `M` begins a contour, `L` is a line, and `Q` is a quadratic curve. */
function pathOf(glyph: ReturnType<typeof font.charToGlyph>): string {
  let [path, pen] = ['', '']
  for (const command of glyph.getPath(0, 0, font.unitsPerEm).commands) {
    if (command.type === 'Z') continue
    if (command.type === 'C')
      throw new Error(`${file}: expected a TrueType font, got cubic curves. Use a .ttf file.`)
    const [from, to] = [pen, numbers(command.x, command.y)]
    pen = to
    if (command.type === 'L' && from === to) continue
    const control = command.type === 'Q' ? `${numbers(command.x1, command.y1)} ` : ''
    path += command.type + control + to
  }
  return path
}

function numbers(x: number, y: number): string {
  return `${Math.round(x)} ${Math.round(-y)}`
}

function range(from: number, to: number): string[] {
  return Array.from({ length: to - from + 1 }, (_, index) => String.fromCodePoint(from + index))
}
