import { dayOf } from '../kit/time.shared.ts'
import { activateBy } from '../kit/activation-window.shared.ts'
import type { Market } from '../kit/activation-window.shared.ts'
import type { Currency } from '../kit/money.shared.ts'
import { secretID } from '../kit/tokens.shared.ts'
import type { Locale } from '../words/locales.shared.ts'
import { wordsOf } from '../words/words.shared.ts'
import { refreshPlacements, hasStock } from '../plans/can-sell.ts'
import { planColumn, planJoins, toPlan } from '../plans/plan-rows.ts'
import type { PlanRow } from '../plans/plan-rows.ts'
import type { BackendContext } from '../context.ts'
import { priceOf, esimMail } from '../esims/esim-mail.ts'
import { insertMessage } from '../messages/outbox.ts'
import { hasReceiptMail } from '../messages/receipt.ts'
import { settleOrder } from './order-state.ts'
import { soldOutMail } from './order-mails.ts'
import { isForStock, isDeliverable, isDue, isSoldOut, queueOrder } from './lines.ts'

type DeliveryContext = Pick<BackendContext, 'db' | 'config' | 'now'>

type WaitingLine = PlanRow & {
  plan_id: string
  position: number
  email: string
  lang: Locale
  market: Market
  recipient: string | null
  message: string | null
  amount_minor: number
  currency: Currency
  paid_at: string | null
  /** The number of lines whose eSIMs are for the buyer. */
  own_lines: number
  /** The number of the line on the order's page, and the number of its lines. */
  number: number
  lines: number
  has_receipt_mail: number
  is_replacement: number
}

/**
 * Delivers the lines of a paid order that have no eSIM yet. Each line has its own transaction,
 * which assigns a profile, creates the eSIM, writes the email and settles the order. Parallel
 * calls deliver one eSIM per line. A line without stock waits, and a later call delivers it.
 */
export async function deliver(context: DeliveryContext, invoiceID: string): Promise<void> {
  for (const line of await readWaitingLines(context, invoiceID))
    await context.db.batch(await deliveryOf(context, invoiceID, line))
}

/**
 * Runs statements that store a profile for a line. Delivers the line in the same transaction, if it
 * still waits.
 */
export async function deliverWith(
  context: DeliveryContext,
  { invoiceID, position }: { readonly invoiceID: string; readonly position: number },
  statements: readonly D1PreparedStatement[],
): Promise<void> {
  const lines = await readWaitingLines(context, invoiceID)
  const line = lines.find((each) => each.position === position)
  const delivery = line ? await deliveryOf(context, invoiceID, line) : []
  await context.db.batch([...statements, ...delivery])
}

/**
 * Returns the due lines of a paid order that still wait, with plans in the language of the order.
 */
async function readWaitingLines(
  { db, now }: DeliveryContext,
  invoiceID: string,
): Promise<WaitingLine[]> {
  const order = await db
    .prepare(`SELECT lang FROM orders
      WHERE id = ? AND status = 'paid' AND frozen_at IS NULL`)
    .bind(invoiceID)
    .first<{ lang: Locale }>()
  if (!order) return []
  const { results } = await db
    .prepare(
      `SELECT ${planColumn(order.lang, '1')}, l.plan_id, t.market, l.position, l.recipient, l.message,
        l.amount_minor, i.currency, i.paid_at, i.email, i.lang,
        (SELECT count(*) FROM order_lines own WHERE own.order_id = i.id
          AND own.recipient IS NULL AND own.replaced_by IS NULL) AS own_lines,
        (SELECT count(*) FROM order_lines before WHERE before.order_id = i.id
          AND before.replaced_by IS NULL AND before.position <= l.position) AS number,
        (SELECT count(*) FROM order_lines shown WHERE shown.order_id = i.id
          AND shown.replaced_by IS NULL) AS lines,
        ${hasReceiptMail('i.id')} AS has_receipt_mail, l.is_replacement
      FROM orders i JOIN line_states l ON l.order_id = i.id
      JOIN plans t ON t.id = l.plan_id ${planJoins}
      WHERE i.id = ? AND l.is_waiting AND ${isDue} ORDER BY l.position`,
    )
    .bind(invoiceID, dayOf(now))
    .all<WaitingLine>()
  return results
}

async function deliveryOf(
  context: DeliveryContext,
  invoiceID: string,
  line: WaitingLine,
): Promise<D1PreparedStatement[]> {
  const { db, now } = context
  const { plan_id: tariffID, position } = line
  const esimHash = secretID()
  return [
    takeProfile(db, invoiceID, line),
    insertEsim(
      db,
      { invoiceID, position, esimHash },
      { now, lastDay: activateBy(now, line.market) },
    ),
    ...insertMails(context, { invoiceID, position, esimHash }, line),
    db.prepare(refreshPlacements('plan_id = ?')).bind(tariffID),
    await soldOutMail(context, invoiceID, position),
    ...settleOrder(context, invoiceID),
  ]
}

/** Late profiles, which are on sale for some days, come first. */
function takeProfile(
  db: D1Database,
  invoiceID: string,
  { plan_id: tariffID, position }: WaitingLine,
): D1PreparedStatement {
  return db
    .prepare(
      `UPDATE stock SET order_id = ?1, line_position = ?2
      WHERE iccid = coalesce(
          (SELECT iccid FROM stock INDEXED BY stock_to_withdraw
            WHERE sell_by IS NOT NULL AND plan_id = ?3 AND order_id IS NULL
              AND withdrawn_at IS NULL ORDER BY sell_by LIMIT 1),
          (SELECT iccid FROM stock_for_sale WHERE plan_id = ?3 ORDER BY iccid LIMIT 1))
        AND EXISTS (SELECT 1 FROM line_states l
          WHERE l.order_id = ?1 AND l.position = ?2 AND ${isDeliverable} AND ${isForStock})`,
    )
    .bind(invoiceID, position, tariffID)
}

