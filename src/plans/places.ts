import { z } from 'zod'
import type { InputOf } from '../operations.ts'
import { withoutRemains, worldRegions, operatorWebsite } from './operations.ts'
import type { Country, Region, Operator } from './operations.ts'
import { prices } from '../api/common.ts'
import { alphabeticName } from '../words/place-names.ts'
import { matchCountryNames, type SearchableCountry } from './country-search.shared.ts'
import {
  defaultLocale,
  cachePerLocale,
  knownLocales,
  type Locale,
} from '../words/locales.shared.ts'
import { ok } from '../kit/result.shared.ts'
import type { BackendContext, CatalogueDatabase } from '../context.ts'
import type { OperationResult } from '../api/operation-result.ts'
import { readJsonColumn, storedJson } from '../kit/db.ts'
import { popularCount } from '../kit/limits.shared.ts'
import { cheapestPlan, placeOf } from './placements.ts'
import { worldRegionsNamed } from './named-groups.shared.ts'
import { pageOfRows, rowsOf, type PageQuery, type ListPage } from '../kit/paging.ts'
import { normalize } from '../kit/text.shared.ts'
import { raw, readRow, readRows, sql } from '../kit/sql.ts'

/** The prices (JSON) of the cheapest plan in stock, or null if all plans are out of stock. */
type OfferRow = { pricesFrom: string | null }
/** `titles` is a JSON object by language. `aliases` is a JSON array. */
type NameRow = { code: string; titles: string; aliases: string }
type RegionRow = OfferRow & Pick<Region, 'countryCode2Letters' | 'ident' | 'title'>

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
  const results = await readRows<OfferRow & NameRow>(db)`SELECT ${raw(names)},
      cheapest.prices AS pricesFrom FROM places
    ${raw(withSoldOut === 'true' ? 'LEFT' : '')} JOIN plans cheapest
      ON cheapest.id = ${raw(cheapestPlan('places.place'))}
    WHERE
      ${raw(isPopular ? `popularity IS NOT NULL ORDER BY popularity LIMIT ${popularCount}` : isCountry)}`
  const list = results.map((row) => ({ ...namesIn(lang, row), ...toOffer(row.pricesFrom) }))
  return ok({ data: isPopular ? list : sortByTitle(lang, list) })
}

/** Returns the names and aliases of all countries, sorted by title, for the search. */
async function namesOfCountries(db: CatalogueDatabase, lang: Locale): Promise<SearchableCountry[]> {
  const results = await readRows<NameRow>(db)`SELECT ${raw(names)} FROM places
    WHERE ${raw(isCountry)}`
  return sortByTitle(
    lang,
    results.map((row) => namesIn(lang, row)),
  )
}

export async function listRegions(
  { catalogue: db }: BackendContext,
  { lang, countryCode2Letters, [withoutRemains]: withSoldOut }: InputOf<'regions'>,
): Promise<OperationResult<{ data: Region[] }>> {
  // '0' follows '/', so these are all places with the country and a slash.
  const results = await readRows<RegionRow>(db)`SELECT
      ${countryCode2Letters} AS countryCode2Letters, substr(places.place, 4) AS ident,
      coalesce(${raw(titleIn(lang))}, substr(places.place, 4)) AS title,
      cheapest.prices AS pricesFrom
    FROM places LEFT JOIN plans cheapest ON cheapest.id = ${raw(cheapestPlan('places.place'))}
    WHERE places.place > ${`${countryCode2Letters}/`} AND places.place < ${`${countryCode2Letters}0`}`
  const list = results.map(({ pricesFrom, ...region }) => ({ ...region, ...toOffer(pricesFrom) }))
  const shown = list.filter(({ inStock }) => inStock || withSoldOut === 'true')
  return ok({ data: sortByTitle(lang, shown) })
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

function toOffer(json: string | null): Pick<Country, 'priceFrom' | 'inStock'> {
  const priceFrom = json === null ? null : readJsonColumn('plans.prices', prices, json)
  return { priceFrom, inStock: json !== null }
}

function sortByTitle<T extends { title: string }>(lang: Locale, list: readonly T[]): T[] {
  const { compare } = collatorOf(lang)
  return list.toSorted((a, b) => compare(alphabeticName(a.title), alphabeticName(b.title)))
}

/** Orange has operators in 33 countries. D1 allows 100 parameters a statement. */
const maxOperators = 50

/** Matches country names first, then names of world regions, then prefixes of operators. */
export async function narrowBySearch(db: CatalogueDatabase, lang: Locale, text: string) {
  const prefix = searchTitle(text)
  const [countries, found] = await Promise.all([
    namesOfCountries(db, lang),
    readRows<{ ident: string }>(db)`SELECT ident FROM operators
      WHERE search_title >= ${prefix} AND search_title < ${`${prefix}\u{10FFFF}`}
      ORDER BY search_title LIMIT ${raw(maxOperators)}`,
  ])
  const [named] = matchCountryNames(countries, text)
  if (named) return { country: named.countryCode2Letters, worldRegion: null, operators: [] }
  const regions = worldRegionsNamed(text)
  const region = worldRegions.find((each) => regions.includes(each))
  if (region) return { country: null, worldRegion: region, operators: [] }
  const operators = found.map(({ ident }) => ident)
  return { country: null, worldRegion: null, operators }
}

type OperatorQuery = PageQuery & {
  readonly country?: string | undefined
  readonly region?: string | undefined
}

const operatorColumns = sql`o.ident, o.title, o.website, o.support_phone AS supportPhone,
  o.support_email AS supportEmail`

/**
 * Returns a page and the number of the operators with plans in a place. Omits operators without
 * plans, such as those of the sample shop after an import.
 */
export async function listOperators(
  { catalogue: db }: BackendContext,
  query: OperatorQuery,
): Promise<OperationResult<ListPage<Operator>>> {
  const prefix = searchTitle(query.search_string)
  const [limit, offset] = rowsOf(query)
  const results = await readRows<(Operator | { ident: null }) & { total: number }>(db)`WITH
      found AS MATERIALIZED (
        SELECT ${operatorColumns}, o.search_title FROM operators o
        WHERE search_title >= ${prefix} AND search_title < ${`${prefix}\u{10FFFF}`} AND EXISTS (
          SELECT 1 FROM placements p WHERE p.place = ${placeOf(query)}
            AND p.operator_ident = o.ident))
    SELECT total, ident, title, website, supportPhone, supportEmail
    FROM (SELECT count(*) AS total FROM found)
    LEFT JOIN (SELECT * FROM found ORDER BY search_title, ident LIMIT ${limit} OFFSET ${offset})
    ORDER BY search_title, ident`
  const items = results.flatMap((row) => {
    const { total: _, ...operator } = row
    return operator.ident === null ? [] : [withSafeLink(operator)]
  })
  return ok(pageOfRows(query, items, results[0]?.total ?? 0))
}

export async function operatorByIdent(db: CatalogueDatabase, ident: string) {
  const row = await readRow<Operator>(db)`SELECT ${operatorColumns} FROM operators o
    WHERE o.ident = ${ident}`
  return row && withSafeLink(row)
}

/** Links with other protocols could run scripts. */
export function withSafeLink(row: Operator): Operator {
  return { ...row, website: operatorWebsite.safeParse(row.website).data ?? null }
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
  const answers = await db.batch<Row>(knownLocales.map(select))
  return answers.flatMap(({ results }, index) => {
    const locale = knownLocales[index]
    return locale === undefined ? [] : results.map((row) => ({ row, locale }))
  })
}

export const titlesByLang = z.record(z.string(), z.string())
