import { z } from 'zod'
import { tariffDetails } from '../../contract/catalogue.ts'
import type { Tariff, TariffDetails, tariffsMarketplace } from '../../contract/catalogue.ts'
import { dayRanges, trafficRange } from '../../shared/domain/tariff.ts'
import type { TariffSort } from '../../shared/domain/tariff.ts'
import type { Locale } from '../../shared/locale/locale.ts'
import { found, notFound } from '../call.ts'
import type { Call, Reply } from '../call.ts'
import { pageOf } from '../paging.ts'
import type { Paged } from '../paging.ts'
import { operatorByIdent } from './operators.ts'
import { everywhere, placeOf } from './places.ts'
import { narrowBySearch } from './search.ts'
import { hasStock, tariffColumns, tariffJoins, toTariff } from './tariff-rows.ts'
import type { TariffRow } from './tariff-rows.ts'

type Query = z.output<typeof tariffsMarketplace.input>

/** Unlimited plans sort and filter as this many MB in `placements`. */
const unlimitedMb = 1_000_000_000

/** Each is the order of one index of `placements`. */
const orders: { readonly [sort in TariffSort]: string } = {
  price: 'p.in_stock DESC, p.price_usd, p.tariff_id',
  '-price': 'p.in_stock DESC, p.price_usd DESC, p.tariff_id',
  traffic: 'p.in_stock DESC, p.traffic_mb, p.price_usd, p.tariff_id',
  days: 'p.in_stock DESC, p.validity_days, p.price_usd, p.tariff_id',
  price_per_gb: 'p.in_stock DESC, p.unit_price_usd, p.price_usd, p.tariff_id',
}

/** Plans of one place, in stock first. */
export async function listTariffs(
  { db, words }: Call,
  query: Query,
): Promise<Reply<Paged<Tariff>>> {
  const { conditions, params } = await conditionsOf(db, query)
  const where = `WHERE ${conditions.join(' AND ')}`
  const sql = `SELECT ${tariffColumns(query.lang)}, p.in_stock
    FROM placements p JOIN tariffs t ON t.id = p.tariff_id ${tariffJoins} ${where} ORDER BY ${orders[query.sort]}`
  const countSql = `SELECT 1 FROM placements p ${where}`
  return found(
    await pageOf(db, query, {
      sql,
      countSql,
      params,
      toItem: (row: TariffRow) => toTariff(row, words),
    }),
  )
}

async function conditionsOf(db: D1Database, query: Query) {
  const { lang, operator, traffic, days, search_string } = query
  const narrowed =
    search_string.trim() === '' ? null : await narrowBySearch(db, lang, search_string)
  const conditions = ['p.place = ?']
  const place = placeOf(query)
  const params: (string | number)[] = [place === everywhere ? (narrowed?.country ?? place) : place]
  if (operator !== undefined) {
    conditions.push('p.operator_ident = ?')
    params.push(operator)
  } else if (narrowed && narrowed.country === null) {
    conditions.push(`p.operator_ident IN (${narrowed.operators.map(() => '?').join(', ')})`)
    params.push(...narrowed.operators)
  }
  if (traffic !== undefined) {
    const range = trafficRange(traffic)
    conditions.push('p.traffic_mb BETWEEN ? AND ?')
    if (range === 'unlimited') params.push(unlimitedMb, unlimitedMb)
    else params.push(range.from, Math.min(range.to, unlimitedMb - 1))
  }
  if (days !== undefined) {
    conditions.push('p.validity_days BETWEEN ? AND ?')
    params.push(dayRanges[days].from, dayRanges[days].to)
  }
  return { conditions, params }
}

/** One plan each for the most popular countries: the best price per GB among the sizes most people take. */
export async function listPopularTariffs(
  { db, words }: Call,
  { lang }: { lang: Locale },
): Promise<Reply<{ data: Tariff[] }>> {
  const { results } = await db
    .prepare(
      `SELECT ${tariffColumns(lang)}, 1 AS in_stock FROM
        (SELECT popularity, (SELECT p.tariff_id FROM placements p JOIN tariffs k ON k.id = p.tariff_id
            WHERE p.place = code AND p.in_stock = 1 AND k.kind = 'country' AND p.traffic_mb BETWEEN 5000 AND 21000
            ORDER BY p.unit_price_usd LIMIT 1) AS tariff_id
          FROM countries WHERE popularity IS NOT NULL ORDER BY popularity LIMIT 20) best
      JOIN tariffs t ON t.id = best.tariff_id ${tariffJoins} ORDER BY best.popularity`,
    )
    .all<TariffRow>()
  return found({ data: results.map((row) => toTariff(row, words)) })
}

type DetailsRow = TariffRow & {
  networks: string
  hotspot: TariffDetails['hotspot']
  top_up: number | null
  kyc: number | null
  apn: string | null
}

const storedNetworks = z.array(tariffDetails.shape.networks.element.omit({ countryTitle: true }))

/** One plan with all that its page shows; a plan no longer sold is still found, for those who bought it. */
export async function tariffByID(
  call: Call,
  { lang, id }: { lang: Locale; id: string },
): Promise<Reply<{ data: TariffDetails }>> {
  const { db, words } = call
  const row = await db
    .prepare(
      `SELECT ${tariffColumns(lang)}, t.networks, t.hotspot, t.top_up, t.kyc, t.apn, t.is_listed AND ${hasStock} AS in_stock
      FROM tariffs t ${tariffJoins} WHERE t.id = ?`,
    )
    .bind(id)
    .first<DetailsRow>()
  const operator = row && (await operatorByIdent(db, row.operator_ident))
  if (!row || !operator) return notFound(call)
  const stored = storedNetworks.parse(JSON.parse(row.networks))
  const titles = await countryTitles(db, lang)
  return found({
    data: {
      ...toTariff(row, words),
      operator,
      networks: stored.map((network) => ({
        ...network,
        countryTitle:
          titles.get(network.countryCode2Letters) ?? network.countryCode2Letters.toUpperCase(),
      })),
      hotspot: row.hotspot,
      topUp: row.top_up === null ? null : row.top_up === 1,
      kyc: row.kyc === null ? null : row.kyc === 1,
      apn: row.apn,
    },
  })
}

async function countryTitles(db: D1Database, lang: Locale): Promise<Map<string, string>> {
  const { results } = await db
    .prepare(`SELECT code, title_${lang} AS title FROM countries`)
    .all<{ code: string; title: string }>()
  return new Map(results.map(({ code, title }) => [code, title]))
}
