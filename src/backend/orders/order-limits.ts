import { canonicalMailbox } from '../../domain/mailbox.ts'
import type { BackendContext } from '../context.ts'
import { countVisitorAction } from '../rate-limit.ts'
import { isUnpaid } from './expiry.ts'

/** New orders of one network: hundreds of travellers can share one behind a mobile operator. */
const ordersOfNetwork = { action: 'order', perHour: 240 } as const
/** Unpaid orders of one mailbox within an hour. */
const maxUnpaid = 20
const hour = 3_600_000

/** Whether the visitor may place another order now. Counts it. */
export async function countOrder(context: BackendContext, email: string): Promise<boolean> {
  const [unpaid, isWithinLimit] = await Promise.all([
    countUnpaid(context, email),
    countVisitorAction(context, ordersOfNetwork),
  ])
  return unpaid < maxUnpaid && isWithinLimit
}

async function countUnpaid({ db, now }: BackendContext, email: string): Promise<number> {
  const count = await db
    .prepare(
      `SELECT count(*) AS count FROM invoices
      WHERE mailbox = ? AND created_at > ? AND ${isUnpaid}`,
    )
    .bind(canonicalMailbox(email), new Date(now.getTime() - hour).toISOString())
    .first<number>('count')
  return count ?? 0
}
