import { defineConfig } from '@playwright/test'
import { chromiumOptions } from './scripts/test/chromium.ts'

const shop = 'http://localhost:8799'
const api = 'http://localhost:8798'
const shopOverApi = 'http://localhost:8797'
const thirdParties = 'http://localhost:8796'
const shopWithThirdParties = 'http://localhost:8795'
const dataFolder = `.cache/journeys-${process.env['TEST_RUN'] ?? process.pid}`
const settings = [
  `ANALYTICS_URL:${thirdParties}/goals`,
  'TURNSTILE_SITE_KEY:turnstile-key',
  'TURNSTILE_SECRET:turnstile-secret',
  `TURNSTILE_VERIFY_URL:${thirdParties}/siteverify`,
]
  .map((each) => `--var ${each}`)
  .join(' ')
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
  use: { browserName: 'chromium', launchOptions: chromiumOptions() },
  projects: [
    {
      name: 'shop',
      testIgnore: 'third-parties.test.ts',
      use: { baseURL: shop },
      metadata: { outbox: shop },
    },
    // The same journeys with the backend served apart from the shop, over HTTP; those of accounts in one way.
    {
      name: 'shop over an API',
      testMatch: ['purchase.test.ts', 'accounts.test.ts'],
      grepInvert: /accounts\.test\.ts in (ru|en, JavaScript off)/,
      use: { baseURL: shopOverApi },
      metadata: { outbox: api },
    },
    {
      name: 'shop with analytics and a bot check',
      testMatch: 'third-parties.test.ts',
      use: { baseURL: shopWithThirdParties },
      metadata: { outbox: api },
    },
  ],
  webServer: [
    serve(`scripts/start/serve.ts --port 8799 --persist-to ${dataFolder}`, `${shop}/healthz`),
    serve(
      `scripts/start/backend.ts --port 8798 --persist-to ${dataFolder}-api --shop ${shopOverApi}`,
      `${api}/web-faq?lang=en`,
    ),
    serve(
      `scripts/start/serve.ts --port 8797 --persist-to ${dataFolder}-over-api --api ${api}`,
      `${shopOverApi}/healthz`,
    ),
    serve(
      `scripts/start/serve.ts --port 8795 --persist-to ${dataFolder}-third-parties --api ${api} ${settings}`,
      `${shopWithThirdParties}/healthz`,
    ),
    serve('test/e2e/third-parties-server.ts', thirdParties),
  ],
})

function serve(script: string, url: string) {
  const gracefulShutdown = { signal: 'SIGTERM', timeout: 5000 } as const
  return {
    command: `node ${script}`,
    url,
    env: { SHOP_SETTINGS: 'sample' },
    timeout: 120_000,
    stdout: 'ignore',
    stderr: 'pipe',
    gracefulShutdown,
  } as const
}
