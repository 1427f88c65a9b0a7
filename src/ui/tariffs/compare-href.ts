import type { WorldRegion } from '../../contract/places.ts'
import type { Tariff } from '../../contract/tariffs.ts'
import type { Locale } from '../../locale/locales.ts'
import { href } from '../../locale/paths.ts'
import type { QueryParams } from '../../locale/paths.ts'

/** The place of a list of plans. A list without a place has the plans of all places. */
export type PlansPlace = {
  readonly country?: string | undefined
  readonly region?: string | undefined
  readonly worldRegion?: WorldRegion | undefined
}

/** Returns the URL of a list in which plans can be marked, with `plans` marked. */
export function compareHref(
  locale: Locale,
  place: PlansPlace,
  plans: readonly string[],
  filters: QueryParams = {},
): string {
  const tariffID = plans.length === 0 ? undefined : plans.join(',')
  return href(locale, 'compare', null, { ...place, ...filters, tariffID })
}

/** Returns the place in whose list a plan is compared with others. */
export function placeOfPlan({
  kind,
  countryCodes: [country],
  regionIdent,
  worldRegion,
}: Pick<Tariff, 'kind' | 'countryCodes' | 'regionIdent' | 'worldRegion'>): PlansPlace {
  if (kind === 'multi') return worldRegion === null ? {} : { worldRegion }
  return regionIdent === null ? { country } : { country, region: regionIdent }
}
