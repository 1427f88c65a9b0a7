import { defineConfig } from '@playwright/test'
import journeys, { serve } from './playwright.config.ts'
import { origins } from './test/e2e/servers.ts'

const { shop } = origins
const widths = [360, 768, 1440]
const colorSchemes = ['light', 'dark'] as const

export default defineConfig({
  ...journeys,
  testDir: 'test/e2e',
  testMatch: 'shots.ts',
  outputDir: '.cache/shots-output',
  timeout: 300_000,
  reporter: 'line',
  webServer: serve(['shop']),
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
