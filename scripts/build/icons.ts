import { readFile, writeFile } from 'node:fs/promises'
import { chromium } from '@playwright/test'
import { themes } from '../../src/ui/themes.ts'
import { chromiumOptions } from '../test/chromium.ts'

/** `npm run icons` draws the icons of the installed app from static/icon.svg. Run it after changing that file. */
const [[, { paper }]] = themes
/** `part` is how much of the side the mark takes: a launcher may cut a maskable icon to the circle of 80 %. */
const icons = [
  { file: 'icon-192.png', side: 192, part: 0.94, ground: 'transparent' },
  { file: 'icon-512.png', side: 512, part: 0.94, ground: 'transparent' },
  { file: 'icon-maskable-512.png', side: 512, part: 0.56, ground: paper },
  { file: 'apple-touch-icon.png', side: 180, part: 0.68, ground: paper },
] as const

const svg = await readFile('static/icon.svg', 'utf8')
const browser = await chromium.launch(chromiumOptions())
const page = await browser.newPage()
for (const { file, side, part, ground } of icons) {
  await page.setViewportSize({ width: side, height: side })
  await page.setContent(
    `<style>body{margin:0;height:100vh;display:grid;place-items:center;background:${ground}}svg{width:${part * 100}%}</style>${svg}`,
  )
  const png = await page.screenshot({ omitBackground: true })
  await writeFile(`static/${file}`, png)
  console.log(`static/${file}  ${png.byteLength} B`)
}
await browser.close()
