import { z } from 'zod'
import type { InputOf } from '../operations.ts'
import { withoutRemains, worldRegions, operatorWebsite } from './operations.ts'
import type { Country, Region, WorldRegion, Operator } from './operations.ts'
import { prices } from '../api/common.ts'
import { alphabeticName } from '../words/place-names.ts'
import { matchCountryNames } from './country-search.shared.ts'
import type { SearchableCountry } from './country-search.shared.ts'
import { defaultLocale, cachePerLocale, locales } from '../words/locales.shared.ts'
import type { Locale } from '../words/locales.shared.ts'
import { ok } from '../kit/result.shared.ts'
import type { BackendContext, CatalogueDatabase } from '../context.ts'
import type { OperationResult } from '../api/operation-result.ts'
import { readJsonColumn, storedJson } from '../kit/db.ts'
import { popularCount } from '../kit/limits.shared.ts'
import { cheapestPlan, placeOf } from './placements.ts'
import { worldRegionsNamed } from './trip-search.shared.ts'
import { pageOfRows, rowsOf } from '../kit/paging.ts'
import type { PageQuery, ListPage } from '../kit/paging.ts'
import { normalize } from '../kit/text.shared.ts'

/** The prices (JSON) of the cheapest plan in stock, or null if all plans are out of stock. */
type OfferRow = { prices_from: string | null }
/** `titles` is a JSON object by language. `aliases` is a JSON array. */
type NameRow = { code: string; titles: string; aliases: string }
type CountryRow = OfferRow & NameRow
type RegionRow = OfferRow & { country_code: string; ident: string; title: string | null }

const names = 'places.place AS code, aliases, titles'
/** SQL over `places`: a region has a slash. */
const isCountry = 'length(places.place) = 2'
const aliasList = z.array(z.string())
const collatorOf = cachePerLocale((locale) => new Intl.Collator(locale))

export async function listCountries(
  { catalogue: db }: BackendContext,
  { lang, sortBy, [withoutRemains]: withSoldOut }: InputOf<'countries'>,
): Promise<OperationResult<{ data: Country[] }>> {
  const isPopular = sortBy === '1'
  const { results } = await db
    .prepare(
      `SELECT ${names}, cheapest.prices AS prices_from FROM places
      ${withSoldOut === 'true' ? 'LEFT' : ''} JOIN plans cheapest
        ON cheapest.id = ${cheapestPlan('places.place')}
      WHERE ${isPopular ? `popularity IS NOT NULL ORDER BY popularity LIMIT ${popularCount}` : isCountry}`,
    )
    .all<CountryRow>()
  const list = results.map((row) => toCountry(row, lang))
  return ok({ data: isPopular ? list : sortByTitle(lang, list) })
}

/** Returns the names and aliases of all countries, sorted by title, for the search. */
async function namesOfCountries(db: CatalogueDatabase, lang: Locale): Promise<SearchableCountry[]> {
  const { results } = await db
    .prepare(`SELECT ${names} FROM places WHERE ${isCountry}`)
    .all<NameRow>()
  return sortByTitle(
    lang,
    results.map((row) => namesIn(lang, row)),
  )
}

export async function listRegions(
  { catalogue: db }: BackendContext,
  { lang, countryCode2Letters, [withoutRemains]: withSoldOut }: InputOf<'regions'>,
): Promise<OperationResult<{ data: Region[] }>> {
  const { results } = await db
    .prepare(
      // '0' follows '/', so these are all places with the country and a slash.
      `SELECT ?1 AS country_code, substr(places.place, 4) AS ident, ${titleIn(lang)} AS title,
        cheapest.prices AS prices_from
      FROM places LEFT JOIN plans cheapest ON cheapest.id = ${cheapestPlan('places.place')}
      WHERE places.place > ?1 || '/' AND places.place < ?1 || '0'`,
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
  const known = readJsonColumn('places.titles', titlesByLang, titles)
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
    priceFrom: json === null ? null : readJsonColumn('plans.prices', prices, json),
    inStock: json !== null,
  }
}

function sortByTitle<T extends { title: string }>(lang: Locale, list: readonly T[]): T[] {
  const { compare } = collatorOf(lang)
  return list.toSorted((a, b) => compare(alphabeticName(a.title), alphabeticName(b.title)))
}

/** Orange has operators in 33 countries. D1 allows 100 parameters a statement. */
const maxOperators = 50

type SearchScope = {
  readonly country: string | null
  readonly worldRegion: WorldRegion | null
  readonly operators: readonly string[]
}

