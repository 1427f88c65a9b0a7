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
