import type { Currency, Money } from '../../domain/money.ts'
import { hourMs, minuteMs } from '../../domain/time-units.ts'
import type { Locale } from '../../locale/locales.ts'
import { href } from '../../locale/paths.ts'
import type { BackendContext } from '../context.ts'
import type { RequestedPayment } from '../payments/payment-provider.ts'
import { lineColumns, lineJoins, lineName } from './line-names.ts'
import type { NamedLineRow } from './line-names.ts'

type UnpaidInvoice = {
  readonly invoiceID: string
  readonly email: string
  readonly lang: Locale
  readonly amount: Money
  readonly createdAt: Date
  readonly lines: readonly { readonly title: string; readonly amountMinor: number }[]
}
type UnpaidInvoiceRow = {
  email: string
  lang: Locale
  amount_minor: number
  currency: Currency
  created_at: string
}

/** The minimum time to pay, even on a page that is opened just before the invoice expires. */
const minPageLifetime = 35 * minuteMs

/** Returns an invoice in the form that providers need, in the language of the order. */
export async function readPaymentOrder(
  context: Pick<BackendContext, 'db' | 'config' | 'now'>,
  invoiceID: string,
): Promise<RequestedPayment> {
  const { db } = context
  const invoice = await db
    .prepare('SELECT email, lang, amount_minor, currency, created_at FROM invoices WHERE id = ?')
    .bind(invoiceID)
    .first<UnpaidInvoiceRow>()
  if (!invoice) throw new Error(`The invoice to pay is not in the database`)
  const { email, lang, currency } = invoice
  const { results } = await db
    .prepare(
      `SELECT ${lineColumns(lang)}, l.amount_minor
      FROM invoice_lines l ${lineJoins} WHERE l.invoice_id = ? ORDER BY l.position`,
    )
    .bind(invoiceID)
    .all<NamedLineRow & { amount_minor: number }>()
  return toPaymentOrder(context, {
    invoiceID,
    email,
    lang,
    amount: { minor: invoice.amount_minor, currency },
    createdAt: new Date(invoice.created_at),
    lines: results.map((row) => ({
      title: lineName(lang, row),
      amountMinor: row.amount_minor,
    })),
  })
}

export function toPaymentOrder(
  { config, now }: Pick<BackendContext, 'config' | 'now'>,
  { invoiceID, email, lang: locale, amount, createdAt, lines }: UnpaidInvoice,
): RequestedPayment {
  const { currency } = amount
  const end = createdAt.getTime() + config.INVOICE_HOURS * hourMs
  return {
    invoiceID,
    amount,
    lines: lines.map(({ title, amountMinor: minor }) => ({ title, amount: { minor, currency } })),
    email,
    locale,
    successURL: config.SITE_ORIGIN + href(locale, 'paymentSuccess', null, { invoiceID }),
    failureURL: config.SITE_ORIGIN + href(locale, 'paymentFailed', null, { invoiceID }),
    expiresAt: new Date(Math.max(end, now.getTime() + minPageLifetime)),
  }
}
