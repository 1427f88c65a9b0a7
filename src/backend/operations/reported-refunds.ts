import { systemActor } from './refunds.ts'

type ReturnKind = 'refunded' | 'dispute-lost'
type RefundAlias = 'r' | 'other' | 'q'

/**
 * SQL: what is missing of the refund `r` was returned at the provider after its request. Facts
 * that belong, or may belong, to other refunds of the shop do not count. But a refund of an amount
 * can be repeated as other refunds of an amount, except for the difference in price of an exchanged
 * plan.
 */
export function isReported(kinds: readonly ReturnKind[]): string {
  const ofOthers = reportedOfOthers(
    kinds,
    `(r.positions <> '[]' OR other.positions <> '[]' OR ${repeatsAnother}
      OR ${isDifference('other')})`,
  )
  return `${missingOf('r')} <= ${reportedSince(kinds, 'r')} - ${ofOthers} - ${reportedOfRefused(kinds)}`
}

/**
 * SQL: the part of the refused refund `r` that the operator has returned in the provider's
 * dashboard. Each fact counts for one refund.
 */
export function returnedByHand(): string {
  const kinds = ['refunded'] as const
  const ofOthers = reportedOfOthers(kinds, 'TRUE')
  return `max(0, min(${missingOf('r')},
    ${reportedSince(kinds, 'r')} - ${ofOthers} - ${reportedOfRefused(kinds)}))`
}

/** SQL: what was reported since the request of `r` for other refunds that the shop has made. */
function reportedOfOthers(kinds: readonly ReturnKind[], condition: string): string {
  return `(SELECT coalesce(sum(CASE WHEN other.accepted_at IS NULL
      THEN min(other.amount_minor, ${reportedSince(kinds, 'other')})
      WHEN other.refused_at IS NULL THEN ${missingOf('other')}
      ELSE ${missingSince(kinds)} END), 0)
    FROM refunds other WHERE ${isOther} AND ${condition}
      AND (other.accepted_at >= r.requested_at
        OR other.accepted_at IS NULL AND other.refused_at IS NULL))`
}

/**
 * SQL: what was reported since the request of `r` for other refused refunds that come before it. A
 * cancelled refund keeps what was reported before its cancellation.
 */
function reportedOfRefused(kinds: readonly ReturnKind[]): string {
  const reported = `(SELECT coalesce(sum(f.amount_minor), 0)
    FROM ${factSince(kinds, 'other')} AND f.received_at >= r.requested_at)`
  return `(SELECT coalesce(sum(min(${missingSince(kinds)}, ${reported})), 0)
    FROM refunds other WHERE ${isOther}
      AND (other.positions = '[]' OR other.cancelled_at IS NOT NULL OR ${hasKeptLine('other')})
      AND other.refused_at IS NOT NULL AND other.accepted_at IS NULL
      AND NOT ${isRepeated('other')} AND ${precedence(kinds, 'other')} < ${precedence(kinds, 'r')})`
}

/**
 * SQL: what was missing of the refused refund `other` at the request of `r`. Facts before the
 * request may have made a part of it already, unless the shop made refunds at that time.
 */
function missingSince(kinds: readonly ReturnKind[]): string {
  const madeByShop = `(SELECT coalesce(sum(made.amount_minor), 0) FROM refunds made
    WHERE ${isSamePayment('made', 'r')} AND made.refused_at IS NULL
      AND made.accepted_at >= other.requested_at AND made.accepted_at < r.requested_at)`
  return `max(0, ${missingOf('other')}
    - max(0, ${reportedSince(kinds, 'other')} - ${reportedSince(kinds, 'r')} - ${madeByShop}))`
}

/**
 * SQL: a line `l` of the refund is not returned, and meets the condition. The delivered lines of an
 * automatic refund need no money.
 */
export function keptLine(refund: RefundAlias, condition = 'TRUE'): string {
  return `EXISTS (SELECT 1 FROM json_each(${refund}.positions) position
    JOIN invoice_lines l ON l.invoice_id = ${refund}.invoice_id AND l.position = position.value
    WHERE l.refund_requested_at IS NULL AND ${condition}
      AND NOT (${refund}.actor = '${systemActor}' AND EXISTS (SELECT 1 FROM esims e
        WHERE e.invoice_id = l.invoice_id AND e.line_position = l.position)))`
}

/**
 * SQL: a line of the refund still needs it, and no later request refunds all of these lines. False
 * for the refund of an amount.
 */
export function hasKeptLine(refund: RefundAlias): string {
  const isOutside = 'l.position NOT IN (SELECT value FROM json_each(again.positions))'
  return `(${keptLine(refund)} AND NOT EXISTS (SELECT 1 FROM refunds again
    WHERE again.invoice_id = ${refund}.invoice_id AND again.cancelled_at IS NULL
      AND again.requested_at > ${refund}.requested_at AND NOT ${keptLine(refund, isOutside)}))`
}

