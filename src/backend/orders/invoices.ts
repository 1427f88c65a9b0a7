import { isPayable } from '../../contract/purchase.ts'
import type { Invoice, InvoiceStatus } from '../../contract/purchase.ts'
import type { Currency } from '../../domain/money.ts'
import type { Locale } from '../../locale/locales.ts'
import { conflict, found, notFound } from '../context.ts'
import type { Call, Reply } from '../context.ts'
import { hasStock, tariffColumns, tariffJoins, toTariff } from '../catalogue/tariff-rows.ts'
import type { TariffRow } from '../catalogue/tariff-rows.ts'
import { paymentProvider } from '../payments/payment-provider.ts'
import { deliver } from './delivery.ts'

type InvoiceRow = TariffRow & {
  invoice_id: string
  status: InvoiceStatus
  email: string
  amount_minor: number
  currency: Currency
  created_at: string
  hash: string | null
}

type Asked = { readonly invoiceID: string; readonly lang: Locale }

/** One invoice. Where a delivery was cut off, or stock was short, reading it delivers. */
export async function invoiceByID(call: Call, asked: Asked): Promise<Reply<{ data: Invoice }>> {
  const invoice = await readInvoice(call, asked)
  if (invoice?.status !== 'paid') return invoice ? found({ data: invoice }) : notFound(call)
  await deliver(call, asked.invoiceID)
  const delivered = await readInvoice(call, asked)
  return delivered ? found({ data: delivered }) : notFound(call)
}

/** Starts the payment of an unpaid invoice again. */
export async function payAgain(
  call: Call,
  { invoiceID }: Asked,
): Promise<Reply<{ data: { paymentURL: string } }>> {
  const { db, words, config } = call
  const reopened = await db
    .prepare(
      `UPDATE invoices SET status = 'processing' WHERE id = ? AND status IN ('processing', 'failed')
        AND EXISTS (SELECT 1 FROM stock s WHERE s.tariff_id = invoices.tariff_id AND s.invoice_id IS NULL) RETURNING id`,
    )
    .bind(invoiceID)
    .first<{ id: string }>()
  if (reopened)
    return found({ data: { paymentURL: await paymentProvider(config).start(invoiceID) } })
  const kept = await db
    .prepare('SELECT status FROM invoices WHERE id = ?')
    .bind(invoiceID)
    .first<{ status: InvoiceStatus }>()
  if (!kept) return notFound(call)
  return conflict(words(isPayable(kept.status) ? 'api.outOfStock' : 'api.alreadyPaid'))
}

async function readInvoice(
  { db, words }: Call,
  { invoiceID, lang }: Asked,
): Promise<Invoice | null> {
  const row = await db
    .prepare(
      `SELECT ${tariffColumns(lang)}, ${hasStock} AS in_stock, i.id AS invoice_id, i.status, i.email, i.amount_minor, i.currency,
        i.created_at, e.hash
      FROM invoices i JOIN tariffs t ON t.id = i.tariff_id ${tariffJoins}
      LEFT JOIN esims e ON e.invoice_id = i.id WHERE i.id = ?`,
    )
    .bind(invoiceID)
    .first<InvoiceRow>()
  return row && toInvoice(row, words)
}

function toInvoice(row: InvoiceRow, words: Call['words']): Invoice {
  return {
    invoiceID: row.invoice_id,
    status: row.status,
    amount: { minor: row.amount_minor, currency: row.currency },
    email: row.email,
    tariff: toTariff(row, words),
    hash: row.hash,
    createdAt: row.created_at,
  }
}
