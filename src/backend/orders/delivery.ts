import { activateBy } from '../../domain/activation-window.ts'
import type { Market } from '../../domain/activation-window.ts'
import { secretID } from '../../domain/secret-id.ts'
import type { Locale } from '../../locale/locales.ts'
import { wordsOf } from '../../locale/words.ts'
import { tariffColumns, tariffJoins, toTariff } from '../catalogue/tariff-rows.ts'
import type { TariffRow } from '../catalogue/tariff-rows.ts'
import type { BackendContext } from '../context.ts'
import { esimMail } from '../mail/esim-mail.ts'
import { insertMessage } from '../mail/outbox.ts'

type DeliveryContext = Pick<BackendContext, 'db' | 'config' | 'now'>
type PaidInvoiceRow = TariffRow & { email: string; lang: Locale; market: Market }

/**
 * Delivers a paid invoice in one transaction: takes a profile from stock, creates the eSIM, sets
 * the invoice to success and writes the mail. Parallel calls deliver one eSIM. Without stock the
 * invoice stays paid, and a later call delivers it.
 */
export async function deliver(
  { db, config, now }: DeliveryContext,
  invoiceID: string,
): Promise<void> {
  const invoice = await paidInvoice(db, invoiceID)
  if (!invoice) return
  const esimHash = secretID()
  const lastDay = activateBy(now, invoice.market)
  const mail = esimMail({
    tariff: toTariff(invoice, wordsOf(invoice.lang)),
    locale: invoice.lang,
    esimHash,
    activateBy: lastDay,
    origin: config.SITE_ORIGIN,
  })
  await db.batch([
    db
      .prepare(
        `UPDATE stock SET invoice_id = ?1
        WHERE iccid = (
            SELECT iccid FROM stock WHERE tariff_id = ?2 AND invoice_id IS NULL
            ORDER BY iccid LIMIT 1)
          AND EXISTS (SELECT 1 FROM invoices WHERE id = ?1 AND status = 'paid')
          AND NOT EXISTS (SELECT 1 FROM stock WHERE invoice_id = ?1)`,
      )
      .bind(invoiceID, invoice.id),
    db
      .prepare(
        `INSERT INTO esims
          (esim_hash, invoice_id, iccid, tariff_id, email, purchased_at, activate_by)
        SELECT ?1, i.id, s.iccid, i.tariff_id, i.email, ?3, ?4
        FROM invoices i JOIN stock s ON s.invoice_id = i.id
        WHERE i.id = ?2 AND i.status = 'paid' ON CONFLICT (invoice_id) DO NOTHING`,
      )
      .bind(esimHash, invoiceID, now.toISOString(), lastDay.toISOString()),
    db
      .prepare(
        `UPDATE invoices SET status = 'success'
        WHERE id = ?1 AND status = 'paid' AND EXISTS (SELECT 1 FROM esims WHERE invoice_id = ?1)`,
      )
      .bind(invoiceID),
    insertMessage(
      db,
      {
        ...mail,
        kind: 'mail',
        purpose: 'esim',
        dedupeKey: invoiceID,
        recipient: invoice.email,
        createdAt: now,
      },
      { sql: 'EXISTS (SELECT 1 FROM esims WHERE esim_hash = ?)', params: [esimHash] },
    ),
    db
      .prepare(
        `UPDATE placements SET in_stock = 1 - in_stock
        WHERE tariff_id = ?1
          AND in_stock <> EXISTS (SELECT 1 FROM stock WHERE tariff_id = ?1 AND invoice_id IS NULL)`,
      )
      .bind(invoice.id),
  ])
}

/**
 * Delivers up to 20 paid invoices, oldest first: their delivery was interrupted or waited for
 * stock. Invoices whose plan is still out of stock are skipped.
 */
export async function deliverPaidInvoices(context: DeliveryContext): Promise<void> {
  const { results } = await context.db
    .prepare(
      `SELECT id FROM invoices WHERE status = 'paid'
        AND EXISTS (
          SELECT 1 FROM stock s WHERE s.tariff_id = invoices.tariff_id AND s.invoice_id IS NULL)
      ORDER BY paid_at LIMIT 20`,
    )
    .all<{ id: string }>()
  for (const { id } of results) await deliver(context, id)
}

/** Reads a paid invoice with its plan, in the language of the order: the mail is written in it. */
async function paidInvoice(db: D1Database, invoiceID: string): Promise<PaidInvoiceRow | null> {
  const order = await db
    .prepare(`SELECT lang FROM invoices WHERE id = ? AND status = 'paid'`)
    .bind(invoiceID)
    .first<{ lang: Locale }>()
  if (!order) return null
  return db
    .prepare(
      `SELECT ${tariffColumns(order.lang)}, 1 AS in_stock, i.email, i.lang
      FROM invoices i JOIN tariffs t ON t.id = i.tariff_id ${tariffJoins} WHERE i.id = ?`,
    )
    .bind(invoiceID)
    .first<PaidInvoiceRow>()
}
