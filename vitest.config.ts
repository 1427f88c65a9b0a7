import { cloudflareTest, readD1Migrations } from '@cloudflare/vitest-plugin'
import { defineConfig } from 'vitest/config'
import { clientScripts } from './vite.config.ts'

/** `unit` runs pure code in Node; `worker` runs the shop inside workerd with real D1 and KV. */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
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
          setupFiles: ['./test/apply-migrations.ts'],
          include: ['test/**/*.test.{ts,tsx}'],
          exclude: ['test/{e2e,faults}/**'],
        },
      },
    ],
  },
})
