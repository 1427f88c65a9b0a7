import { isPayable } from '../../contract/purchase.ts'
import type { Invoice, InvoiceStatus } from '../../contract/purchase.ts'
import type { Currency } from '../../domain/money.ts'
import { ok } from '../../domain/result.ts'
import type { Locale } from '../../locale/locales.ts'
import { hasStock, tariffColumns, tariffJoins, toTariff } from '../catalogue/tariff-rows.ts'
import type { TariffRow } from '../catalogue/tariff-rows.ts'
import type { BackendContext } from '../context.ts'
import { notFound, refuse } from '../operation-result.ts'
import type { OperationResult } from '../operation-result.ts'
import { paymentPage } from '../payments/payment-page.ts'
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

/** Starts the payment of an unpaid invoice again. */
export async function payAgain(
  context: BackendContext,
  { invoiceID }: InvoiceQuery,
): Promise<OperationResult<{ data: { paymentURL: string } }>> {
  const { db, words, config } = context
  const payable = await db
    .prepare(
      `UPDATE invoices SET status = 'processing' WHERE id = ? AND status IN ('processing', 'failed')
        AND EXISTS (
          SELECT 1 FROM stock s WHERE s.tariff_id = invoices.tariff_id AND s.invoice_id IS NULL)
      RETURNING id`,
    )
    .bind(invoiceID)
    .first<{ id: string }>()
  if (payable) return ok({ data: { paymentURL: paymentPage(config, invoiceID) } })
  const invoice = await db
    .prepare('SELECT status FROM invoices WHERE id = ?')
    .bind(invoiceID)
    .first<{ status: InvoiceStatus }>()
  if (!invoice) return notFound(context)
  return isPayable(invoice.status)
    ? refuse('out-of-stock', words('api.outOfStock'))
    : refuse('already-paid', words('api.alreadyPaid'))
}

async function readInvoice(
  { db, words }: BackendContext,
  { invoiceID, lang }: InvoiceQuery,
): Promise<Invoice | null> {
  const row = await db
    .prepare(
      `SELECT ${tariffColumns(lang)}, ${hasStock} AS in_stock, i.id AS invoice_id, i.status,
        i.email, i.amount_minor, i.currency, i.created_at, e.esim_hash
      FROM invoices i JOIN tariffs t ON t.id = i.tariff_id ${tariffJoins}
      LEFT JOIN esims e ON e.invoice_id = i.id WHERE i.id = ?`,
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
