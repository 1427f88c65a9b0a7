import type { Money } from '../../domain/money.ts'
import { amountObject } from './yookassa-objects.ts'

/** Tax codes on receipts. The shop's accountant provides them. */
export type ReceiptSettings = {
  /** VAT rate of the goods, a code from 1 to 12. */
  readonly vatCode: number
  /**
   * Tax system, a code from 1 to 6. Shops with several tax systems and some cash registers need it.
   */
  readonly taxSystemCode: number | null
}

type ReceiptLine = { readonly title: string; readonly amount: Money }

/** The API's limit for the description of a payment or an item, in characters. */
export const longestDescription = 128

/**
 * Returns the data of a receipt for the tax office (54-FZ). An eSIM is a service that is delivered
 * immediately, so the payment mode is a full payment.
 */
export function receiptObject(
  { vatCode, taxSystemCode }: ReceiptSettings,
  email: string,
  lines: readonly ReceiptLine[],
): object {
  return {
    customer: { email },
    // The receipt omits a line that a promo code made free, because the line has no tax.
    items: lines
      .filter(({ amount }) => amount.minor > 0)
      .map(({ title, amount }) => ({
        description: title.slice(0, longestDescription),
        quantity: 1,
        amount: amountObject(amount),
        vat_code: vatCode,
        payment_mode: 'full_payment',
        payment_subject: 'service',
      })),
    ...(taxSystemCode === null ? {} : { tax_system_code: taxSystemCode }),
  }
}
