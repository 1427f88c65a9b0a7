import { cheapestFare, sizeOf } from './fares.ts'
import type { Fare } from './fares.ts'
import type { Currency } from './money.ts'
import { dayRangeNames, dayRangeOf } from './tariff.ts'
import type { DayRange } from './tariff.ts'

export type FareRow<T> = {
  readonly trafficMb: number | null
  /** The cheapest fare of each column of the table, or null where there is none. */
  readonly cells: readonly (T | null)[]
}

export type FareTableData<T> = {
  readonly columns: readonly DayRange[]
  readonly rows: readonly FareRow<T>[]
}

/**
 * A page has room for this number of rows. With more sizes, the table shows the smallest and the
 * largest.
 */
const maxRows = 12

/** Returns the lowest price by size and by range of days. Omits columns without a plan. */
export function fareTable<T extends Fare>(fares: readonly T[], base: Currency): FareTableData<T> {
  const columns = dayRangeNames.filter((range) =>
    fares.some(({ validityDays }) => dayRangeOf(validityDays) === range),
  )
  const sizes = [...new Set(fares.map(({ trafficMb }) => trafficMb))].toSorted(
    (a, b) => sizeOf(a) - sizeOf(b) || 0,
  )
  const shown =
    sizes.length > maxRows ? [...sizes.slice(0, maxRows - 1), ...sizes.slice(-1)] : sizes
  const rows = shown.map((trafficMb) => {
    const ofSize = fares.filter((fare) => fare.trafficMb === trafficMb)
    const cells = columns.map((range) => {
      const inRange = ofSize.filter(({ validityDays }) => dayRangeOf(validityDays) === range)
      return cheapestFare(inRange, { from: 0, to: null, days: 0 }, base) ?? null
    })
    return { trafficMb, cells }
  })
  return { columns, rows }
}
