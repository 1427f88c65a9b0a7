import { z } from 'zod'
import type { Money, Prices } from '../../../domain/money.ts'
import type { Locale } from '../../../locale/locales.ts'
import { tariffName } from '../../../locale/tariff-words.ts'
import { wordsOf } from '../../../locale/words.ts'
import { countStock, nextCost, saleState } from '../../catalogue/can-sell.ts'
import type { SaleState } from '../../catalogue/can-sell.ts'
import { tariffColumn, toTariff } from '../../catalogue/tariff-rows.ts'
import type { TariffRow } from '../../catalogue/tariff-rows.ts'
import { storedJson } from '../../stored-json.ts'

export type ListedPlan = {
  readonly tariffID: string
  /** The name that customers see: place, data and days. */
  readonly title: string
  readonly operator: string
  readonly operatorIdent: string
  /**
   * The supplier whose catalogue describes the plan. Null when the operator's files describe it.
   */
  readonly supplier: string | null
  readonly prices: Prices
  readonly state: SaleState
  /** Profiles for sale, counted up to `mostCounted`. */
  readonly left: number
  /** The shop's cost of the next eSIM. Null when it is unknown or nothing is left. */
  readonly cost: Money | null
}

export type ListedPlanRow = TariffRow & {
  supplier: string | null
  state: SaleState
  profiles: number
  next_cost: string | null
}

/** Limit of profiles to count, because D1 reads a row for each profile. */
export const mostCounted = 1000

/** Columns of `tariffs t JOIN operators o` that `toListedPlan` reads. */
export function listedPlanColumns(locale: Locale): string {
  return `${tariffColumn(locale, '1')}, t.supplier, ${saleState} AS state,
    ${nextCost} AS next_cost, ${countStock('t.id', mostCounted)} AS profiles`
}

const cost = z.object({ minor: z.int(), currency: z.string() }).nullable()

export function toListedPlan(row: ListedPlanRow, locale: Locale): ListedPlan {
  const words = wordsOf(locale)
  const tariff = toTariff(row, words)
  return {
    tariffID: tariff.tariffID,
    title: tariffName({ locale, words }, tariff),
    operator: tariff.operator.title,
    operatorIdent: tariff.operator.ident,
    supplier: row.supplier,
    prices: tariff.prices,
    state: row.state,
    left: row.profiles,
    cost: row.next_cost === null ? null : storedJson(cost, row.next_cost, null),
  }
}
