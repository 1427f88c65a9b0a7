import { defineConfig } from '@playwright/test'
import journeys from './playwright.config.ts'

const shop = 'http://localhost:8799'
const widths = [360, 768, 1440]
const colorSchemes = ['light', 'dark'] as const

/** Pictures of every page at three widths in both themes, from a shop of their own; they land in screenshots/. */
export default defineConfig({
  ...journeys,
  testDir: 'test/e2e',
  testMatch: 'shots.ts',
  outputDir: '.cache/shots-output',
  timeout: 300_000,
  reporter: 'line',
  webServer: [journeys.webServer ?? []].flat().slice(0, 1),
  projects: widths.flatMap((width) =>
    colorSchemes.map((colorScheme) => ({
      name: `${width}-${colorScheme}`,
      metadata: { outbox: shop },
      use: {
        baseURL: shop,
        viewport: { width, height: 800 },
        colorScheme,
        contextOptions: { reducedMotion: 'reduce' as const },
      },
    })),
  ),
})
