import { erased } from '../../kit/email.shared.ts'
import type { AdminWords } from '../admin-words.ts'

/** Returns the address to show for an order. The address of an erased customer is deleted. */
export function customerOf(words: AdminWords, email: string): string {
  return email === erased ? words('order.erased') : email
}
