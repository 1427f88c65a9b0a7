import { queryString } from './paths.ts'

export const officePath = '/admin'

/** The orders that match an email address, an ICCID, an order number or a reference. */
export function ordersHref(query: string): string {
  return `${officePath}/orders${queryString({ q: query })}`
}

/** A partner's page, by id, phone number or referral code. */
export function partnerHref(name: string, done?: string): string {
  return `${officePath}/partner${queryString({ id: name, done })}`
}
