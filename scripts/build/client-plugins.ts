import { readFile } from 'node:fs/promises'
import type { Plugin } from 'vite'
import { relative } from 'node:path'

export const bootEntry = 'client/boot.ts'

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

async function builtURL(entry: string): Promise<string> {
  const manifest: Record<string, { file: string }> = JSON.parse(
    await readFile('dist/client/.vite/manifest.json', 'utf8'),
  )
  const file = manifest[entry]?.file
  if (file === undefined) throw new Error(`${entry} is not in the client's manifest`)
  return `/${file}`
}

/** A built client script. `modules` are paths from the project's root. */
export type Chunk = {
  readonly file: string
  readonly modules: readonly string[]
  readonly imports: readonly string[]
  readonly dynamicImports: readonly string[]
}

/** The build writes this file, and scripts/build/sizes.ts reads it. */
export const chunkListFile = 'dist/client/.vite/chunks.json'

/** Writes the list of chunks. The folder `.vite` is not served. */
export function chunkList(): Plugin {
  return {
    name: 'chunk-list',
    apply: 'build',
    applyToEnvironment: (environment) => environment.name === 'client',
    generateBundle(_, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
      const list = chunks.map(({ fileName, moduleIds, imports, dynamicImports }): Chunk => {
        const modules = moduleIds.map((id) => relative(process.cwd(), id.replace('\0', '')))
        return { file: fileName, modules, imports, dynamicImports }
      })
      this.emitFile({
        type: 'asset',
        fileName: '.vite/chunks.json',
        source: JSON.stringify(list, null, 2),
      })
    },
  }
}

/** A CommonJS module as Rolldown wraps it: `__commonJSMin(((exports) => {`. */
const wrapper = /(__commonJS(?:Min)?\()\(\(([\w, ]*)\) => \{/g

/**
 * Wraps React's modules in functions in place of arrow functions. Chromium compiles a function in
 * parentheses with the script, in another thread. It compiles an arrow function when it is called,
 * while the visitor waits for the form.
 */
export function eagerReact(): Plugin {
  return {
    name: 'eager-react',
    apply: 'build',
    applyToEnvironment: (environment) => environment.name === 'client',
    renderChunk(code, { name }) {
      if (name !== 'react') return null
      const eager = code.replace(wrapper, '$1(function($2) {')
      if (eager === code) this.error('React has no CommonJS modules to wrap')
      return { code: eager, map: null }
    },
  }
}
