import { dayOf } from './time.shared.ts'

export type Market = 'travel' | 'russia'

/** Days after purchase within which a travel plan can be activated. */
export const travelWindowDays = 89

/** Months after purchase within which a plan for the Russian market can be activated. */
export const russiaWindowMonths = 6

/**
 * Days in which a supplier must accept the activation of a profile. The last promised day counts
 * until its end, so the supplier needs one day more.
 */
export const supplierWindowDays = travelWindowDays + 1

/**
 * Returns the last moment to activate an eSIM: the end of the UTC day that is 89 days after
 * purchase, or 6 months for a Russian-market plan (specification, section 9). Pages and emails show
 * only the date, so the whole day counts. If the sixth month is too short, returns its last day.
 */
export function activateBy(purchased: Date, market: Market): Date {
  const deadline = new Date(purchased)
  deadline.setUTCHours(23, 59, 59, 999)
  if (market === 'travel') {
    deadline.setUTCDate(deadline.getUTCDate() + travelWindowDays)
    return deadline
  }
  const day = deadline.getUTCDate()
  deadline.setUTCMonth(deadline.getUTCMonth() + russiaWindowMonths)
  if (deadline.getUTCDate() !== day) deadline.setUTCDate(0)
  return deadline
}

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
