export type Market = 'travel' | 'russia'

/**
 * The last moment to activate an eSIM: 89 days after purchase, 6 months for the Russian-market plan (specification, section 9).
 * Where the sixth month has no such day, its last day.
 */
export function activateBy(purchased: Date, market: Market): Date {
  const last = new Date(purchased)
  if (market === 'travel') {
    last.setUTCDate(last.getUTCDate() + 89)
    return last
  }
  const day = last.getUTCDate()
  last.setUTCMonth(last.getUTCMonth() + 6)
  if (last.getUTCDate() !== day) last.setUTCDate(0)
  return last
}
