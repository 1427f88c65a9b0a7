import { expect, it } from 'vitest'
import { doubledNames, typesIn, typesOfFiles } from './type-names.ts'

it('gives no two types of the product the same name', async () => {
  const folders = ['src', 'client', 'content', 'catalogue', 'scripts', 'test']
  expect(doubledNames(await typesOfFiles(folders))).toEqual([])
})

it('finds types, interfaces and classes of the same name', () => {
  const types = [
    ...typesIn('src/a.ts', 'export type Plan = string\nexport class Offer {}\ntype Props = 1'),
    ...typesIn('src/b.ts', 'interface Plan {}\ntype Row = 1\ntype Props = 2'),
    ...typesIn('test/c.ts', 'type Offer = 1\ntype Row = 2\nconst Plan = 1'),
    ...typesIn('test/d.ts', 'type Local = 1'),
    ...typesIn('test/e.ts', 'type Local = 2'),
  ]
  expect(doubledNames(types)).toEqual(['Offer: src/a.ts, test/c.ts', 'Plan: src/a.ts, src/b.ts'])
})
