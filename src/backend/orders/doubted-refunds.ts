import { manualProvider } from '../payments/manual-provider.ts'

/** SQL expressions of an order, an amount in minor units, and a time. */
type ReportedAmount = {
  readonly invoice: string
  readonly minor: string
  /** Only later reports count. All reports are later than ''. */
  readonly since: string
}

/**
 * SQL: the number of refunds of an amount that the providers reported, and that the shop has not
 * requested. Refunds that failed at the bank do not count. If staff record one of them too, the
 * same money counts twice.
 */
export function refundsInDashboard({ invoice, minor, since }: ReportedAmount): string {
  return `((SELECT count(*) FROM payment_facts f JOIN invoices o ON o.id = f.invoice_id
      WHERE f.invoice_id = ${invoice} AND f.kind = 'refunded' AND f.provider <> '${manualProvider}'
        AND f.amount_minor = ${minor} AND f.currency = o.currency AND f.received_at > ${since}
        AND NOT EXISTS (SELECT 1 FROM payment_facts failed
          WHERE failed.provider = f.provider AND failed.kind = 'charged' AND failed.id = f.id))
    - (SELECT count(*) FROM refunds own
      WHERE own.invoice_id = ${invoice} AND own.provider <> '${manualProvider}'
        AND own.amount_minor = ${minor} AND own.refused_at IS NULL
        AND coalesce(own.accepted_at, '~') > ${since}))`
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
