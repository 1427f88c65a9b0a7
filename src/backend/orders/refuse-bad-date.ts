import type { OrderLine } from '../../contract/purchase.ts'
import type { Tariff } from '../../contract/tariffs.ts'
import { giftDates, isWithin } from '../../domain/gift-dates.ts'
import type { Err } from '../../domain/result.ts'
import { formatDate } from '../../locale/formats.ts'
import type { BackendContext } from '../context.ts'
import { refuseFields } from '../operation-result.ts'
import type { Refusal } from '../operation-result.ts'

/** Refuses a line whose delivery date is in the past, or after the last day to connect. */
export function refuseBadDate(
  { now, words }: Pick<BackendContext, 'now' | 'words'>,
  lines: readonly OrderLine[],
  plans: readonly Pick<Tariff, 'market'>[],
): Err<Refusal> | null {
  const dates = giftDates(
    now,
    plans.map(({ market }) => market),
  )
  const index = lines.findIndex(
    ({ deliverOn }) => deliverOn !== undefined && !isWithin(dates, deliverOn),
  )
  if (index === -1) return null
  const message = words('order.giftDateInvalid', {
    from: formatDate(dates.from),
    to: formatDate(dates.to),
  })
  return refuseFields('invalid-input', { [`lines.${index}.deliverOn`]: [message] })
}
