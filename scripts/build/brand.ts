import { readFile, writeFile } from 'node:fs/promises'
import { chromium } from '@playwright/test'
import type { Page } from '@playwright/test'
import { colours } from '../../src/domain/colours.ts'
import { chromiumOptions } from '../test/chromium.ts'
import { headerLogo } from './logo.ts'
import { tokensFile, withColours } from './tokens.ts'

/**
 * `npm run brand` writes the colours of src/domain/colours.ts into the styles. From static/icon.svg
 * it draws the icons of the installed app and the logos of the header and of share pictures.
 * favicon.ico is for browsers that cannot show an SVG in a tab (Safari before 26), and for pages
 * without an icon link.
 */
const [paper] = colours.paper
/**
 * `part` is the logo's share of the side. Launchers may crop maskable icons to a circle of 80 %.
 */
const icons = [
  { file: 'favicon.ico', side: 32, part: 1, background: 'transparent' },
  { file: 'icon-192.png', side: 192, part: 0.94, background: 'transparent' },
  { file: 'icon-512.png', side: 512, part: 0.94, background: 'transparent' },
  { file: 'icon-maskable-512.png', side: 512, part: 0.56, background: paper },
  { file: 'apple-touch-icon.png', side: 180, part: 0.68, background: paper },
] as const
/** Pixels of the logo's side in share pictures. */
const maskSide = 44

const svg = await readFile('static/icon.svg', 'utf8')
const logo = headerLogo(svg)
await writeFile(tokensFile, withColours(await readFile(tokensFile, 'utf8')))
await writeModule('src/ui/layout/logo-svg.ts', 'logoSvg', logo)

const browser = await chromium.launch(chromiumOptions())
const page = await browser.newPage()
for (const { file, side, part, background } of icons) {
  await show(page, { side, part, background })
  const png = await page.screenshot({ omitBackground: true })
  await writeFile(`static/${file}`, file === 'favicon.ico' ? [icoHead(side, png), png] : png)
  console.log(`static/${file}  ${png.byteLength} B`)
}
await writeModule('src/share-picture/logo-mask.ts', 'logoMask', await drawMask(page))
await browser.close()

/**
 * Returns the header of an ICO file with one PNG. The PNG starts after the 22 bytes of the header.
 */
function icoHead(side: number, { byteLength }: Uint8Array): Uint8Array {
  const head = new DataView(new ArrayBuffer(22))
  head.setUint16(2, 1, true) // an icon
  head.setUint16(4, 1, true) // one picture
  head.setUint8(6, side)
  head.setUint8(7, side)
  head.setUint16(10, 1, true) // planes
  head.setUint16(12, 32, true) // bits per pixel
  head.setUint32(14, byteLength, true)
  head.setUint32(18, 22, true)
  return new Uint8Array(head.buffer)
}

type Icon = { readonly side: number; readonly part: number; readonly background: string }

async function show(on: Page, { side, part, background }: Icon): Promise<void> {
  await on.setViewportSize({ width: side, height: side })
  await on.setContent(
    `<style>body{margin:0;height:100vh;display:grid;place-items:center;background:${background}}svg{width:${part * 100}%;max-height:${part * 100}%}</style>${svg}`,
  )
}

/** Returns the opacity of each pixel of the logo, row by row, in base64. */
async function drawMask(on: Page): Promise<string> {
  const source = `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`
  const opacities = await on.evaluate(
    async ({ url, side }) => {
      const image = new Image(side, side)
      image.src = url
      await image.decode()
      const canvas = new OffscreenCanvas(side, side).getContext('2d')
      canvas?.drawImage(image, 0, 0, side, side)
      const { data = [] } = canvas?.getImageData(0, 0, side, side) ?? {}
      return Array.from(data).filter((_, index) => index % 4 === 3)
    },
    { url: source, side: maskSide },
  )
  return Buffer.from(opacities).toString('base64')
}

async function writeModule(file: string, name: string, value: string): Promise<void> {
  const comment = '/** Written by `npm run brand` from static/icon.svg. */'
  const text = `'${value.replaceAll(/['\\]/g, '\\$&').replaceAll('\n', ' ')}'`
  await writeFile(file, `${comment}\nexport const ${name} =\n  ${text}\n`)
  console.log(file)
}
