import { secretID } from './tokens.shared.ts'

/** Characters of an order's number. */
export const orderNumberLength = 10

/** 32 characters that are hard to confuse on paper or on the telephone, without I, O, 0 and 1. */
const numberCharacters = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'

/**
 * Creates the id of an order with 43 characters: its number, and 33 random characters with 198
 * bits.
 */
export function orderID(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(orderNumberLength))
  const number = Array.from(bytes, (byte) => numberCharacters.charAt(byte % 32)).join('')
  return number + secretID().slice(orderNumberLength)
}

/**
 * Returns the start of an order's id. It identifies the order, but does not open its page, so
 * customers can show it to other people.
 */
export function orderNumberOf(invoiceID: string): string {
  return invoiceID.slice(0, orderNumberLength)
}

/** The number of any order, also of a server whose ids contain other characters. */
export const orderNumberPattern = /^[\w-]{10}$/

const printedNumber = /[\s#№]([2-9A-HJ-NP-Z]{10})\W*$/iu

/** Returns the number at the end of a string such as `Order: A2B3C4D5E6`, or null. */
export function findOrderNumber(text: string): string | null {
  return printedNumber.exec(text)?.[1]?.toUpperCase() ?? null
}

/** Numbers of orders, which customers copy in upper case, and numbers of eSIMs. */
const references = /(?<![\w-])(?:[2-9A-HJ-NP-Z]{10}|89\d{16,18})(?![\w-])/gu

const mostReferences = 3

/** Returns up to three numbers of orders or eSIMs that a message contains. */
export function orderReferencesIn(text: string): string[] {
  return [...new Set(text.match(references))].slice(0, mostReferences)
}

/** Lines of one order. The table `order_lines` has the same limit. */
export const maxLines = 10

const maxPeople = 4

/** The allowed numbers of people for an order of these plans. Each person gets every plan. */
export function mostPeople(plans: number): number {
  return Math.max(1, Math.min(maxPeople, Math.floor(maxLines / plans)))
}
