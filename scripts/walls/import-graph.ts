import { readdir, readFile } from 'node:fs/promises'
import { posix, sep } from 'node:path'
import { parseSync } from 'vite'

/** Imports between files or folders, by paths from the project's root. */
export type ImportGraph = ReadonlyMap<string, ReadonlySet<string>>

/**
 * Reads the relative imports of all modules in `folders` except tests. Imports of types count like
 * other imports.
 */
export async function importsOfFiles(folders: readonly string[]): Promise<ImportGraph> {
  const files = (await Promise.all(folders.map(modulesIn))).flat()
  const entries = files.map(async (file) => {
    const specifiers = relativeImports(file, await readFile(file, 'utf8'))
    const paths = specifiers.map((path) => posix.join(posix.dirname(file), path))
    return [file, new Set(paths)] as const
  })
  return new Map(await Promise.all(entries))
}

export async function modulesIn(folder: string): Promise<readonly string[]> {
  const names = await readdir(folder, { recursive: true })
  return names
    .filter((name) => /\.(tsx?|mjs)$/.test(name) && !name.includes('.test.'))
    .map((name) => posix.join(folder, name.replaceAll(sep, '/')))
}

function relativeImports(file: string, code: string): readonly string[] {
  const { module } = parseSync(file, code)
  const exported = module.staticExports.flatMap(({ entries }) => entries)
  const specifiers = [
    ...module.staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...exported.flatMap(({ moduleRequest }) => moduleRequest?.value ?? []),
    ...module.dynamicImports.map(({ moduleRequest: { start, end } }) =>
      code.slice(start + 1, end - 1),
    ),
  ]
  return specifiers.filter((specifier) => specifier.startsWith('.'))
}
