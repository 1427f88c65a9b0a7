import type { Invoice, InvoiceStatus } from '../../contract/purchase.ts'
import type { Currency } from '../../domain/money.ts'
import { ok } from '../../domain/result.ts'
import type { Locale } from '../../locale/locales.ts'
import { hasStock, tariffColumns, tariffJoins, toTariff } from '../catalogue/tariff-rows.ts'
import type { TariffRow } from '../catalogue/tariff-rows.ts'
import type { BackendContext } from '../context.ts'
import { notFound } from '../operation-result.ts'
import type { OperationResult } from '../operation-result.ts'
import { deliver } from './delivery.ts'

type InvoiceRow = TariffRow & {
  invoice_id: string
  status: InvoiceStatus
  email: string
  amount_minor: number
  currency: Currency
  created_at: string
  esim_hash: string | null
}

type InvoiceQuery = { readonly invoiceID: string; readonly lang: Locale }

/** One invoice. Reading a paid invoice without an eSIM delivers it. */
export async function invoiceByID(
  context: BackendContext,
  query: InvoiceQuery,
): Promise<OperationResult<{ data: Invoice }>> {
  const invoice = await readInvoice(context, query)
  if (invoice?.status !== 'paid') return invoice ? ok({ data: invoice }) : notFound(context)
  await deliver(context, query.invoiceID)
  const delivered = await readInvoice(context, query)
  return delivered ? ok({ data: delivered }) : notFound(context)
}

async function readInvoice(
  { db, words }: BackendContext,
  { invoiceID, lang }: InvoiceQuery,
): Promise<Invoice | null> {
  const row = await db
    .prepare(
      `SELECT ${tariffColumns(lang)}, ${hasStock} AS in_stock, i.id AS invoice_id, i.status,
        i.email, i.amount_minor, i.currency, i.created_at, e.esim_hash
      FROM invoices i JOIN invoice_lines l ON l.invoice_id = i.id AND l.position = 1
      JOIN tariffs t ON t.id = l.tariff_id ${tariffJoins}
      LEFT JOIN esims e ON e.invoice_id = i.id AND e.line_position = 1 WHERE i.id = ?`,
    )
    .bind(invoiceID)
    .first<InvoiceRow>()
  return row && toInvoice(row, words)
}

function toInvoice(row: InvoiceRow, words: BackendContext['words']): Invoice {
  return {
    invoiceID: row.invoice_id,
    status: row.status,
    amount: { minor: row.amount_minor, currency: row.currency },
    email: row.email,
    tariff: toTariff(row, words),
    hash: row.esim_hash,
    createdAt: row.created_at,
  }
}
