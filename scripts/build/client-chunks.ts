import { relative } from 'node:path'
import type { Plugin } from 'vite'

/** A script of the client: the modules in it, by path from the project's root, and the scripts it imports at once and later. */
export type Chunk = {
  readonly file: string
  readonly modules: readonly string[]
  readonly imports: readonly string[]
  readonly dynamicImports: readonly string[]
}

/** Where the build says which modules went into which script; for scripts/build/sizes.ts. */
export const chunkListFile = 'dist/client/.vite/chunks.json'

/** Writes the list. The folder `.vite` is not served. */
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
