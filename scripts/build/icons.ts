import { readFile, writeFile } from 'node:fs/promises'
import { chromium } from '@playwright/test'
import { themes } from '../../src/ui/themes.ts'
import { chromiumOptions } from '../test/chromium.ts'

/** `npm run icons`: draws the icons of the installed app from static/icon.svg. */
const [[, { paper }]] = themes
/**
 * `part` is the mark's share of the side: launchers may crop maskable icons to a circle of 80 %.
 */
const icons = [
  { file: 'icon-192.png', side: 192, part: 0.94, background: 'transparent' },
  { file: 'icon-512.png', side: 512, part: 0.94, background: 'transparent' },
  { file: 'icon-maskable-512.png', side: 512, part: 0.56, background: paper },
  { file: 'apple-touch-icon.png', side: 180, part: 0.68, background: paper },
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
  await writeFile(`static/${file}`, png)
  console.log(`static/${file}  ${png.byteLength} B`)
}
await browser.close()
