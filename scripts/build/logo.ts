import { colours, colourNames, colourRule } from '../../src/kit/colours.ts'

/** Height of the logo in the header in pixels. */
const height = 28
/** Every page contains the logo, and the limit of a page is 14 kB. */
const maxBytes = 2000
/**
 * Content that the content security policy of the shop's pages forbids, or that a page must not
 * load.
 */
const forbidden = /<(script|style|image|foreignObject|use)\b|\s(style|on\w+)=|href=/i

/** Characters. A longer icon takes longer in each page than a request that the browser caches. */
const maxInline = 500

/**
 * Returns the URL of the icon in the pages of the shop, which contains the icon itself unless it is
 * long.
 */
export function pageIcon(svg: string): string {
  const encoded = svg.trim().replaceAll(/["<>#%]/g, (character) => encodeURIComponent(character))
  return encoded.length > maxInline ? '/icon.svg' : `data:image/svg+xml,${encoded}`
}

/**
 * Returns the markup of an SVG file for the header. Replaces the accent colour with `currentColor`.
 * Throws when the file cannot be a logo.
 */
export function headerLogo(svg: string): string {
  const bare = svg.replace(/<\?xml.*?\?>|<!--.*?-->|<!DOCTYPE.*?>/gs, '').trim()
  const [, attributes = '', inner = ''] = /^<svg\b([^>]*)>(.*)<\/svg>$/s.exec(bare) ?? []
  const [, wide, high] = /viewBox="[\d.-]+ [\d.-]+ ([\d.]+) ([\d.]+)"/.exec(attributes) ?? []
  if (wide === undefined || high === undefined)
    throw new Error('static/icon.svg: expected an <svg> with a viewBox.')
  const [bad] = forbidden.exec(bare) ?? []
  if (bad !== undefined)
    throw new Error(`static/icon.svg: a logo must not have ${bad.trim()}. Remove it.`)
  const kept = attributes.replaceAll(/\s(xmlns(:\w+)?|width|height|class|id|version)="[^"]*"/g, '')
  const width = Math.round((height * Number(wide)) / Number(high))
  const logo = `<svg width="${width}" height="${height}"${kept}>${inner.trim().replaceAll(/>\s+</g, '><')}</svg>`
  if (logo.length > maxBytes)
    throw new Error(
      `static/icon.svg: ${logo.length} bytes are too many. Simplify it to ${maxBytes} bytes at most.`,
    )
  return logo.replaceAll(new RegExp(colours.accent[0], 'gi'), 'currentColor')
}

export const tokensFile = 'client/styles/tokens.css'

/** Returns the style sheet with the colours of src/kit/colours.ts. */
export function withColours(css: string): string {
  const rules = colourNames.map((name) => `  ${colourRule(name)}\n`).join('')
  return css.replace(/( {2}--(?!shade|rim)[\w-]+: light-dark\(.*\);\n)+/, rules)
}
