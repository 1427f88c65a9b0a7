import type { InputOf, OutputOf } from '../operations.ts'
import { z } from 'zod'
import { tariffDetails } from './operations.ts'
import type { PlanDetails, Tariff, TariffDetails } from './operations.ts'
import type { Locale } from '../words/locales.shared.ts'
import type { Words } from '../words/words.shared.ts'
import { ok } from '../kit/result.shared.ts'
import type { BackendContext, CatalogueDatabase } from '../context.ts'
import { notFound } from '../api/operation-result.ts'
import type { OperationResult } from '../api/operation-result.ts'
import { pageOf } from '../kit/paging.ts'
import type { ListPage } from '../kit/paging.ts'
import { storedJson } from '../kit/stored-json.ts'
import { popularCount, narrowBySearch } from './countries.ts'
import { toOperator } from './operators.ts'
import type { OperatorRow } from './operators.ts'
import {
  detailsJson,
  parsedOnce,
  tariffColumn,
  tariffJoins,
  tariffJson,
  tariffOf,
  toTariff,
} from './plan-rows.ts'
import type { TariffRow } from './plan-rows.ts'
import { titleIn } from './place-titles.ts'
import { everywhere, orderOf, placeOf, placementKeys } from './placements.ts'
import type { TariffFilter } from './placements.ts'
import { canSell } from './can-sell.ts'

type TariffListInput = InputOf<'tariffsMarketplace'>

export async function listTariffs(
  { catalogue: db, words }: BackendContext,
  query: TariffListInput,
): Promise<OperationResult<ListPage<Tariff>>> {
  const { sort, lang } = query
  return ok(
    await pageOf(db, query, {
      ...placementKeys(await filterOf(db, query), sort),
      around: (page) => `SELECT ${tariffColumn(lang, 'page.in_stock')} FROM (${page}) page
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
      `SELECT ${tariffColumn(lang, '1')} FROM places
      JOIN tariffs t ON t.id = (SELECT tariff_id FROM placements INDEXED BY placements_popular
        WHERE place = places.place AND in_stock = 1 AND kind = 'country'
          AND traffic_mb BETWEEN 5000 AND 21000
        ORDER BY unit_price, tariff_id LIMIT 1)
      ${tariffJoins} WHERE popularity IS NOT NULL ORDER BY popularity LIMIT ${popularCount}`,
    )
    .all<TariffRow>()
  return ok({ data: results.map((row) => toTariff(row, words)) })
}

type DetailsRow = {
  /** `DetailsValues` as JSON. */
  details: string
}

type DetailsValues = readonly [
  plan: readonly unknown[],
  contacts: Pick<OperatorRow, 'website' | 'support_phone' | 'support_email'>,
  networks: string,
  countryTitles: { readonly [code: string]: string | null },
  details: PlanDetails,
]

const storedNetworks = z.array(
  tariffDetails.shape.networks.unwrap().element.omit({ countryTitle: true }),
)

/** Returns delisted plans too, because their buyers can still read them. */
export async function tariffByID(
  context: BackendContext,
  { lang, id }: { lang: Locale; id: string },
): Promise<OperationResult<{ data: TariffDetails }>> {
  const { catalogue: db, words } = context
  const row = await db
    .prepare(
      `SELECT json_array(${tariffJson(lang, `t.is_listed AND ${canSell('t.id')}`)},
          json_object('website', o.website, 'support_phone', o.support_phone,
            'support_email', o.support_email),
          t.networks,
          (SELECT json_group_object(place, ${titleIn(lang)}) FROM places
            WHERE place IN (SELECT value ->> 'countryCode2Letters' FROM json_each(t.networks))),
          ${detailsJson()}) AS details
        FROM tariffs t ${tariffJoins} WHERE t.id = ?`,
    )
    .bind(id)
    .first<DetailsRow>()
  return row ? ok({ data: parseDetails(row.details, words) }) : notFound(context)
}

const parseDetails = parsedOnce((text, words) => detailsOf(JSON.parse(text), words))

function detailsOf(
  [plan, contacts, networks, titles, details]: DetailsValues,
  words: Words,
): TariffDetails {
  const tariff = tariffOf(plan, words)
  return {
    ...tariff,
    operator: toOperator({ ...contacts, ...tariff.operator }),
    networks: storedJson(storedNetworks, networks, []).map((network) => ({
      ...network,
      countryTitle:
        titles[network.countryCode2Letters] ?? network.countryCode2Letters.toUpperCase(),
    })),
    ...details,
  }
}

type Entry = OutputOf<'tariffIndex'>['data'][number]

/** Returns every `every`th plan on sale in the order of ids, for the parts of the sitemap. */
export async function listTariffIndex(
  { catalogue: db }: BackendContext,
  { from, every, limit }: InputOf<'tariffIndex'>,
): Promise<OperationResult<{ data: Entry[] }>> {
  const { results } = await db
    .prepare(
      `WITH RECURSIVE step (id) AS (
        SELECT min(tariff_id) FROM placements WHERE place = '${everywhere}' AND tariff_id >= ?1
        UNION ALL
        SELECT (SELECT tariff_id FROM placements WHERE place = '${everywhere}' AND tariff_id > id
          ORDER BY tariff_id LIMIT 1 OFFSET ?2 - 1)
        FROM step WHERE id IS NOT NULL LIMIT ?3
      )
      SELECT tariff_id AS tariffID, operator_ident AS operatorIdent FROM step
      CROSS JOIN placements ON place = '${everywhere}' AND tariff_id = id ORDER BY tariff_id`,
    )
    .bind(from ?? '', every, limit)
    .all<Entry>()
  return ok({ data: results })
}
