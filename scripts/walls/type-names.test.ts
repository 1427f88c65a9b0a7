import { expect, it } from 'vitest'
import { doubledNames, typesIn, typesOfFiles } from './type-names.ts'

it('gives each type a unique name', async () => {
  const folders = ['src', 'client', 'content', 'catalogue', 'scripts', 'test']
  expect(doubledNames(await typesOfFiles(folders))).toEqual([])
})

it('finds types, interfaces and classes of the same name', () => {
  const types = [
    ...typesIn('src/a.ts', 'export type Plan = string\nexport class Offer {}\ntype Props = 1'),
    ...typesIn('src/b.ts', 'interface Plan {}\ntype Row = 1\ntype Props = 2'),
    ...typesIn('test/c.ts', 'export type Offer = 1\ntype Row = 2\nconst Plan = 1'),
  ]
  expect(doubledNames(types)).toEqual(['Offer: src/a.ts, test/c.ts', 'Plan: src/a.ts, src/b.ts'])
})
