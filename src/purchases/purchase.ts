import { hourMs, isoAfter } from '../kit/time.shared.ts'
import type { BackendContext } from '../context.ts'
import type { AcceptedOrder, RefusedOrder, SupplierError } from '../supply/supplier.ts'
import { prepare, sql, type Sql } from '../kit/sql.ts'

export type SourcingContext = Pick<BackendContext, 'db' | 'config' | 'now' | 'suppliers'> & {
  /** Returns false when the worker may end before another call does. By default there is time. */
  readonly hasTime?: () => boolean
  /** Returns the current time, because a run of the scheduled job takes minutes. */
  readonly clock?: () => Date
}

/** A supplier order whose next step only this worker may make until its lease ends. */
export type Purchase = {
  readonly key: string
  readonly invoiceID: string
  readonly position: number
  readonly kind: 'plan' | 'top-up'
  readonly supplier: string
  readonly planCode: string
  readonly costMinor: number | null
  readonly status: 'new' | 'sent' | 'accepted' | 'held' | 'done' | 'given-up'
  readonly reference: string | null
  /** The profile that was bought, or the eSIM to top up. */
  readonly iccid: string | null
  /** Steps since the last successful step, including the current one. */
  readonly tries: number
  /**
   * Whether the line is still paid and waiting. For a top-up, its eSIM must not be refunded either.
   */
  readonly isNeeded: boolean
}

/** The answer of a supplier that neither accepted an order nor returned its profile. */
export type PurchaseAnswer =
  | Pick<RefusedOrder, 'status' | 'reason' | 'message'>
  /** `absent`: the supplier does not find the order, or has no profile for it yet. */
  | { readonly status: 'unclear' | 'absent'; readonly message: string }
  /** `unordered`: the call that places the order failed. `failed`: another call failed. */
  | { readonly status: 'unordered' | 'failed'; readonly error: SupplierError }

/**
 * Number of tries after which a person must decide: about a quarter of an hour for an order that
 * the supplier does not find or refuses to repeat, and three hours for an order without a profile.
 */
const mostTries = {
  new: Infinity,
  sent: 6,
  accepted: 10,
  held: 0,
  done: Infinity,
  'given-up': Infinity,
}

/** Returns the state of a purchase after an answer. The schema explains each state. */
export function step(
  { status, tries }: Pick<Purchase, 'status' | 'tries'>,
  answer: PurchaseAnswer,
): Purchase['status'] | 'refused' {
  const next = tries >= mostTries[status] ? 'held' : status
  switch (answer.status) {
    case 'unclear':
      return 'held'
    case 'refused':
      // An earlier try may have bought the order, for example with the rest of the balance.
      return status === 'sent' ? next : 'refused'
    case 'unordered':
      return answer.error.outcome === 'not-executed' ? status : 'sent'
    case 'absent':
    case 'failed':
      return next
  }
}

const firstPause = 30_000
const longestPause = hourMs

/**
 * Returns the time of the next try: after 30 seconds, or after the supplier's Retry-After. The
 * pause doubles with each try, up to an hour. The shop searches for a held order every hour.
 */
export function nextTry(
  { now }: Pick<SourcingContext, 'now'>,
  { tries }: Pick<Purchase, 'tries'>,
  { status = '', retryAfter = null }: { status?: string; retryAfter?: number | null } = {},
): string {
  const pause = Math.max(firstPause * 2 ** Math.max(tries - 1, 0), (retryAfter ?? 0) * 1000)
  return isoAfter(now, status === 'held' ? longestPause : Math.min(pause, longestPause))
}

type Changes = {
  readonly status: Purchase['status'] | 'refused' | 'returned'
  readonly problem?: string | null
  readonly refusal?: RefusedOrder['reason']
  /** Time of the next step. Without it, no step is due. The worker keeps a step that is due now. */
  readonly next?: string
  readonly iccid?: string
} & Partial<Pick<AcceptedOrder, 'reference' | 'cost'>>

/** SQL: no other worker has made a step since this worker claimed the purchase. */
export function isUnchanged({ status, tries }: Pick<Purchase, 'status' | 'tries'>): Sql {
  return sql`status = ${status} AND tries = ${tries}`
}

/** Changes a purchase and returns its key, unless a condition is false. */
export function change(
  { db, now, clock = () => now }: Pick<SourcingContext, 'db' | 'now' | 'clock'>,
  { key, ...known }: Pick<Purchase, 'key' | 'status' | 'tries'>,
  to: Changes,
  condition = isUnchanged(known),
): D1PreparedStatement {
  const { status } = to
  const next = to.next ?? null
  const time = clock()
  const cost = JSON.stringify(to.cost ?? null)
  return prepare(db)`UPDATE purchases SET status = ${status}, problem = ${to.problem ?? null},
      refusal = ${to.refusal ?? null}, next_try_at = ${next},
      tries = iif(${status} = 'accepted' AND status <> 'accepted', 0, tries),
      leased_until = iif(${next} = ${now}, leased_until, NULL),
      ended_at = CASE
        WHEN ${status} IN ('done', 'refused', 'given-up') AND status <> ${status} THEN ${time}
        WHEN ${status} IN ('done', 'returned') THEN ended_at END,
      returned_at = iif(${status} = 'returned', ${time}, NULL),
      reference = coalesce(${to.reference ?? null}, reference),
      iccid = coalesce(${to.iccid ?? null}, iccid),
      cost_minor = coalesce(${cost} ->> 'minor', cost_minor),
      cost_currency = coalesce(${cost} ->> 'currency', cost_currency)
    WHERE key = ${key} AND ${condition} RETURNING key`
}
