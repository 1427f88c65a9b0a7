/** Characters of an order's number. */
export const orderNumberLength = 10

/**
 * The start of an order's id. It is enough to find the order, but does not open its page, so
 * customers may show it to others.
 */
export function orderNumberOf(invoiceID: string): string {
  return invoiceID.slice(0, orderNumberLength)
}
