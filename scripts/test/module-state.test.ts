import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { isStateless } from './module-state.ts'

/**
 * Caches of pure functions, caches by object or random id, a number that returns to 0, collections
 * that stay empty or empty themselves, and a function that every worker sets when it loads.
 */
const harmless = [
  'src/admin/layout/admin-document.tsx',
  'src/api/direct-outputs.ts',
  'src/backend/counted-d1.ts',
  'src/backend/imports/stored-catalogue.ts',
  'src/config/backend-config.ts',
  'src/coverage-map/country-extent.ts',
  'src/coverage-map/land-grid.ts',
  'src/coverage-map/shop-map.ts',
  'src/domain/country-search/russian-endings.ts',
  'src/domain/country-search/search-index.ts',
  'src/domain/country-search/search-order.ts',
  'src/domain/phone-models/find-models.ts',
  'src/domain/request-scope.ts',
  'src/http/cookies/session-cookies.ts',
  'src/http/page-styles.ts',
  'src/http/page/coverage.ts',
  'src/http/page/form-data.ts',
  'src/http/page/frame.tsx',
  'src/locale/formats.ts',
  'src/requests/limited-body.ts',
  'src/share-picture/lettering.ts',
  'src/ui/tariffs/tariff-card.tsx',
]

/** Matches a variable, or a collection that starts empty, outside of functions. */
const state =
  /^(export )?(let |(const|static) [^\n]*= (new (Weak|Bounded)?(Map|Set)(<[^;]*>)?\(\w*\)|\{\}|\[\])$)/m

it('finds every module with state', () => {
  const modules = globSync('src/**/*.{ts,tsx}').filter((path) => !path.includes('.test.'))
  const found = modules.filter((path) => state.test(readFileSync(path, 'utf8')))
  expect(found).toContain('src/backend/alerts/unproven-webhooks.ts')
  expect(found.filter((path) => isStateless(`/${path}`)).toSorted()).toEqual(harmless)
})
