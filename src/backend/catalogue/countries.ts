import { z } from 'zod'
import { withoutRemains } from '../../contract/catalogue.ts'
import type { Country, Region, countries, regions } from '../../contract/catalogue.ts'
import type { Findable } from '../../domain/country-search/search.ts'
import type { Locale } from '../../locale/locales.ts'
import { ok } from '../../domain/result.ts'
import type { BackendContext } from '../context.ts'
import type { OperationResult } from '../operation-result.ts'
import { cheapest, priceFrom } from './places.ts'

type Offer = { from_usd: number | null; from_rub: number | null }
type NameRow = { code: string; title: string; other_title: string; aliases: string }
type CountryRow = Offer & NameRow
type RegionRow = Offer & { country_code: string; ident: string; title: string }

const popularCount = 20
const names = {
  en: 'code, title_en AS title, title_ru AS other_title, aliases',
  ru: 'code, title_ru AS title, title_en AS other_title, aliases',
}
const aliases = z.array(z.string())
const collators = { en: new Intl.Collator('en'), ru: new Intl.Collator('ru') }

export async function listCountries(
  { db }: BackendContext,
  { lang, sortBy, [withoutRemains]: withSoldOut }: z.output<typeof countries.input>,
): Promise<OperationResult<{ data: Country[] }>> {
  const isPopular = sortBy === '1'
  const { results } = await db
    .prepare(
      `SELECT ${names[lang]},
        ${cheapest('countries.code', 'price_usd')} AS from_usd, ${cheapest('countries.code', 'price_rub')} AS from_rub
      FROM countries ${isPopular ? `WHERE popularity IS NOT NULL ORDER BY popularity LIMIT ${popularCount}` : ''}`,
    )
    .all<CountryRow>()
  const list = results.map(toCountry).filter(({ inStock }) => inStock || withSoldOut === 'true')
  return ok({ data: isPopular ? list : byTitle(lang, list) })
}

/** What countries are called and found by, in the order of the list of them. */
export async function namesOfCountries(db: D1Database, lang: Locale): Promise<Findable[]> {
  const { results } = await db.prepare(`SELECT ${names[lang]} FROM countries`).all<NameRow>()
  return byTitle(lang, results.map(toNames))
}

export async function listRegions(
  { db }: BackendContext,
  { lang, countryCode2Letters, [withoutRemains]: withSoldOut }: z.output<typeof regions.input>,
): Promise<OperationResult<{ data: Region[] }>> {
  const place = `regions.country_code || '/' || regions.ident`
  const { results } = await db
    .prepare(
      `SELECT country_code, ident, title_${lang} AS title,
        ${cheapest(place, 'price_usd')} AS from_usd, ${cheapest(place, 'price_rub')} AS from_rub
      FROM regions WHERE country_code = ?`,
    )
    .bind(countryCode2Letters)
    .all<RegionRow>()
  const list = results.map(toRegion).filter(({ inStock }) => inStock || withSoldOut === 'true')
  return ok({ data: byTitle(lang, list) })
}

function toCountry(row: CountryRow): Country {
  return { ...toNames(row), priceFrom: priceFrom(row), inStock: row.from_usd !== null }
}

function toNames(row: NameRow) {
  return {
    countryCode2Letters: row.code,
    title: row.title,
    aliases: [row.other_title, ...aliases.parse(JSON.parse(row.aliases))],
  }
}

function toRegion(row: RegionRow): Region {
  return {
    ident: row.ident,
    countryCode2Letters: row.country_code,
    title: row.title,
    priceFrom: priceFrom(row),
    inStock: row.from_usd !== null,
  }
}

function byTitle<T extends { title: string }>(lang: Locale, list: readonly T[]): T[] {
  return list.toSorted((a, b) => collators[lang].compare(a.title, b.title))
}
