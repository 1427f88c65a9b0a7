import { mostCounted } from '../../plans/list-plans.ts'
import type { ListedPlan } from '../../plans/list-plans.ts'
import { formatNumber } from '../../words/formats.shared.ts'
import type { Office } from '../office.tsx'

/** Returns the number of eSIMs left. The shop buys the eSIMs of a plan without any when it sells. */
export function profilesLeft(
  { locale, words }: Office,
  { left, state }: Pick<ListedPlan, 'left' | 'state'>,
): string {
  if (left === 0 && state === 'on-sale') return words('plans.atSupplier')
  return left < mostCounted ? formatNumber(locale, left) : words('plans.many', { count: left })
}
