import { worldRegions } from '../../contract/places.ts'
import type { Tariff } from '../../contract/tariffs.ts'
import type { Prices } from '../../domain/money.ts'
import { unitPrices } from '../../domain/tariff.ts'
import type { Locale } from '../../locale/locales.ts'
import type { Words } from '../../locale/words.ts'
import { titleOf } from './place-titles.ts'

export type TariffRow = {
  id: string
  operator_ident: string
  operator_title: string
  kind: Tariff['kind']
  country_codes: string
  region_ident: string | null
  world_region: string | null
  country_title: string | null
  region_title: string | null
  market: Tariff['market']
  traffic_mb: number | null
  fair_use_threshold_mb: number | null
  fair_use_speed_kbps: number | null
  validity_days: number
  prices: string
  minutes: number | null
  sms: number | null
  unlimited_apps: string
  in_stock: number
}

/** Returns the columns of a `TariffRow`, from `tariffs t` with `tariffJoins`. */
export function tariffColumns(lang: Locale): string {
  return `t.id, t.operator_ident, o.title AS operator_title, t.kind, t.country_codes,
    t.region_ident, t.world_region, ${titleOf(country, lang)} AS country_title,
    ${titleOf(region, lang)} AS region_title, t.market, t.traffic_mb, t.fair_use_threshold_mb,
    t.fair_use_speed_kbps, t.validity_days, t.prices, t.minutes, t.sms, t.unlimited_apps`
}

const country = 't.country_codes ->> 0'
const region = `(${country}) || '/' || t.region_ident`

export const tariffJoins = 'JOIN operators o ON o.ident = t.operator_ident'

/**
 * Does not validate the row, because a page has hundreds of rows. The import has validated the
 * columns, and the API client validates every result, also of an embedded backend.
 */
export function toTariff(row: TariffRow, words: Words): Tariff {
  const prices: Prices = JSON.parse(row.prices)
  const inWorld = worldRegions.find((each) => each === row.world_region) ?? null
  const countryCodes: string[] = JSON.parse(row.country_codes)
  return {
    tariffID: row.id,
    operator: { ident: row.operator_ident, title: row.operator_title },
    kind: row.kind,
    placeTitle:
      inWorld === null
        ? (row.region_title ?? row.country_title ?? countryCodes[0]?.toUpperCase() ?? '')
        : words(`worldRegions.${inWorld}`),
    countryCodes,
    regionIdent: row.region_ident,
    worldRegion: inWorld,
    market: row.market,
    trafficMb: row.traffic_mb,
    fairUse:
      row.fair_use_threshold_mb === null || row.fair_use_speed_kbps === null
        ? null
        : { thresholdMb: row.fair_use_threshold_mb, speedKbps: row.fair_use_speed_kbps },
    validityDays: row.validity_days,
    prices,
    unitPrices: unitPrices({ trafficMb: row.traffic_mb, validityDays: row.validity_days, prices }),
    minutes: row.minutes,
    sms: row.sms,
    unlimitedApps: JSON.parse(row.unlimited_apps),
    inStock: row.in_stock === 1,
  }
}
