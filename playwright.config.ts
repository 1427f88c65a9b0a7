import { readdirSync } from 'node:fs'
import { defineConfig } from '@playwright/test'
import { shellOptions } from './scripts/test/browsers.ts'
import { useMemoryForTemporaryFiles } from './scripts/test/run-options.ts'
import { selectProjects } from './scripts/test/select-journeys.ts'
import { origins } from './test/e2e/servers.ts'
import type { ServerName } from './test/e2e/servers.ts'

type Journeys = {
  readonly name: string
  readonly files: readonly string[]
  readonly baseURL: string | undefined
  readonly outbox: string | undefined
  readonly servers: readonly ServerName[]
  readonly grepInvert?: RegExp
}

useMemoryForTemporaryFiles()
const files = readdirSync('test/e2e').filter((file) => file.endsWith('.test.ts'))
/** Journeys through shops with other settings. */
const elsewhere = [
  'services.test.ts',
  'languages.test.ts',
  'supplier.test.ts',
  'office-suppliers.test.ts',
]
const projects: readonly Journeys[] = [
  {
    name: 'shop',
    files: files.filter((file) => !elsewhere.includes(file)),
    baseURL: origins.shop,
    outbox: origins.shop,
    servers: ['access', 'shop'],
  },
  {
    // Sign-in is the same in every language and without JavaScript, so it runs in one way here.
    name: 'shop over an API',
    files: ['purchase.test.ts', 'accounts.test.ts'],
    grepInvert: /accounts\.test\.ts in (ru|en, JavaScript off)/,
    baseURL: origins.shopOverApi,
    outbox: origins.api,
    servers: ['api', 'shopOverApi'],
  },
  {
    name: 'shop with analytics and Turnstile',
    files: ['services.test.ts'],
    baseURL: origins.shopWithServices,
    outbox: origins.api,
    servers: ['api', 'shopWithServices', 'services'],
  },
  {
    name: 'shop in more languages',
    files: ['languages.test.ts'],
    baseURL: origins.shopInMoreLanguages,
    outbox: origins.shopInMoreLanguages,
    servers: ['shopInMoreLanguages'],
  },
  {
    name: 'shop with a supplier',
    files: ['supplier.test.ts', 'office-suppliers.test.ts'],
    baseURL: origins.shopOfAiralo,
    outbox: origins.shopOfAiralo,
    servers: ['access', 'airalo', 'shopOfAiralo'],
  },
]

export default defineConfig({
  testDir: 'test/e2e',
  outputDir: '.cache/journeys-output',
  fullyParallel: true,
  workers: 2,
  // The output names journeys that needed the second attempt.
  retries: 1,
  forbidOnly: true,
  timeout: 60_000,
  // The default of 5 s is too short while other tests run on two cores.
  expect: { timeout: 15_000 },
  reporter: process.env['PLAYWRIGHT_JSON_OUTPUT_NAME'] ? [['list'], ['json']] : [['list']],
  use: {
    browserName: 'chromium',
    launchOptions: shellOptions(),
    // Shorter than the timeout of a journey, so that the error shows the step that waited.
    actionTimeout: 40_000,
    navigationTimeout: 40_000,
    // Installing the service worker takes longer than the journey of one page. It also hides
    // requests from journeys that lose or delay them.
    serviceWorkers: 'block',
    // Only the journeys of transitions.test.ts wait for transitions between pages.
    contextOptions: { reducedMotion: 'reduce' },
  },
  projects: projects.map(({ name, files: testMatch, grepInvert, baseURL, outbox }) => ({
    name,
    testMatch: [...testMatch],
    ...(grepInvert && { grepInvert }),
    use: { baseURL },
    metadata: { outbox },
  })),
  webServer: serve(
    selectProjects(projects, process.argv.slice(2)).flatMap(({ servers }) => servers),
  ),
})

export function serve(servers: readonly ServerName[]) {
  return {
    command: `node test/e2e/start-servers.ts ${[...new Set(servers)].join(' ')}`,
    // Sets JOURNEY_ORIGINS, which test/e2e/servers.ts reads.
    wait: { stdout: /Servers: (?<journey_origins>.*)/ },
    timeout: 300_000,
    stderr: 'pipe',
    gracefulShutdown: { signal: 'SIGTERM', timeout: 5000 },
  } as const
}
