import { invoiceID } from '../../contract/common.ts'
import type { Currency, Money } from '../../domain/money.ts'
import type { Locale } from '../../locale/locales.ts'

type Payable = { readonly id: string; readonly lang: Locale; readonly amount: Money }

/** What a payment page needs to know of an invoice. */
export async function payableInvoice(db: D1Database, id: string): Promise<Payable | null> {
  if (!invoiceID.safeParse(id).success) return null
  const row = await db
    .prepare('SELECT lang, amount_minor, currency FROM invoices WHERE id = ?')
    .bind(id)
    .first<{ lang: Locale; amount_minor: number; currency: Currency }>()
  return row && { id, lang: row.lang, amount: { minor: row.amount_minor, currency: row.currency } }
}
