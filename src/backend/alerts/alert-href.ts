import { orderNumberOf } from '../../domain/order-number.ts'
import { officeHref } from '../../locale/office-paths.ts'
import type { AlertKind } from './alerts.ts'

type AlertAbout = {
  readonly kind: AlertKind
  readonly subject: string
  /** Null if the subject is not an order. */
  readonly invoiceID: string | null
}

/** Returns the path in the back office of the object of an alert, or null for an alert without. */
export function alertHref({ kind, subject, invoiceID }: AlertAbout): string | null {
  if (invoiceID !== null) return officeHref('orders', { q: orderNumberOf(invoiceID) })
  if (kind === 'mail-failed') return officeHref('failedMessages')
  return kind === 'low-stock' ? officeHref('plan', { id: subject }) : null
}
