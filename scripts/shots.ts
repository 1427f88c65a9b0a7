import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { chromium } from '@playwright/test'
import { chromiumOptions } from './chromium.ts'

/**
 * Pictures of pages at three widths, in both themes: `npm run shots -- [--origin URL] [--only 360-light] PATH …`. Paths are of a
 * shop that is being served; without any, the public pages. Pictures land in screenshots/.
 */
const { values, positionals } = parseArgs({
  options: {
    origin: { type: 'string', default: 'http://localhost:8787' },
    only: { type: 'string', default: '' },
  },
  allowPositionals: true,
})
const publicPaths = [
  '/',
  '/esim/countries',
  '/esim/countries/tr',
  '/esim/tariffs/tr-turkcell/tr-turkcell-10gb-30d',
]
const folder = 'screenshots'
const widths = [360, 768, 1440]
const schemes = ['light', 'dark'] as const

const paths =
  positionals.length > 0
    ? positionals
    : publicPaths.flatMap((path) => [path, `/ru${path}`.replace(/\/$/, '')])
await mkdir(folder, { recursive: true })
const browser = await chromium.launch(chromiumOptions())
for (const colorScheme of schemes) {
  for (const width of widths) {
    const name = `${width}-${colorScheme}`
    if (!name.includes(values.only)) continue
    const context = await browser.newContext({
      viewport: { width, height: 800 },
      colorScheme,
      reducedMotion: 'reduce',
    })
    const page = await context.newPage()
    for (const path of paths) {
      await page.goto(values.origin + path, { waitUntil: 'networkidle' })
      const file = join(
        folder,
        `${
          path
            .replace(/[^a-z0-9]+/gi, '-')
            .replace(/^-|-$/g, '')
            .slice(0, 60) || 'home'
        }.${name}.png`,
      )
      await page.screenshot({ path: file, fullPage: true })
      console.log(file)
    }
    await context.close()
  }
}
await browser.close()
