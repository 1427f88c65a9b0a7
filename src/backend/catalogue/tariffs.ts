import { z } from 'zod'
import { tariffDetails } from '../../contract/tariffs.ts'
import type { Tariff, TariffDetails, tariffsMarketplace } from '../../contract/tariffs.ts'
import type { Locale } from '../../locale/locales.ts'
import type { Words } from '../../locale/words.ts'
import { ok } from '../../domain/result.ts'
import { prepareQuery, runBatch } from '../batch.ts'
import type { BackendContext, CatalogueDatabase } from '../context.ts'
import { notFound } from '../operation-result.ts'
import type { OperationResult } from '../operation-result.ts'
import { pageOf } from '../paging.ts'
import type { ListPage } from '../paging.ts'
import { storedJson } from '../stored-json.ts'
import { popularCount } from './countries.ts'
import { toOperator } from './operators.ts'
import { titleOf } from './place-titles.ts'
import { everywhere, orderOf, placeOf, placementKeys } from './placements.ts'
import type { TariffFilter } from './placements.ts'
import { narrowBySearch } from './narrow-by-search.ts'
import { canSell, comesFromSupplier } from './can-sell.ts'
import { tariffColumns, tariffJoins, toTariff } from './tariff-rows.ts'
import type { TariffRow } from './tariff-rows.ts'

type TariffListInput = z.output<typeof tariffsMarketplace.input>

export async function listTariffs(
  { catalogue: db, words }: BackendContext,
  query: TariffListInput,
): Promise<OperationResult<ListPage<Tariff>>> {
  const { sort, lang } = query
  return ok(
    await pageOf(db, query, {
      ...placementKeys(await filterOf(db, query), sort),
      around: (page) => `SELECT ${tariffColumns(lang)}, page.in_stock FROM (${page}) page
        JOIN tariffs t ON t.id = page.tariff_id ${tariffJoins} ORDER BY ${orderOf(sort, 'page')}`,
      toItem: (row: TariffRow) => toTariff(row, words),
    }),
  )
}

async function filterOf(db: CatalogueDatabase, query: TariffListInput): Promise<TariffFilter> {
  const { lang, operator, traffic: size, days, search_string } = query
  const narrowed =
    search_string.trim() === '' ? null : await narrowBySearch(db, lang, search_string)
  const place = placeOf(query)
  const named = narrowed?.country ?? narrowed?.worldRegion ?? null
  const operators = narrowed && named === null ? narrowed.operators : null
  return {
    place: place === everywhere ? (named ?? place) : place,
    operators: operator === undefined ? operators : [operator],
    size,
    days,
  }
}

/**
 * Returns one plan for each popular country: the plan of about 5 to 20 GB with the lowest price per
 * GB.
 */
export async function listPopularTariffs(
  { catalogue: db, words }: BackendContext,
  { lang }: { lang: Locale },
): Promise<OperationResult<{ data: Tariff[] }>> {
  const { results } = await db
    .prepare(
      `SELECT ${tariffColumns(lang)}, 1 AS in_stock FROM
        (SELECT popularity, (SELECT tariff_id FROM placements INDEXED BY placements_popular
            WHERE place = code AND in_stock = 1 AND kind = 'country'
              AND traffic_mb BETWEEN 5000 AND 21000
            ORDER BY unit_price, tariff_id LIMIT 1) AS tariff_id
          FROM countries WHERE popularity IS NOT NULL ORDER BY popularity LIMIT ${popularCount}) best
      JOIN tariffs t ON t.id = best.tariff_id ${tariffJoins} ORDER BY best.popularity`,
    )
    .all<TariffRow>()
  return ok({ data: results.map((row) => toTariff(row, words)) })
}

type TitleRow = { code: string; title: string | null }

type DetailsRow = TariffRow & {
  website: string | null
  support_phone: string | null
  support_email: string | null
  networks: string
  hotspot: TariffDetails['hotspot']
  top_up: number | null
  kyc: number | null
  apn: string | null
}

const storedNetworks = z.array(
  tariffDetails.shape.networks.unwrap().element.omit({ countryTitle: true }),
)

/**
 * SQL: whether a plan can be topped up. A plan without a supplier cannot, even if its file states
 * it.
 */
const topUp = `iif(t.top_up = 1, ${comesFromSupplier('t.id')}, t.top_up)`

/** Returns delisted plans too, because their buyers can still read them. */
export async function tariffByID(
  context: BackendContext,
  { lang, id }: { lang: Locale; id: string },
): Promise<OperationResult<{ data: TariffDetails }>> {
  const { catalogue: db, words } = context
  const [plan, countries] = await runBatch(db, [
    prepareQuery<DetailsRow>(
      db,
      `SELECT ${tariffColumns(lang)}, t.networks, t.hotspot, ${topUp} AS top_up, t.kyc, t.apn,
          o.website, o.support_phone, o.support_email, t.is_listed AND ${canSell('t.id')} AS in_stock
        FROM tariffs t ${tariffJoins} WHERE t.id = ?`,
      id,
    ),
    prepareQuery<TitleRow>(
      db,
      `SELECT code, ${titleOf('code', lang)} AS title FROM countries
        WHERE code IN (SELECT value ->> 'countryCode2Letters'
          FROM json_each((SELECT networks FROM tariffs WHERE id = ?)))`,
      id,
    ),
  ])
  const [row] = plan.results
  const titles = titlesByCode(countries.results)
  return row ? ok({ data: toDetails(row, titles, words) }) : notFound(context)
}

function toDetails(
  row: DetailsRow,
  titles: ReadonlyMap<string, string>,
  words: Words,
): TariffDetails {
  const networks = storedJson(storedNetworks, row.networks, [])
  return {
    ...toTariff(row, words),
    operator: toOperator({ ...row, ident: row.operator_ident, title: row.operator_title }),
    networks: networks.map((network) => ({
      ...network,
      countryTitle:
        titles.get(network.countryCode2Letters) ?? network.countryCode2Letters.toUpperCase(),
    })),
    hotspot: row.hotspot,
    topUp: toBoolean(row.top_up),
    kyc: toBoolean(row.kyc),
    apn: row.apn,
  }
}

function toBoolean(value: number | null): boolean | null {
  return value === null ? null : value === 1
}

function titlesByCode(rows: readonly TitleRow[]): Map<string, string> {
  return new Map(rows.map(({ code, title }) => [code, title ?? code.toUpperCase()]))
}
