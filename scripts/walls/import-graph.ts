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

/**
 * Returns the imports between sibling folders that are part of a cycle, as `src/http/page →
 * src/http/endpoints`.
 */
export function cyclesBetweenFolders(files: ImportGraph): readonly string[] {
  return importsInCycles(importsBetweenSiblings(files))
}

export function importsInCycles(graph: ImportGraph): readonly string[] {
  return [...graph]
    .filter(([from]) => leadsTo(graph, from, from))
    .flatMap(([from, imported]) => [...imported].map((to) => ({ from, to })))
    .filter(({ from, to }) => leadsTo(graph, to, from))
    .map(({ from, to }) => `${from} → ${to}`)
    .toSorted()
}

function leadsTo(graph: ImportGraph, from: string, to: string): boolean {
  const reached = new Set(graph.get(from))
  for (const node of reached) for (const next of graph.get(node) ?? []) reached.add(next)
  return reached.has(to)
}

/**
 * Maps each import to the two sibling folders that contain its ends. Skips imports within a folder.
 */
function importsBetweenSiblings(files: ImportGraph): ImportGraph {
  const folders = new Map<string, Set<string>>()
  for (const [file, imported] of files)
    for (const target of imported) {
      const siblings = siblingFolders(file.split('/'), target.split('/'))
      if (siblings === null) continue
      const known = folders.get(siblings.from) ?? new Set()
      folders.set(siblings.from, known.add(siblings.to))
    }
  return folders
}

function siblingFolders(from: readonly string[], to: readonly string[]) {
  const parting = from.findIndex((name, index) => name !== to[index])
  const areFolders = parting < from.length - 1 && parting < to.length - 1
  // src and client share rooms, whose order is in rooms.ts.
  if (parting < 1 || !areFolders) return null
  const path = (names: readonly string[]) => names.slice(0, parting + 1).join('/')
  return { from: path(from), to: path(to) }
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
