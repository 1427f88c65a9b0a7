import { invoiceID } from '../../contract/common.ts'
import type { Currency, Money } from '../../domain/money.ts'
import type { Locale } from '../../locale/locales.ts'

type PayableInvoice = { readonly id: string; readonly lang: Locale; readonly amount: Money }

/** The invoice as the test payment page shows it; null when there is none. */
export async function payableInvoice(db: D1Database, id: string): Promise<PayableInvoice | null> {
  if (!invoiceID.safeParse(id).success) return null
  const row = await db
    .prepare('SELECT lang, amount_minor, currency FROM invoices WHERE id = ?')
    .bind(id)
    .first<{ lang: Locale; amount_minor: number; currency: Currency }>()
  return row && { id, lang: row.lang, amount: { minor: row.amount_minor, currency: row.currency } }
}
