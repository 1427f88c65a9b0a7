import { build, type Plugin, type Rolldown } from 'vite'
import { sourcesHash } from './built-sources.ts'

type Options = {
  readonly entry: string
  /** The scripts of pages without a network. The boot script is the first. */
  readonly offline: readonly string[]
}

/**
 * Builds `/sw.js`. It is a classic script, because some browsers do not support module workers. Its
 * name has no hash, because browsers look for updates at the registered URL.
 */
export function serviceWorker({ entry, offline }: Options): Plugin {
  return {
    name: 'service-worker',
    apply: 'build',
    applyToEnvironment: (environment) => environment.name === 'client',
    async generateBundle(_, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
      const files = offline.flatMap((module) => filesOf(chunks, module))
      const release = {
        id: (await sourcesHash()).slice(0, 12),
        scripts: [...new Set(files)].map((file) => `/${file}`),
      }
      const code = await codeOf(entry, { RELEASE: JSON.stringify(release) })
      this.emitFile({ type: 'asset', fileName: 'sw.js', source: code })
    },
  }
}

function filesOf(chunks: readonly Rolldown.OutputChunk[], module: string): readonly string[] {
  const chunk = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(`/${module}`))
  if (!chunk)
    throw new Error(
      `The client build has no chunk for ${module}. Check the entries in vite.config.ts.`,
    )
  return [chunk.fileName, ...chunk.imports]
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
