import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { importsOfFiles } from '../walls/import-graph.ts'
import { buildSources } from './built-sources.ts'

it('builds again after a change of any module that vite.config.ts imports', async () => {
  const config = await readFile('vite.config.ts', 'utf8')
  const imported = [...config.matchAll(/from '\.\/([^']+)'/g)].map(([, path = '']) => path)
  const graph = await importsOfFiles(['scripts', 'src'])
  const reached = new Set(imported)
  for (const file of reached) for (const next of graph.get(file) ?? []) reached.add(next)
  expect(reached.size).toBeGreaterThan(imported.length)
  const isCovered = (file: string) =>
    buildSources.some((source) => file === source || file.startsWith(`${source}/`))
  expect([...reached].filter((file) => !isCovered(file))).toEqual([])
})
