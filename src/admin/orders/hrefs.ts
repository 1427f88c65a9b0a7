import type { OrderGroup } from '../../backend/reports/watched-orders.ts'
import { queryString } from '../../locale/paths.ts'

/**
 * An order's page. The id opens the customer's page, so it is in the query, which logs leave out.
 */
export function orderHref(invoiceID: string, done?: string): string {
  return `/admin/order${queryString({ id: invoiceID, done })}`
}

/** A message of a contact form with its answers. Its id is in the query, like that of an order. */
export function messageHref(messageID: string, done?: string): string {
  return `/admin/message${queryString({ id: messageID, done })}`
}

export function groupHref(group: OrderGroup): string {
  return `/admin/orders${queryString({ group })}`
}
