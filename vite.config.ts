import { readdir, readFile } from 'node:fs/promises'
import { basename, resolve } from 'node:path'
import { cloudflare } from '@cloudflare/vite-plugin'
import { defineConfig } from 'vite'
import type { Plugin } from 'vite'
import { chunkList } from './scripts/build/client-chunks.ts'
import { eagerReact } from './scripts/build/eager-react.ts'
import { entryStamp, stampCodes } from './scripts/build/entry-stamps.ts'
import { flagFiles, flagSprite } from './scripts/build/flag-sprite.ts'
import { serviceWorker } from './scripts/build/service-worker-plugin.ts'
import { guardDeploy } from './scripts/deploy/deploy-guard.ts'
import { stampBuild } from './scripts/start/build.ts'
import { withoutServices } from './scripts/start/wrangler-dev.ts'

const bootEntry = 'client/boot.ts'
const serviceWorkerEntry = 'client/service-worker.ts'
const flagsFolder = 'node_modules/country-flag-icons/3x2'

/** Chunks that rarely change, so that browsers keep them cached between releases. */
const libraries = [
  { name: 'react', test: /node_modules\/(react|react-dom|scheduler|use-sync-external-store)\// },
  { name: 'zod', test: /node_modules\/zod\// },
  { name: 'fields', test: /src\/forms\/(controls\/|[^/]+$)/, minShareCount: 2 },
]

export default defineConfig({
  publicDir: 'static',
  plugins: [
    clientScripts(),
    flags(),
    entryStamps(),
    chunkList(),
    eagerReact(),
    renderToString(),
    serviceWorker({ entry: serviceWorkerEntry, offline: [bootEntry, 'client/offline-page.ts'] }),
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
            chunkFileNames: ({ facadeModuleId }) => `assets/${chunkName(facadeModuleId)}-[hash].js`,
          },
        },
      },
    },
    esim_storefront: { build: { minify: true, cssMinify: true } },
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

/** Returns `order-form` for src/forms/order/form.tsx. */
function chunkName(module: string | null): string {
  const [, form] = /\/src\/forms\/([\w-]+)\/form\.tsx$/.exec(module ?? '') ?? []
  return form === undefined ? '[name]' : `${form}-form`
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

/** Provides `virtual:client-scripts`, the URLs of the scripts that every page loads. */
export function clientScripts(): Plugin {
  const name = 'virtual:client-scripts'
  let isBuild = false
  return {
    name,
    sharedDuringBuild: true,
    configResolved: (config) => {
      isBuild = config.command === 'build'
    },
    resolveId: (id) => (id === name ? `\0${name}` : null),
    hotUpdate({ server }) {
      if (this.environment.name !== 'client')
        server.environments['client']?.hot.send({ type: 'full-reload' })
    },
    async load(id) {
      if (id !== `\0${name}`) return null
      const boot = isBuild ? await builtURL(bootEntry) : `/${bootEntry}`
      const scripts = isBuild ? [boot] : ['/@vite/client', boot]
      return `export const scripts = ${JSON.stringify(scripts)}`
    },
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
      filter: { id: /^react-dom\/server$/ },
      handler: () =>
        resolve('node_modules/react-dom/cjs/react-dom-server-legacy.browser.production.js'),
    },
  }
}

async function builtURL(entry: string): Promise<string> {
  const manifest: Record<string, { file: string }> = JSON.parse(
    await readFile('dist/client/.vite/manifest.json', 'utf8'),
  )
  const file = manifest[entry]?.file
  if (file === undefined) throw new Error(`${entry} is not in the client's manifest`)
  return `/${file}`
}

/**
 * Serves the flags of country-flag-icons as `/flags/tr.svg`, and the files with many flags as
 * `/flags/all.svg` and `/flags/common.svg`.
 */
function flags(): Plugin {
  return {
    name: 'flags',
    applyToEnvironment: (environment) => environment.name === 'client',
    async generateBundle() {
      const files = (await readdir(flagsFolder)).filter((file) => /^[A-Z]{2}\.svg$/.test(file))
      for (const file of files) {
        const source = await readFile(`${flagsFolder}/${file}`, 'utf8')
        this.emitFile({ type: 'asset', fileName: `flags/${file.toLowerCase()}`, source })
      }
      for (const [name, codes] of Object.entries(flagFiles)) {
        const source = await flagSprite(codes)
        this.emitFile({ type: 'asset', fileName: `flags/${name}.svg`, source })
      }
    },
    configureServer(server) {
      server.middlewares.use('/flags/', (request, response, next) => {
        const name = basename(request.url ?? '', '.svg')
        flagFile(name).then(
          (svg) => response.setHeader('Content-Type', 'image/svg+xml').end(svg),
          () => next(),
        )
      })
    },
  }
}

async function flagFile(name: string): Promise<string> {
  if (name === 'all' || name === 'common') return flagSprite(flagFiles[name])
  if (!/^[a-z]{2}$/.test(name)) throw new Error(`There is no file of flags named ${name}`)
  return readFile(`${flagsFolder}/${name.toUpperCase()}.svg`, 'utf8')
}

/** Serves the entry stamp of each country as `/stamps/tr.svg`. */
function entryStamps(): Plugin {
  return {
    name: 'entry-stamps',
    applyToEnvironment: (environment) => environment.name === 'client',
    async generateBundle() {
      for (const code of stampCodes) {
        const source = await entryStamp(code)
        this.emitFile({ type: 'asset', fileName: `stamps/${code}.svg`, source })
      }
    },
    configureServer(server) {
      server.middlewares.use('/stamps/', (request, response, next) => {
        entryStamp(basename(request.url ?? '', '.svg')).then(
          (svg) => response.setHeader('Content-Type', 'image/svg+xml').end(svg),
          () => next(),
        )
      })
    },
  }
}
