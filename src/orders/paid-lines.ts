/** Money that a refund returned for some lines. */
export type ReturnedSum = { readonly positions: readonly number[]; readonly minor: number }

/**
 * The money that refunds returned for the lines of an order, and the part of it that the returned
 * lines have used. Each cent pays one line.
 */
export type PaidLines = {
  readonly sums: readonly ReturnedSum[]
  /** The money that each returned line has used, in minor units by its position. */
  readonly used: ReadonlyMap<number, number>
}

type LinePrice = { readonly position: number; readonly amount: { readonly minor: number } }

/** Returns the minor units that earlier refunds have paid for these lines, in any division. */
export function paidBefore({ sums, used }: PaidLines, lines: readonly LinePrice[]): number {
  const demands = lines.map(({ position, amount }) => [position, amount.minor] as const)
  return payable([...used, ...demands], sums) - payable([...used], sums)
}

/** Returns the sum of the prices of lines, in minor units. */
export function priceOf(lines: readonly { readonly amount: { readonly minor: number } }[]): number {
  return lines.reduce((sum, { amount }) => sum + amount.minor, 0)
}

/**
 * Returns the minor units of the demands that the sums can pay: the maximum flow from the sums to
 * the lines, which is their minimum cut. An order has at most ten lines.
 */
function payable(
  [demand, ...others]: readonly (readonly [position: number, minor: number])[],
  sums: readonly ReturnedSum[],
): number {
  if (!demand) return 0
  const [position, minor] = demand
  const own = sums.filter(({ positions }) => positions.includes(position))
  const rest = sums.filter((each) => !own.includes(each))
  const ownMinor = own.reduce((sum, each) => sum + each.minor, 0)
  const isShared = own.some((each) => others.some(([other]) => each.positions.includes(other)))
  if (!isShared) return Math.min(minor, ownMinor) + payable(others, rest)
  return Math.min(minor + payable(others, sums), ownMinor + payable(others, rest))
}
