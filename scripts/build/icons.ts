import { readFile, writeFile } from 'node:fs/promises'
import { chromium } from '@playwright/test'
import { themes } from '../../src/ui/themes.ts'
import { chromiumOptions } from '../test/chromium.ts'

/**
 * `npm run icons`: draws the icons of the installed app from static/icon.svg, and favicon.ico for
 * browsers that show no SVG in a tab (Safari before 26) or ask for it on pages that name no icon.
 */
const [[, { paper }]] = themes
/**
 * `part` is the mark's share of the side: launchers may crop maskable icons to a circle of 80 %.
 */
const icons = [
  { file: 'icon-192.png', side: 192, part: 0.94, background: 'transparent' },
  { file: 'icon-512.png', side: 512, part: 0.94, background: 'transparent' },
  { file: 'icon-maskable-512.png', side: 512, part: 0.56, background: paper },
  { file: 'apple-touch-icon.png', side: 180, part: 0.68, background: paper },
  { file: 'favicon.ico', side: 32, part: 1, background: 'transparent' },
] as const

const svg = await readFile('static/icon.svg', 'utf8')
const browser = await chromium.launch(chromiumOptions())
const page = await browser.newPage()
for (const { file, side, part, background } of icons) {
  await page.setViewportSize({ width: side, height: side })
  await page.setContent(
    `<style>body{margin:0;height:100vh;display:grid;place-items:center;background:${background}}svg{width:${part * 100}%}</style>${svg}`,
  )
  const png = await page.screenshot({ omitBackground: true })
  await writeFile(`static/${file}`, file === 'favicon.ico' ? [icoHead(side, png), png] : png)
  console.log(`static/${file}  ${png.byteLength} B`)
}
await browser.close()

/** The header of an ICO file with one PNG, which starts behind its 22 bytes. */
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
