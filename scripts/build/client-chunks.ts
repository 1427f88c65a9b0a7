import { relative } from 'node:path'
import type { Plugin } from 'vite'

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
