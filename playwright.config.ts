import { defineConfig } from '@playwright/test'
import { chromiumOptions } from './scripts/chromium.ts'

const port = 8799
const origin = `http://localhost:${port}`
const dataFolder = `.cache/journeys-${process.env['TEST_RUN'] ?? process.pid}`
process.env['TEST_RUN'] ??= String(process.pid)

/** Journeys through the built worker, on a port and data folder of their own. */
export default defineConfig({
  testDir: 'test/e2e',
  outputDir: '.cache/journeys-output',
  fullyParallel: true,
  workers: 2,
  retries: 0,
  forbidOnly: true,
  timeout: 60_000,
  reporter: process.env['PLAYWRIGHT_JSON_OUTPUT_NAME'] ? [['list'], ['json']] : [['list']],
  use: { baseURL: origin, browserName: 'chromium', launchOptions: chromiumOptions() },
  webServer: {
    command: `node scripts/serve.ts --port ${port} --persist-to ${dataFolder}`,
    url: `${origin}/healthz`,
    timeout: 120_000,
    stdout: 'ignore',
    stderr: 'pipe',
    gracefulShutdown: { signal: 'SIGTERM', timeout: 5000 },
  },
})
