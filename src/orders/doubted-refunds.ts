import { manualProvider } from '../payments/payment-provider.ts'

/**
 * SQL: the fact `reversal` reports that the refund `made` failed at the bank, or that staff
 * reverted it. It is a later charge with its id: a provider may give a charge and its refund the
 * same id.
 * Staff may record a refund with a date in the future. The view `invoice_credits` has the same rule
 * for refunds at providers.
 */
export function isReversalOf(reversal: string, made: string): string {
  return `(${reversal}.kind = 'charged' AND ${made}.kind = 'refunded'
    AND ${reversal}.provider = ${made}.provider AND ${reversal}.id = ${made}.id
    AND (${made}.at <= ${reversal}.at OR ${made}.provider = '${manualProvider}'))`
}

/** SQL expressions of an order, an amount in minor units, and a time. */
type ReportedAmount = {
  readonly invoice: string
  readonly minor: string
  /** Only later reports count. All reports are later than ''. */
  readonly since: string
}

/** SQL: the refund that the fact is about failed at the bank, or staff reverted it. */
export function hasFailed(fact: string): string {
  return `EXISTS (SELECT 1 FROM payment_facts failed WHERE ${isReversalOf('failed', fact)})`
}

/** SQL: the refund `own`, which the shop requested, was made and failed at the bank. */
const ownHasFailed = `EXISTS (SELECT 1 FROM payment_facts made
  WHERE made.invoice_id = own.invoice_id AND made.kind = 'refunded'
    AND made.provider = own.provider AND made.reference = own.reference
    AND made.amount_minor = own.amount_minor
    AND made.received_at BETWEEN own.requested_at AND own.accepted_at AND ${hasFailed('made')})`

/**
 * SQL: the number of refunds of an amount that the providers reported, and that the shop has not
 * requested. Refunds that failed at the bank do not count. If staff record one of them too, the
 * same money counts twice.
 */
export function refundsInDashboard({ invoice, minor, since }: ReportedAmount): string {
  return `((SELECT count(*) FROM payment_facts f JOIN invoices o ON o.id = f.invoice_id
      WHERE f.invoice_id = ${invoice} AND f.kind = 'refunded' AND f.provider <> '${manualProvider}'
        AND f.amount_minor = ${minor} AND f.currency = o.currency AND f.received_at > ${since}
        AND NOT ${hasFailed('f')})
    - (SELECT count(*) FROM refunds own
      WHERE own.invoice_id = ${invoice} AND own.provider <> '${manualProvider}'
        AND own.amount_minor = ${minor} AND own.refused_at IS NULL
        AND coalesce(own.accepted_at, '~') > ${since} AND NOT ${ownHasFailed}))`
}

/**
 * SQL: the refund `m`, which staff recorded, may be one that a provider has reported too. Staff
 * have neither reverted it, nor confirmed it since the report.
 */
export const isDoubted = `(m.provider = '${manualProvider}' AND m.refused_at IS NULL
  AND ${refundsInDashboard({
    invoice: 'm.invoice_id',
    minor: 'm.amount_minor',
    since: `coalesce(m.confirmed_at, '')`,
  })} > 0)`
