import { activateBy } from './activation-window.ts'
import type { Market } from './activation-window.ts'
import { dayOf } from './time-units.ts'

export type GiftDates = { readonly from: string; readonly to: string }

/**
 * Returns the first and the last UTC date, such as `2026-11-21`, on which plans ordered now can be
 * sent as a gift. The last date is the last day on which a buyer could connect.
 */
export function giftDates(now: Date, markets: readonly Market[]): GiftDates {
  const last = markets.map((market) => dayOf(activateBy(now, market)))
  const from = dayOf(now)
  return { from, to: last.reduce((first, each) => (each < first ? each : first), last[0] ?? from) }
}

export function isWithin({ from, to }: GiftDates, date: string): boolean {
  return from <= date && date <= to
}
