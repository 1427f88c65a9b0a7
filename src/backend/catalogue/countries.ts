import { z } from 'zod'
import { withoutRemains } from '../../contract/places.ts'
import type { Country, Region, countries, regions } from '../../contract/places.ts'
import { prices } from '../../contract/common.ts'
import { alphabeticName } from '../../locale/search/alphabetic-name.ts'
import type { SearchableCountry } from '../../domain/country-search/search-index.ts'
import { defaultLocale } from '../../locale/locales.ts'
import type { Locale } from '../../locale/locales.ts'
import { cachePerLocale } from '../../locale/cache-per-locale.ts'
import { ok } from '../../domain/result.ts'
import type { BackendContext, CatalogueDatabase } from '../context.ts'
import type { OperationResult } from '../operation-result.ts'
import { readJsonColumn, storedJson } from '../stored-json.ts'
import { titleOf } from './place-titles.ts'
import { cheapestPlan } from './placements.ts'

/** The prices (JSON) of the cheapest plan in stock, or null if all plans are out of stock. */
type OfferRow = { prices_from: string | null }
/** `titles` is a JSON object by language. `aliases` is a JSON array. */
type NameRow = { code: string; titles: string; aliases: string }
type CountryRow = OfferRow & NameRow
type RegionRow = OfferRow & { country_code: string; ident: string; title: string | null }

/** The number of popular countries (specification, section 9). */
export const popularCount = 20
const names = `code, aliases,
  (SELECT json_group_object(lang, title) FROM place_titles WHERE place = code) AS titles`
const titlesByLang = z.record(z.string(), z.string())
const aliasList = z.array(z.string())
const collatorOf = cachePerLocale((locale) => new Intl.Collator(locale))

export async function listCountries(
  { catalogue: db }: BackendContext,
  { lang, sortBy, [withoutRemains]: withSoldOut }: z.output<typeof countries.input>,
): Promise<OperationResult<{ data: Country[] }>> {
  const isPopular = sortBy === '1'
  const { results } = await db
    .prepare(
      `SELECT ${names}, cheapest.prices AS prices_from FROM countries
      ${withSoldOut === 'true' ? 'LEFT' : ''} JOIN tariffs cheapest
        ON cheapest.id = ${cheapestPlan('countries.code')}
      ${isPopular ? `WHERE popularity IS NOT NULL ORDER BY popularity LIMIT ${popularCount}` : ''}`,
    )
    .all<CountryRow>()
  const list = results.map((row) => toCountry(row, lang))
  return ok({ data: isPopular ? list : sortByTitle(lang, list) })
}

/** Returns the names and aliases of all countries, sorted by title, for the search. */
export async function namesOfCountries(
  db: CatalogueDatabase,
  lang: Locale,
): Promise<SearchableCountry[]> {
  const { results } = await db.prepare(`SELECT ${names} FROM countries`).all<NameRow>()
  return sortByTitle(
    lang,
    results.map((row) => namesIn(lang, row)),
  )
}

export async function listRegions(
  { catalogue: db }: BackendContext,
  { lang, countryCode2Letters, [withoutRemains]: withSoldOut }: z.output<typeof regions.input>,
): Promise<OperationResult<{ data: Region[] }>> {
  const place = `regions.country_code || '/' || regions.ident`
  const { results } = await db
    .prepare(
      `SELECT country_code, ident, ${titleOf(place, lang)} AS title,
        cheapest.prices AS prices_from
      FROM regions LEFT JOIN tariffs cheapest ON cheapest.id = ${cheapestPlan(place)}
      WHERE country_code = ?`,
    )
    .bind(countryCode2Letters)
    .all<RegionRow>()
  const list = results.map(toRegion).filter(({ inStock }) => inStock || withSoldOut === 'true')
  return ok({ data: sortByTitle(lang, list) })
}

function toCountry(row: CountryRow, lang: Locale): Country {
  return { ...namesIn(lang, row), ...toOffer(row) }
}

function namesIn(lang: Locale, { code, titles, aliases }: NameRow) {
  const known = readJsonColumn('place_titles.titles', titlesByLang, titles)
  const title = known[lang] ?? known[defaultLocale] ?? code.toUpperCase()
  const others = [...Object.values(known), ...storedJson(aliasList, aliases, [])]
  return {
    countryCode2Letters: code,
    title,
    aliases: [...new Set(others)].filter((name) => name !== title),
  }
}

function toRegion(row: RegionRow): Region {
  return {
    ident: row.ident,
    countryCode2Letters: row.country_code,
    title: row.title ?? row.ident,
    ...toOffer(row),
  }
}

function toOffer({ prices_from: json }: OfferRow): Pick<Country, 'priceFrom' | 'inStock'> {
  return {
    priceFrom: json === null ? null : readJsonColumn('tariffs.prices', prices, json),
    inStock: json !== null,
  }
}

function sortByTitle<T extends { title: string }>(lang: Locale, list: readonly T[]): T[] {
  const { compare } = collatorOf(lang)
  return list.toSorted((a, b) => compare(alphabeticName(a.title), alphabeticName(b.title)))
}