/** SQL: the address of the order ?1. Staff may have corrected it since the line was read. */
const addressOfOrder = '(SELECT email FROM orders WHERE id = ?1)'

/**
 * SQL: the position of the line that the line ?2 replaces, if both are for the same person. A gift
 * can have another recipient since then.
 */
const replacedPosition = `(SELECT old.position FROM order_lines l
  JOIN order_lines old ON old.order_id = l.order_id AND old.replaced_by = l.position
    AND old.recipient IS l.recipient
  WHERE l.order_id = ?1 AND l.position = ?2)`

type NewEsim = { readonly invoiceID: string; readonly position: number; readonly esimHash: string }

/**
 * Creates the eSIM of a line. It gets the reminder of the eSIM that it replaces, and the consent to
 * emails: the shop then requests the usage from its supplier although nobody has opened its page.
 */
function insertEsim(
  db: D1Database,
  { invoiceID, position, esimHash }: NewEsim,
  { now, lastDay }: { readonly now: Date; readonly lastDay: Date },
): D1PreparedStatement {
  return db
    .prepare(
      `INSERT INTO esims (esim_hash, order_id, line_position, iccid, plan_id, email,
        purchased_at, activate_by, reminder_at, has_usage_mails, has_review_mail,
        usage_fresh_until)
      SELECT ?3, ?1, ?2, k.iccid, k.plan_id, ${addressOfOrder}, ?4, ?5, before.reminder_at,
        coalesce(before.has_usage_mails, 0), coalesce(before.has_review_mail, 0),
        iif(before.has_usage_mails = 1, ?4, NULL)
      FROM stock k LEFT JOIN esims before
        ON before.order_id = ?1 AND before.line_position = ${replacedPosition}
      WHERE k.order_id = ?1 AND k.line_position = ?2
      ON CONFLICT (order_id, line_position) DO NOTHING`,
    )
    .bind(invoiceID, position, esimHash, now.toISOString(), lastDay.toISOString())
}

/** Writes the email of an eSIM, if this batch has created the eSIM. */
function insertMails(
  { db, config, now }: DeliveryContext,
  esim: NewEsim,
  line: WaitingLine,
): D1PreparedStatement[] {
  const { invoiceID, position, esimHash } = esim
  const mail = esimMail({
    tariff: toPlan(line, wordsOf(line.lang)),
    locale: line.lang,
    esimHash,
    activateBy: activateBy(now, line.market),
    gift: line.recipient === null ? null : { from: line.email, message: line.message },
    isReplacement: line.is_replacement === 1,
    price: priceOf(invoiceID, line),
    order:
      line.recipient === null && line.own_lines > 1
        ? { invoiceID, number: line.number, lines: line.lines }
        : null,
    origin: config.SITE_ORIGIN,
  })
  const message = insertMessage(
    db,
    {
      ...mail,
      kind: 'mail',
      purpose: 'esim',
      invoiceID,
      dedupeKey: `${invoiceID}:${position}`,
      recipient: line.recipient ?? line.email,
      createdAt: now,
    },
    { sql: 'EXISTS (SELECT 1 FROM esims WHERE esim_hash = ?)', params: [esimHash] },
  )
  return [message, mailToCurrentAddress(db, esim)]
}

/**
 * Changes the recipient of an eSIM's email to the current address of the order or of the gift, if
 * this batch created the email.
 */
function mailToCurrentAddress(
  db: D1Database,
  { invoiceID, position, esimHash }: NewEsim,
): D1PreparedStatement {
  return db
    .prepare(
      `UPDATE outbox SET recipient = coalesce((SELECT recipient FROM order_lines
        WHERE order_id = ?1 AND position = ?4), ${addressOfOrder})
      WHERE purpose = 'esim' AND dedupe_key = ?2
        AND EXISTS (SELECT 1 FROM esims WHERE esim_hash = ?3)`,
    )
    .bind(invoiceID, `${invoiceID}:${position}`, esimHash, position)
}

/**
 * Delivers up to 20 paid orders, in `queueOrder`, whose delivery was interrupted or waits for
 * stock. Then emails the customers of up to 20 orders whose plans are still sold out.
 */
export async function deliverPaidOrders(
  context: Pick<BackendContext, 'db' | 'config' | 'now'>,
): Promise<void> {
  for (const condition of [isInStock, needsSoldOutMail])
    for (const id of await paidOrdersWith(context, condition)) await deliver(context, id)
}

/** SQL: whether the line `l` can be delivered from stock. */
const isInStock = `${hasStock('l.plan_id')} AND ${isForStock}`

/** SQL: the line `l` is sold out, and no email about it was written yet. */
const needsSoldOutMail = `${isSoldOut} AND NOT EXISTS (SELECT 1 FROM outbox
  WHERE purpose = 'sold-out' AND dedupe_key = l.order_id || ':' || l.position)`

/**
 * Returns up to 20 paid orders, in `queueOrder`, with a due line `l` that matches the SQL
 * condition.
 */
async function paidOrdersWith(
  { db, now }: Pick<BackendContext, 'db' | 'now'>,
  condition: string,
): Promise<readonly string[]> {
  const { results } = await db
    .prepare(
      `SELECT id FROM orders i WHERE status = 'paid' AND frozen_at IS NULL AND EXISTS (
        SELECT 1 FROM line_states l
        WHERE l.order_id = i.id AND l.is_waiting AND ${isDue} AND ${condition})
      ORDER BY ${queueOrder} LIMIT 20`,
    )
    .bind(dayOf(now))
    .all<{ id: string }>()
  return results.map(({ id }) => id)
}
