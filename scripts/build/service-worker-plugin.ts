import { build } from 'vite'
import type { Plugin } from 'vite'
import { sourcesHash } from '../start/build.ts'

type Options = { readonly entry: string; readonly boot: string }

/**
 * Builds `/sw.js`. It is a classic script, because some browsers do not support module workers. Its
 * name has no hash, because browsers look for updates at the registered URL.
 */
export function serviceWorker({ entry, boot }: Options): Plugin {
  return {
    name: 'service-worker',
    apply: 'build',
    applyToEnvironment: (environment) => environment.name === 'client',
    async generateBundle(_, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
      const first = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(`/${boot}`))
      if (!first)
        throw new Error(
          `The client build has no chunk for ${boot}. Check the entries in vite.config.ts.`,
        )
      const release = {
        id: (await sourcesHash()).slice(0, 12),
        scripts: [first.fileName, ...first.imports].map((file) => `/${file}`),
      }
      const code = await codeOf(entry, { RELEASE: JSON.stringify(release) })
      this.emitFile({ type: 'asset', fileName: 'sw.js', source: code })
    },
  }
}

async function codeOf(entry: string, define: Record<string, string>): Promise<string> {
  const built = await build({
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    define,
    build: {
      write: false,
      modulePreload: false,
      rolldownOptions: { input: entry, output: { format: 'iife' } },
    },
  })
  const [chunk, ...others] = 'output' in built ? built.output : []
  if (chunk?.type !== 'chunk' || others.length > 0)
    throw new Error(`${entry} must build to one script. Remove its dynamic imports and assets.`)
  return chunk.code
}
