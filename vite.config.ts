import { resolve } from 'node:path'
import { cloudflare } from '@cloudflare/vite-plugin'
import { defineConfig } from 'vite'
import type { Plugin } from 'vite'
import { chunkList, bootEntry, clientScripts, eagerReact } from './scripts/build/client-plugins.ts'
import { flags } from './scripts/build/flags.ts'
import { dataAsJson, leaveOutUnused, withoutDescriptions } from './scripts/build/worker-plugins.ts'
import { serviceWorker } from './scripts/build/service-worker-plugin.ts'
import { guardDeploy } from './scripts/deploy/deploy-guard.ts'
import { stampBuild } from './scripts/build/built-sources.ts'
import { withoutServices } from './scripts/start/wrangler-dev.ts'

const serviceWorkerEntry = 'client/service-worker.ts'

/**
 * The modules that forms share, in one file. Starting a request takes 5 ms of a slow phone's CPU.
 */
const formModules = [
  /\/src\/ui\/(consent|fields|form-(definition|errors|values)|post-form)\.shared\.tsx?$/,
  /\/src\/words\/texts\.shared\.ts$/,
  /\/src\/kit\/(email|limits|sign-in-code)\.shared\.ts$/,
]

/** Chunks that rarely change, so that browsers keep them cached between releases. */
const libraries = [
  { name: 'react', test: /node_modules\/(react|react-dom|scheduler|use-sync-external-store)\// },
  { name: 'zod', test: /node_modules\/zod\// },
  // Otherwise the partner account, which loads its passkeys in advance, makes a request for each.
  { name: 'requests', test: /\/(client\/requests|src\/kit\/tokens\.shared)\.ts$/ },
  {
    name: 'fields',
    test: (id: string) => formModules.some((module) => module.test(id)),
    minShareCount: 2,
  },
]

export default defineConfig({
  publicDir: 'static',
  plugins: [
    clientScripts(),
    flags(),
    chunkList(),
    eagerReact(),
    renderToString(),
    dataAsJson(),
    leaveOutUnused(),
    withoutDescriptions(),
    serviceWorker({
      entry: serviceWorkerEntry,
      offline: [bootEntry, 'client/offline-page.ts', 'client/on-demand.ts'],
    }),
    cloudflare({
      config: { vars: developmentVars() },
      // By default, the name in wrangler.toml is the name of the environment and its folder in
      // dist/.
      viteEnvironment: { name: 'esim_storefront' },
    }),
  ],
  environments: {
    client: {
      build: {
        manifest: true,
        rolldownOptions: {
          input: bootEntry,
          output: {
            codeSplitting: { groups: libraries, includeDependenciesRecursively: false },
            // Short, because the boot script, of at most 4 kB, names all files that it can load.
            chunkFileNames: ({ facadeModuleId }) =>
              `assets/${chunkName(facadeModuleId)}-[hash:6].js`,
          },
        },
      },
    },
    esim_storefront: {
      build: {
        minify: true,
        cssMinify: true,
        rolldownOptions: { output: { strictExecutionOrder: true } },
      },
    },
  },
  builder: {
    // The worker contains the names of the client's hashed files, so the client is built first.
    async buildApp(builder) {
      const { client, esim_storefront: worker } = builder.environments
      if (!client || !worker)
        throw new Error('expected the environments client and esim_storefront')
      await stampBuild(async () => {
        await builder.build(client)
        await builder.build(worker)
        await guardDeploy()
      })
    },
  },
})

/** Returns `order-form` for src/orders/order-form.shared.tsx. */
function chunkName(module: string | null): string {
  return /\/src\/\w+\/([\w-]+-form)\.shared\.tsx$/.exec(module ?? '')?.[1] ?? '[name]'
}

/**
 * Returns the variables of `npm run dev`, as `npm start` passes them to wrangler. They are never
 * part of a build.
 */
function developmentVars(): Record<string, string> {
  if (process.env['NODE_ENV'] === 'production' || process.argv.includes('build')) return {}
  return {
    SITE_ORIGIN: process.env['SITE_ORIGIN'] ?? 'http://localhost:8787',
    ...withoutServices,
    DEV_TOOLS: '1',
    // Hot reload replaces the code, but not the pages that the old code rendered.
    PAGE_CACHE: '0',
    PAYMENT_SECRET: 'development only',
    CODE_PEPPER: 'development only',
    ADMIN_LOCAL_SECRET: process.env['ADMIN_LOCAL_SECRET'] ?? '',
  }
}

/**
 * Pages are rendered to strings. `react-dom/server` also has the streaming renderer, 110 kB that
 * every isolate would compile at its start.
 */
function renderToString(): Plugin {
  return {
    name: 'render-to-string',
    enforce: 'pre',
    apply: 'build',
    applyToEnvironment: (environment) => environment.name === 'esim_storefront',
    resolveId: {
      filter: { id: /^react-dom\/server(\.edge)?$/ },
      handler: () =>
        resolve('node_modules/react-dom/cjs/react-dom-server-legacy.browser.production.js'),
    },
  }
}
