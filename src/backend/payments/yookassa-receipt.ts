import type { Money } from '../../domain/money.ts'
import { amountObject } from './yookassa-objects.ts'

/** Taxes on receipts. The shop's accountant knows the codes. */
export type ReceiptSettings = {
  /** 1 to 12: the VAT rate of the goods. */
  readonly vatCode: number
  /**
   * 1 to 6: the tax system. Needed by shops with several tax systems and by some cash registers.
   */
  readonly taxSystemCode: number | null
}

type ReceiptLine = { readonly title: string; readonly amount: Money }

/** The API's limits for the description of a payment and the name of an item. */
export const longestDescription = 128

/**
 * Data of a receipt for the tax office (54-FZ). An eSIM is a service that is delivered immediately,
 * so it is paid in full.
 */
export function receiptObject(
  { vatCode, taxSystemCode }: ReceiptSettings,
  email: string,
  lines: readonly ReceiptLine[],
): object {
  return {
    customer: { email },
    // A line that a promo code made free has no tax.
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
