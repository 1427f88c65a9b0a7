import { expect, it } from 'vitest'
import { componentsOfFiles, doubledNames, isNoun, typesIn, typesOfFiles } from './type-names.ts'

const types = await typesOfFiles(['src', 'client', 'content', 'catalogue', 'scripts', 'test'])

it('gives each type a unique name', () => {
  expect(doubledNames(types)).toEqual([])
})

it('gives each exported component a name that no exported type has', async () => {
  const components = await componentsOfFiles(['src'])
  expect(components.length).toBeGreaterThan(100)
  const exported = types.filter(({ isExported }) => isExported)
  expect(doubledNames([...exported, ...components])).toEqual([])
})

it('names types by nouns', () => {
  expect(types.map(({ name }) => name).filter((name) => !isNoun(name))).toEqual([])
})

it.each(['Waiting', 'Unpriced', 'OrderFound', 'Read', 'CreateSupplier', 'FromMemory', 'Thing'])(
  'finds that %s is not a noun',
  (name) => {
    expect(isNoun(name)).toBe(false)
  },
)

it.each(['ReviewRating', 'StoredPage', 'ReadHandler', 'Fromage', 'ListedName'])(
  'accepts %s',
  (name) => {
    expect(isNoun(name)).toBe(true)
  },
)

it('finds types, interfaces and classes of the same name', () => {
  const planted = [
    ...typesIn('src/a.ts', 'export type Plan = string\nexport class Offer {}\ntype Props = 1'),
    ...typesIn('src/b.ts', 'interface Plan {}\ntype Row = 1\ntype Props = 2'),
    ...typesIn('test/c.ts', 'export type Offer = 1\ntype Row = 2\nconst Plan = 1'),
  ]
  expect(doubledNames(planted)).toEqual(['Offer: src/a.ts, test/c.ts', 'Plan: src/a.ts, src/b.ts'])
})