/**
 * SQL: the amount of the refund. If the provider refused the refund, the lines that no longer need
 * it are subtracted: what later refunds of its lines took from the same payment, and the price of
 * lines that were delivered after an automatic refund.
 */
export function missingOf(refund: RefundAlias): string {
  return `(${refund}.amount_minor - (SELECT coalesce(sum(later.amount_minor), 0)
    FROM refunds later WHERE ${isSamePayment('later', refund)} AND ${refund}.refused_at IS NOT NULL
      AND later.requested_at > ${refund}.requested_at AND later.positions <> '[]'
      AND (later.accepted_at IS NOT NULL OR later.refused_at IS NULL)
      AND NOT EXISTS (SELECT 1 FROM json_each(later.positions) WHERE value NOT IN (
        SELECT value FROM json_each(${refund}.positions)))) - ${deliveredSince(refund)})`
}

/**
 * SQL: the price of the lines of the automatic refund that were delivered after its refusal. 0 if
 * several of its parts were refused, because it is not known which part they reduce.
 */
function deliveredSince(refund: RefundAlias): string {
  return `(SELECT coalesce(sum(l.amount_minor), 0) FROM json_each(${refund}.positions) position
    JOIN invoice_lines l ON l.invoice_id = ${refund}.invoice_id AND l.position = position.value
    JOIN esims e ON e.invoice_id = l.invoice_id AND e.line_position = l.position
    WHERE ${refund}.actor = '${systemActor}' AND ${refund}.refused_at IS NOT NULL
      AND l.refund_requested_at IS NULL AND 1 = (SELECT count(*) FROM refunds part
        WHERE part.invoice_id = ${refund}.invoice_id
          AND part.requested_at = ${refund}.requested_at AND part.refused_at IS NOT NULL))`
}

const isSamePayment = (one: string, other: string) => `${one}.invoice_id = ${other}.invoice_id
  AND ${one}.provider = ${other}.provider AND ${one}.reference = ${other}.reference`
/** SQL: the facts of the refund `other` can be those of `r`, unless `r` was cancelled before. */
const isOther = `${isSamePayment('other', 'r')} AND other.id <> r.id
  AND other.requested_at <= coalesce(r.cancelled_at, other.requested_at)`

/** SQL: staff requested the refused refund of an amount again, so that it needs nothing more. */
export function isRepeated(refund: RefundAlias): string {
  return `EXISTS (SELECT 1 FROM refunds again WHERE ${isSamePayment('again', refund)}
    AND ${refund}.positions = '[]' AND again.positions = '[]' AND NOT ${isDifference('again')}
    AND again.amount_minor = ${refund}.amount_minor AND again.requested_at > ${refund}.refused_at)`
}

/** SQL: the refund is the difference in price of an exchanged plan. */
function isDifference(refund: 'other' | 'again'): string {
  return `EXISTS (SELECT 1 FROM invoice_lines exchanged
    WHERE exchanged.invoice_id = ${refund}.invoice_id AND exchanged.replaced_by IS NOT NULL
      AND exchanged.refund_requested_at = ${refund}.requested_at)`
}

/** SQL: the refund `other` of an amount repeats a refused refund. */
const repeatsAnother = `EXISTS (SELECT 1 FROM refunds earlier
  WHERE ${isSamePayment('earlier', 'other')} AND earlier.positions = '[]'
    AND earlier.amount_minor = other.amount_minor AND earlier.refused_at < other.requested_at)`

/**
 * SQL: a fact that belongs to the payment of the refund. It is not older than the request of the
 * refund, and not newer than its cancellation.
 */
function factSince(kinds: readonly ReturnKind[], refund: RefundAlias): string {
  const kindList = kinds.map((kind) => `'${kind}'`).join(', ')
  // A refund that failed at the bank is followed by a charge with the same id. A lost dispute can
  // still be won.
  return `payment_facts f INDEXED BY payment_facts_by_reference
    WHERE f.provider = r.provider AND f.reference = r.reference AND f.currency = r.currency
      AND f.kind IN (${kindList})
      AND f.received_at >= ${refund}.requested_at
      AND f.received_at <= coalesce(${refund}.cancelled_at, f.received_at) AND NOT EXISTS (SELECT 1 FROM payment_facts c
        WHERE c.provider = f.provider AND c.id = f.id
          AND c.kind = iif(f.kind = 'dispute-lost', 'dispute-won', 'charged'))`
}

function reportedSince(kinds: readonly ReturnKind[], refund: RefundAlias): string {
  return `(SELECT coalesce(sum(f.amount_minor), 0) FROM ${factSince(kinds, refund)})`
}

/**
 * SQL: the order in which the refused refunds of amounts get the reported money. A refund with the
 * amount of a fact is first.
 */
function precedence(kinds: readonly ReturnKind[], refund: RefundAlias): string {
  const hasOwnFact = `EXISTS (SELECT 1 FROM ${factSince(kinds, refund)}
    AND f.amount_minor = ${refund}.amount_minor)`
  return `(NOT ${hasOwnFact}, ${refund}.requested_at, ${refund}.id)`
}
