import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { isStateless } from './module-state.ts'

/** Caches of pure functions, and a set that stays empty. */
const harmless = [
  'src/backend/imports/stored-catalogue.ts',
  'src/config/backend-config.ts',
  'src/domain/country-search/search-index.ts',
  'src/domain/country-search/search-order.ts',
  'src/domain/phone-models/find-models.ts',
  'src/locale/formats.ts',
]

/** Matches a variable, or a collection that starts empty, outside of functions. */
const state =
  /^(export )?(let |(const|static) [^\n]*= (new (Weak)?(Map|Set)(<[^;]*>)?\(\)|\{\}|\[\])$)/m

it('finds every module with state', () => {
  const modules = globSync('src/**/*.{ts,tsx}').filter((path) => !path.includes('.test.'))
  const found = modules.filter((path) => state.test(readFileSync(path, 'utf8')))
  expect(found).toContain('src/backend/counted-d1.ts')
  expect(found.filter((path) => isStateless(`/${path}`)).toSorted()).toEqual(harmless)
})
