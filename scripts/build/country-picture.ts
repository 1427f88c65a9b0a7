import { readFile } from 'node:fs/promises'
import { entryStamp, stampCodes } from './entry-stamps.ts'

const folder = 'node_modules/country-flag-icons/3x2'

/**
 * Returns a country's flag as SVG. The view `#stamp` of the same file shows its entry stamp.
 * @param code lower-case country code
 */
export async function countryPicture(code: string): Promise<string> {
  const flag = await readFile(`${folder}/${code.toUpperCase()}.svg`, 'utf8')
  if (!stampCodes.includes(code)) return flag
  const [, left = 0, top = 0, width = 0, height = 0] = (
    / viewBox="([-\d.]+) ([-\d.]+) ([\d.]+) ([\d.]+)"/.exec(flag) ?? []
  ).map(Number)
  if (!width || !height) throw new Error(`the flag of ${code} has no viewBox`)
  // The flag never reaches this far down.
  const below = top + 2 * height
  const box = `x="${left}" y="${below}" width="${width}" height="${height}"`
  const view = `<view id="stamp" viewBox="${left} ${below} ${width} ${height}"/>`
  const stamp = (await entryStamp(code)).replace('<svg', `<svg ${box}`)
  return flag.replace(/<\/svg>\s*$/, `${view}${stamp}</svg>`)
}
