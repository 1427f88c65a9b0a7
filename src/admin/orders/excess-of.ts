import type { OrderForStaff } from '../../orders/order-for-office.ts'

/** Returns the minor units that the customer paid in excess of the lines that are not returned. */
export function excessOf({ lines, unrefunded }: OrderForStaff): number {
  const kept = lines.filter(({ isReturned }) => !isReturned)
  return unrefunded.minor - kept.reduce((sum, { amount }) => sum + amount.minor, 0)
}
