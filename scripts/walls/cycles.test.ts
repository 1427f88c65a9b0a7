import { expect, it } from 'vitest'
import { cyclesBetweenFolders, importsInCycles, importsOfFiles } from './import-graph.ts'

const files = await importsOfFiles(['src', 'client', 'content', 'catalogue', 'scripts', 'test'])

it('no imports between folders form a cycle', () => {
  expect(cyclesBetweenFolders(files)).toEqual([])
})

it('no imports between files form a cycle', () => {
  expect(importsInCycles(files)).toEqual([])
})

it('finds a cycle through several folders, including one of types', () => {
  const planted = new Map([
    ['src/a/one.ts', new Set(['src/b/two.ts', 'src/d/four.ts'])],
    ['src/b/deep/two.ts', new Set(['src/b/two.ts', 'src/c/three.ts'])],
    ['src/c/three.ts', new Set(['src/a/other.ts', 'src/index.ts'])],
  ])
  expect(cyclesBetweenFolders(planted)).toEqual(['src/a → src/b', 'src/b → src/c', 'src/c → src/a'])
})

it('finds a cycle of files, without the files that only lead to it', () => {
  const planted = new Map([
    ['a.ts', new Set(['b.ts', 'd.ts'])],
    ['b.ts', new Set(['c.ts'])],
    ['c.ts', new Set(['a.ts'])],
    ['e.ts', new Set(['a.ts'])],
  ])
  expect(importsInCycles(planted)).toEqual(['a.ts → b.ts', 'b.ts → c.ts', 'c.ts → a.ts'])
})
