import { cloudflareTest, readD1Migrations } from '@cloudflare/vitest-plugin'
import { defineConfig } from 'vitest/config'
import { migrationsFolder } from './scripts/database/migrations.ts'
import { sampleSettings } from './scripts/start/sample-settings.ts'
import {
  fuzzOptions,
  isFast,
  propertySeed,
  useMemoryForTemporaryFiles,
} from './scripts/test/run-options.ts'
import { clientScripts } from './scripts/build/client-plugins.ts'

useMemoryForTemporaryFiles()
const wrangler = { configPath: './wrangler.toml' }
const seedSetup = './test/support/property-seed.ts'
const externalApiTests = [
  'test/storefront/external-api.test.ts',
  'test/faults/worker/api-faults.test.ts',
]
const faultAtEachCall = 'test/faults/worker/database-faults.test.ts'
const oneLanguageTest = 'test/storefront/one-language.test.ts'
const servedBackendTest = 'test/contract/served.test.ts'
const longTests = [
  'scripts/build/land.test.ts',
  'scripts/command.test.ts',
  'scripts/database/migrations.test.ts',
  'scripts/shop/{archive,backup}.test.ts',
]

/** Runs tests in workerd with settings that differ from those of the sample shop. */
function workerWith(settings: { readonly [name: string]: string }) {
  return cloudflareTest(async () => ({
    wrangler,
    miniflare: {
      bindings: {
        ...sampleSettings,
        ...settings,
        MIGRATIONS: await readD1Migrations(migrationsFolder),
        DEV_TOOLS: '1',
        PAYMENT_SECRET: 'a secret of the test run',
        CODE_PEPPER: 'a pepper of the test run',
      },
    },
  }))
}

export default defineConfig({
  plugins: [clientScripts()],
  test: {
    css: true,
    // Vitest's default of 5 s is too short on a busy machine.
    testTimeout: 30_000,
    // By default, Vitest leaves one core free. With two cores, files would run one after another.
    maxWorkers: '100%',
    hookTimeout: 60_000,
    provide: { propertySeed: propertySeed(), fuzz: fuzzOptions() },
    projects: [
      {
        // Pure code in Node. It has no state, so test files share a process.
        extends: true,
        test: {
          name: 'unit',
          isolate: false,
          setupFiles: [seedSetup],
          include: [
            '{src,client,content,catalogue,scripts}/**/*.test.{ts,tsx}',
            'test/fixtures/*.test.ts',
          ],
          exclude: longTests,
        },
      },
      {
        // Commands as an operator starts them, and a map of the world. Only `npm test -- --all` runs these tests.
        extends: true,
        test: { name: 'long', isolate: false, setupFiles: [seedSetup], include: longTests },
      },
      {
        // The shop with its customers, providers and suppliers, in Node over SQLite. Pages and mails
        // are rendered as in production, because development takes several times as long.
        extends: true,
        oxc: { jsx: { development: false } },
        test: {
          name: 'simulation',
          env: { NODE_ENV: 'production' },
          include: ['test/simulation/*.test.ts'],
        },
      },
      {
        // The storefront in Node, over a failing API.
        extends: true,
        test: {
          name: 'faults',
          setupFiles: [seedSetup],
          include: ['test/faults/*.test.ts'],
        },
      },
      {
        // The shop in workerd, over D1 and KV.
        extends: true,
        plugins: [workerWith({})],
        test: {
          name: 'worker',
          globalSetup: ['./test/servers/access-setup.ts'],
          // One runtime for each core, not for each file: a start takes 5 s.
          isolate: false,
          setupFiles: ['./test/support/new-shop.ts', seedSetup],
          include: ['test/**/*.test.{ts,tsx}'],
          exclude: [
            'test/{browsers,e2e,built,fixtures,simulation}/**',
            'test/faults/*.test.ts',
            ...externalApiTests,
            servedBackendTest,
            oneLanguageTest,
            ...(isFast ? [faultAtEachCall] : []),
          ],
        },
      },
      {
        // A shop that has switched off Russian.
        extends: true,
        plugins: [workerWith({ LANGUAGES: 'en' })],
        test: {
          name: 'one-language',
          globalSetup: ['./test/servers/access-setup.ts'],
          setupFiles: ['./test/support/new-shop.ts'],
          include: [oneLanguageTest],
        },
      },
      {
        // The storefront in workerd, over an external API.
        extends: true,
        plugins: [
          cloudflareTest(({ inject }) => ({
            wrangler,
            miniflare: {
              bindings: { ...sampleSettings, API_BASE_URL: inject('externalApi'), DEV_TOOLS: '1' },
            },
          })),
        ],
        test: {
          name: 'external-api',
          include: externalApiTests,
          globalSetup: ['./test/servers/external-api.ts', './test/servers/faulty-api.ts'],
        },
      },
      {
        // The built shop in separate processes. `npm test -- --all` runs it after the build.
        extends: true,
        test: {
          name: 'built',
          include: ['test/built/*.test.ts'],
          fileParallelism: false,
          globalSetup: ['./test/servers/build.ts'],
        },
      },
      {
        // The backend over HTTP, as `npm run backend` serves it.
        extends: true,
        test: {
          name: 'served-backend',
          include: [servedBackendTest],
          globalSetup: ['./test/servers/backend.ts'],
        },
      },
    ],
  },
})
