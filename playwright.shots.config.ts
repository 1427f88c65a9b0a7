import { defineConfig } from '@playwright/test'
import journeys, { serve } from './playwright.config.ts'
import { origins } from './test/e2e/servers.ts'

const { shop } = origins
const widths = [360, 768, 1440]
const colorSchemes = ['light', 'dark'] as const

export default defineConfig({
  ...journeys,
  testDir: 'test/e2e',
  outputDir: '.cache/shots-output',
  timeout: 300_000,
  reporter: 'line',
  webServer: serve(['access', 'shop']),
  projects: [
    ...widths.flatMap((width) =>
      colorSchemes.map((colorScheme) => ({
        name: `${width}-${colorScheme}`,
        testMatch: 'shots.ts',
        metadata: { outbox: shop },
        use: {
          baseURL: shop,
          viewport: { width, height: 800 },
          colorScheme,
          contextOptions: { reducedMotion: 'reduce' as const },
        },
      })),
    ),
    {
      name: 'office',
      testMatch: 'office-shots.ts',
      metadata: { outbox: shop },
      use: { baseURL: shop, colorScheme: 'light' as const },
    },
  ],
})
