import { hourMs, isoAfter } from '../kit/time.shared.ts'
import type { SqlCondition } from '../api/audit.ts'
import type { BackendContext } from '../context.ts'
import type { AcceptedOrder, RefusedOrder, SupplierError } from '../supply/supplier.ts'

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

/** No other worker has made a step since this worker claimed the purchase. */
const isUnchanged: SqlCondition = { sql: 'status = ?2 AND tries = ?3', params: [] }

/**
 * Changes a purchase and returns its key, unless a condition is false. The parameters of the
 * condition begin with `?13`. It can also use the new reference (`?9`) and ICCID (`?10`).
 */
export function change(
  { db, now, clock = () => now }: Pick<SourcingContext, 'db' | 'now' | 'clock'>,
  { key, status, tries }: Pick<Purchase, 'key' | 'status' | 'tries'>,
  to: Changes,
  { sql, params } = isUnchanged,
): D1PreparedStatement {
  return db
    .prepare(
      `UPDATE purchases SET status = ?4, problem = ?5, refusal = ?6, next_try_at = ?7,
        tries = iif(?4 = 'accepted' AND status <> 'accepted', 0, tries),
        leased_until = iif(?7 = ?11, leased_until, NULL),
        ended_at = CASE WHEN ?4 IN ('done', 'refused', 'given-up') AND status <> ?4 THEN ?8
          WHEN ?4 IN ('done', 'returned') THEN ended_at END,
        returned_at = iif(?4 = 'returned', ?8, NULL),
        reference = coalesce(?9, reference), iccid = coalesce(?10, iccid),
        cost_minor = coalesce(?12 ->> 'minor', cost_minor),
        cost_currency = coalesce(?12 ->> 'currency', cost_currency)
      WHERE key = ?1 AND ${sql} RETURNING key`,
    )
    .bind(
      key,
      status,
      tries,
      to.status,
      to.problem ?? null,
      to.refusal ?? null,
      to.next ?? null,
      clock().toISOString(),
      to.reference ?? null,
      to.iccid ?? null,
      now.toISOString(),
      JSON.stringify(to.cost ?? null),
      ...params,
    )
}
