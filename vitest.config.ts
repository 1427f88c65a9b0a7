import { cloudflareTest, readD1Migrations } from '@cloudflare/vitest-plugin'
import { defineConfig } from 'vitest/config'
import { sampleSettings } from './scripts/start/sample-settings.ts'
import { fuzzOptions, propertySeed } from './scripts/test/seeds.ts'
import { clientScripts } from './vite.config.ts'

/**
 * `unit` runs pure code in Node; `worker` runs the shop inside workerd with real D1 and KV; `served` asks the backend over HTTP as
 * `npm run backend` serves it; `another api` is the shop in front of a server that is not ours.
 */
export default defineConfig({
  test: {
    provide: { propertySeed: propertySeed(), fuzz: fuzzOptions() },
    projects: [
      {
        plugins: [clientScripts()],
        test: {
          name: 'unit',
          css: true,
          setupFiles: ['./test/support/property-seed.ts'],
          include: ['{src,client,content,catalogue,scripts,test/faults}/**/*.test.{ts,tsx}'],
        },
      },
      {
        plugins: [
          clientScripts(),
          cloudflareTest(async () => ({
            wrangler: { configPath: './wrangler.toml' },
            miniflare: {
              bindings: {
                ...sampleSettings,
                MIGRATIONS: await readD1Migrations('src/backend/migrations'),
                DEV_TOOLS: '1',
                PAYMENT_SECRET: 'a secret of the test run',
                CODE_PEPPER: 'a pepper of the test run',
              },
            },
          })),
        ],
        test: {
          name: 'worker',
          css: true,
          setupFiles: ['./test/support/apply-migrations.ts', './test/support/property-seed.ts'],
          include: ['test/**/*.test.{ts,tsx}'],
          exclude: [
            'test/{e2e,faults}/**',
            'test/contract/served.test.ts',
            'test/storefront/external-api.test.ts',
          ],
        },
      },
      {
        plugins: [
          clientScripts(),
          cloudflareTest(({ inject }) => ({
            wrangler: { configPath: './wrangler.toml' },
            miniflare: {
              bindings: { ...sampleSettings, API_BASE_URL: inject('anotherApi'), DEV_TOOLS: '1' },
            },
          })),
        ],
        test: {
          name: 'another api',
          css: true,
          include: ['test/storefront/external-api.test.ts'],
          globalSetup: ['./test/servers/external-api.ts'],
        },
      },
      {
        test: {
          name: 'served',
          include: ['test/contract/served.test.ts'],
          globalSetup: ['./test/servers/backend.ts'],
        },
      },
    ],
  },
})
