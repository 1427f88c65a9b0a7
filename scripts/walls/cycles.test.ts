import { expect, it } from 'vitest'
import { cyclesBetweenFolders, importsOfFiles } from './import-graph.ts'

it('no imports between folders form a cycle', async () => {
  const folders = ['src', 'client', 'content', 'catalogue', 'scripts', 'test']
  expect(cyclesBetweenFolders(await importsOfFiles(folders))).toEqual([])
})

it('finds a cycle through several folders, including one of types', () => {
  const files = new Map([
    ['src/a/one.ts', new Set(['src/b/two.ts', 'src/d/four.ts'])],
    ['src/b/deep/two.ts', new Set(['src/b/two.ts', 'src/c/three.ts'])],
    ['src/c/three.ts', new Set(['src/a/other.ts', 'src/index.ts'])],
  ])
  expect(cyclesBetweenFolders(files)).toEqual(['src/a → src/b', 'src/b → src/c', 'src/c → src/a'])
})
