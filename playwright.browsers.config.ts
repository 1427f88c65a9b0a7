import { defineConfig } from '@playwright/test'
import journeys, { serve } from './playwright.config.ts'
import { origins } from './test/e2e/servers.ts'

const { shop } = origins

/** `npm run test:browsers` runs journeys in WebKit, the engine of Safari, and in Firefox. */
export default defineConfig({
  ...journeys,
  testDir: 'test/browsers',
  testMatch: '*.test.ts',
  outputDir: '.cache/browsers-output',
  // Each journey starts a browser while other tests run on two cores.
  timeout: 120_000,
  webServer: serve(['shop']),
  projects: ['WebKit', 'Firefox'].map((name) => ({ name, use: { baseURL: shop } })),
})
