import { secretID } from '../../domain/secret-id.ts'
import { activateBy } from '../../domain/activation-window.ts'
import type { Market } from '../../domain/activation-window.ts'
import type { Locale } from '../../locale/locales.ts'
import { wordsOf } from '../../locale/words.ts'
import { tariffColumns, tariffJoins, toTariff } from '../catalogue/tariff-rows.ts'
import type { TariffRow } from '../catalogue/tariff-rows.ts'
import type { Call } from '../context.ts'
import { esimMail } from '../mail/esim-mail.ts'
import { insertMessage } from '../mail/outbox.ts'

type PaidRow = TariffRow & { email: string; lang: Locale; market: Market }

/**
 * Issues the eSIM of a paid invoice, in one transaction: a code from stock, the eSIM, the invoice's success and the mail, or
 * nothing of it. Any number of callers at once issue one eSIM; without stock the invoice stays paid and a later call issues it.
 */
export async function deliver(
  { db, config, now }: Pick<Call, 'db' | 'config' | 'now'>,
  invoiceID: string,
): Promise<void> {
  const paid = await paidInvoice(db, invoiceID)
  if (!paid) return
  const hash = secretID()
  const mail = esimMail({
    tariff: toTariff(paid, wordsOf(paid.lang)),
    locale: paid.lang,
    hash,
    activateBy: activateBy(now, paid.market),
    origin: config.SITE_ORIGIN,
  })
  await db.batch([
    db
      .prepare(
        `UPDATE stock SET invoice_id = ?1
        WHERE iccid = (SELECT iccid FROM stock WHERE tariff_id = ?2 AND invoice_id IS NULL ORDER BY iccid LIMIT 1)
          AND EXISTS (SELECT 1 FROM invoices WHERE id = ?1 AND status = 'paid')
          AND NOT EXISTS (SELECT 1 FROM stock WHERE invoice_id = ?1)`,
      )
      .bind(invoiceID, paid.id),
    db
      .prepare(
        `INSERT INTO esims (hash, invoice_id, iccid, tariff_id, email, purchased_at, activate_by)
        SELECT ?1, i.id, s.iccid, i.tariff_id, i.email, ?3, ?4 FROM invoices i JOIN stock s ON s.invoice_id = i.id
        WHERE i.id = ?2 AND i.status = 'paid' ON CONFLICT (invoice_id) DO NOTHING`,
      )
      .bind(hash, invoiceID, now.toISOString(), activateBy(now, paid.market).toISOString()),
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
        id: `esim:${invoiceID}`,
        kind: 'mail',
        recipient: paid.email,
        createdAt: now.toISOString(),
      },
      { sql: 'EXISTS (SELECT 1 FROM esims WHERE hash = ?)', params: [hash] },
    ),
    db
      .prepare(
        `UPDATE placements SET in_stock = 1 - in_stock
        WHERE tariff_id = ?1 AND in_stock <> EXISTS (SELECT 1 FROM stock WHERE tariff_id = ?1 AND invoice_id IS NULL)`,
      )
      .bind(paid.id),
  ])
}

/**
 * Issues what was paid and not issued: a delivery was cut off, or stock has come in since. Oldest first, a few at a time; what still has
 * no stock holds nobody up.
 */
export async function deliverWaiting(call: Pick<Call, 'db' | 'config' | 'now'>): Promise<void> {
  const { results } = await call.db
    .prepare(
      `SELECT id FROM invoices WHERE status = 'paid'
        AND EXISTS (SELECT 1 FROM stock s WHERE s.tariff_id = invoices.tariff_id AND s.invoice_id IS NULL)
      ORDER BY paid_at LIMIT 20`,
    )
    .all<{ id: string }>()
  for (const { id } of results) await deliver(call, id)
}

/** The language of a mail is the order's, whoever's reading of the invoice sends it. */
async function paidInvoice(db: D1Database, invoiceID: string): Promise<PaidRow | null> {
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
    .first<PaidRow>()
}
