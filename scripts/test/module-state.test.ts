import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { isStateless } from './module-state.ts'

/**
 * Caches of pure functions, caches by object or random id, a number that returns to 0, collections
 * that stay empty or empty themselves, and a function that every worker sets when it loads.
 */
const harmless = [
  'src/office/document.tsx',
  'src/site/api/direct-outputs.ts',
  'src/kit/counted-d1.ts',
  'src/plans/stored-catalogue.ts',
  'src/settings.ts',
  'src/plans/map/dots.ts',
  'src/plans/map/land-grid.ts',
  'src/plans/map/shop-map.ts',
  'src/plans/country-search.shared.ts',
  'src/plans/country-search.shared.ts',
  'src/plans/search-order.ts',
  'src/plans/find-models.ts',
  'src/kit/log.ts',
  'src/site/cookies.ts',
  'src/site/page-styles.ts',
  'src/plans/pages/coverage.ts',
  'src/site/form-data.ts',
  'src/site/document.tsx',
  'src/words/formats.shared.ts',
  'src/kit/limited-body.ts',
  'src/site/share-picture/lettering.ts',
  'src/plans/plan-card.tsx',
]

/** Matches a variable, or a collection that starts empty, outside of functions. */
const state =
  /^(export )?(let |(const|static) [^\n]*= (new (Weak|Bounded)?(Map|Set)(<[^;]*>)?\(\w*\)|\{\}|\[\])$)/m

it('finds every module with state', () => {
  const modules = globSync('src/**/*.{ts,tsx}').filter((path) => !path.includes('.test.'))
  const found = modules.filter((path) => state.test(readFileSync(path, 'utf8')))
  expect(found).toContain('src/messages/unproven-webhooks.ts')
  expect(found.filter((path) => isStateless(`/${path}`)).toSorted()).toEqual(
    [...new Set(harmless)].toSorted(),
  )
})