/** Matches country names first, then names of world regions, then prefixes of operators. */
export async function narrowBySearch(
  db: CatalogueDatabase,
  lang: Locale,
  text: string,
): Promise<SearchScope> {
  const prefix = searchTitle(text)
  const [countries, { results }] = await Promise.all([
    namesOfCountries(db, lang),
    db
      .prepare(
        'SELECT ident FROM operators WHERE search_title >= ? AND search_title < ? ORDER BY search_title LIMIT ?',
      )
      .bind(prefix, `${prefix}\u{10FFFF}`, maxOperators)
      .all<{ ident: string }>(),
  ])
  const [named] = matchCountryNames(countries, text)
  if (named) return { country: named.countryCode2Letters, worldRegion: null, operators: [] }
  const regions = worldRegionsNamed(text)
  const region = worldRegions.find((each) => regions.includes(each))
  if (region) return { country: null, worldRegion: region, operators: [] }
  const operators = results.map(({ ident }) => ident)
  return { country: null, worldRegion: null, operators }
}

export type OperatorRow = {
  ident: string
  title: string
  website: string | null
  support_phone: string | null
  support_email: string | null
}

type OperatorQuery = PageQuery & {
  readonly country?: string | undefined
  readonly region?: string | undefined
}

const operatorColumns = 'o.ident, o.title, o.website, o.support_phone, o.support_email'

/**
 * Selects the page and the number of the operators with plans in a place. Omits operators without
 * plans, such as those of the sample shop after an import.
 */
const operatorPage = `WITH found AS MATERIALIZED (
    SELECT ${operatorColumns}, o.search_title FROM operators o
    WHERE search_title >= ?2 AND search_title < ?3 AND EXISTS (
      SELECT 1 FROM placements p WHERE p.place = ?1 AND p.operator_ident = o.ident))
  SELECT * FROM (SELECT count(*) AS total FROM found)
  LEFT JOIN (SELECT * FROM found ORDER BY search_title, ident LIMIT ?4 OFFSET ?5)
  ORDER BY search_title, ident`

export async function listOperators(
  { catalogue: db }: BackendContext,
  query: OperatorQuery,
): Promise<OperationResult<ListPage<Operator>>> {
  const prefix = searchTitle(query.search_string)
  const { results } = await db
    .prepare(operatorPage)
    .bind(placeOf(query), prefix, `${prefix}\u{10FFFF}`, ...rowsOf(query))
    .all<(OperatorRow | { ident: null }) & { total: number }>()
  const items = results.flatMap((row) => (row.ident === null ? [] : [toOperator(row)]))
  return ok(pageOfRows(query, items, results[0]?.total ?? 0))
}

export async function operatorByIdent(
  db: CatalogueDatabase,
  ident: string,
): Promise<Operator | null> {
  const row = await db
    .prepare(`SELECT ${operatorColumns} FROM operators o WHERE o.ident = ?`)
    .bind(ident)
    .first<OperatorRow>()
  return row && toOperator(row)
}

export function toOperator(row: OperatorRow): Operator {
  return {
    ident: row.ident,
    title: row.title,
    // Links with other protocols could run scripts.
    website: operatorWebsite.safeParse(row.website).data ?? null,
    supportPhone: row.support_phone,
    supportEmail: row.support_email,
  }
}

/**
 * SQL: the title of a place in the language, in the default locale as a fallback, or NULL.
 * @param place an SQL expression
 */
export function titleOf(place: string, lang: Locale): string {
  return `(SELECT ${titleIn(lang)} FROM places WHERE places.place = ${place})`
}

/** SQL over `places`: the title in the language, or in the default locale. */
export function titleIn(lang: Locale): string {
  return `coalesce(places.titles ->> '${lang}', places.titles ->> '${defaultLocale}')`
}

/**
 * Returns an operator's title, or the typed start of one, as the search compares it: `Kölbi ICE`
 * becomes `kolbi ice`. Text that contains only punctuation is kept, because an empty start
 * matches all titles.
 */
export function searchTitle(text: string): string {
  return normalize(text) || text.trim().toLowerCase()
}

type LocalizedRow<Row> = { readonly row: Row; readonly locale: Locale }

/**
 * Reads rows with titles of plans, which exist in each locale, in one call.
 * @param select selects the rows of orders in the locale
 */
export async function rowsPerLocale<Row>(
  db: Pick<D1Database, 'batch'>,
  select: (locale: Locale) => D1PreparedStatement,
): Promise<LocalizedRow<Row>[]> {
  const answers = await db.batch<Row>(locales.map(select))
  return answers.flatMap(({ results }, index) => {
    const locale = locales[index]
    return locale === undefined ? [] : results.map((row) => ({ row, locale }))
  })
}

export const titlesByLang = z.record(z.string(), z.string())
