import { activateBy, type Market } from '../kit/activation-window.shared.ts'
import type { Currency } from '../kit/money.shared.ts'
import { secretID } from '../kit/tokens.shared.ts'
import type { Locale } from '../words/locales.shared.ts'
import { wordsOf } from '../words/words.shared.ts'
import { refreshPlacements, hasStock } from '../plans/can-sell.ts'
import { detailsJson, planColumn, planJoins, toPlanWithDetails } from '../plans/plan-rows.ts'
import type { PlanRow } from '../plans/plan-rows.ts'
import type { DataContext, ShopContext } from '../context.ts'
import { priceOf, esimMail } from '../esims/esim-mail.ts'
import { insertMessage } from '../messages/outbox.ts'
import { hasReceiptMail } from '../messages/receipt.ts'
import { settleOrder } from './order-state.ts'
import { soldOutMail } from './order-mails.ts'
import { isForStock, isDeliverable, isDue, isSoldOut, queueOrder } from './lines.ts'
import { prepare, raw, readRow, readRows, sql, type Sql } from '../kit/sql.ts'

type WaitingLine = PlanRow & {
  details: string
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
 * Delivers the lines of a paid order that are in stock, and emails about those that are sold out.
 * Each line has its own transaction, which assigns a profile, creates the eSIM, writes the email
 * and settles the order. Parallel calls deliver one eSIM per line. Another line waits, and a later
 * call delivers it.
 */
export async function deliver(context: ShopContext, invoiceID: string): Promise<void> {
  const isNext = raw(`(${isInStock} OR ${isSoldOut})`)
  for (const line of await readWaitingLines(context, invoiceID, isNext))
    await context.db.batch(await deliveryOf(context, invoiceID, line))
}

/**
 * Runs statements that store a profile for a line. Delivers the line in the same transaction, if it
 * still waits.
 */
export async function deliverWith(
  context: ShopContext,
  { invoiceID, position }: { readonly invoiceID: string; readonly position: number },
  statements: readonly D1PreparedStatement[],
): Promise<void> {
  const [line] = await readWaitingLines(context, invoiceID, sql`l.position = ${position}`)
  const delivery = line ? await deliveryOf(context, invoiceID, line) : []
  await context.db.batch([...statements, ...delivery])
}

/**
 * Returns the due lines of a paid order that still wait, with plans in the language of the order.
 * @param condition over lines `l`
 */
async function readWaitingLines({ db, now }: ShopContext, invoiceID: string, condition: Sql) {
  const order = await readRow<{ lang: Locale }>(db)`SELECT lang FROM orders
    WHERE id = ${invoiceID} AND status = 'paid' AND frozen_at IS NULL`
  if (!order) return []
  const results = await readRows<WaitingLine>(db)`SELECT ${raw(planColumn(order.lang, '1'))},
      ${raw(detailsJson())} AS details, l.plan_id, t.market, l.position, l.recipient, l.message,
      l.amount_minor, i.currency, i.paid_at, i.email, i.lang,
      (SELECT count(*) FROM order_lines own WHERE own.order_id = i.id
        AND own.recipient IS NULL AND own.replaced_by IS NULL) AS own_lines,
      (SELECT count(*) FROM order_lines before WHERE before.order_id = i.id
        AND before.replaced_by IS NULL AND before.position <= l.position) AS number,
      (SELECT count(*) FROM order_lines shown WHERE shown.order_id = i.id
        AND shown.replaced_by IS NULL) AS lines,
      ${hasReceiptMail(sql`i.id`)} AS has_receipt_mail, l.is_replacement
    FROM orders i JOIN line_states l ON l.order_id = i.id
    JOIN plans t ON t.id = l.plan_id ${raw(planJoins)}
    WHERE i.id = ${invoiceID} AND l.is_waiting AND ${isDue(now)} AND ${condition}
    ORDER BY l.position`
  return results
}

async function deliveryOf(context: ShopContext, invoiceID: string, line: WaitingLine) {
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
    refreshPlacements(db, sql`plan_id = ${tariffID}`),
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
  return prepare(db)`UPDATE stock SET order_id = ${invoiceID}, line_position = ${position}
    WHERE iccid = coalesce(
        (SELECT iccid FROM stock INDEXED BY stock_to_withdraw
          WHERE sell_by IS NOT NULL AND plan_id = ${tariffID} AND order_id IS NULL
            AND withdrawn_at IS NULL ORDER BY sell_by LIMIT 1),
        (SELECT iccid FROM stock_for_sale WHERE plan_id = ${tariffID} ORDER BY iccid LIMIT 1))
      AND EXISTS (SELECT 1 FROM line_states l
        WHERE l.order_id = ${invoiceID} AND l.position = ${position} AND ${isDeliverable(invoiceID)}
          AND ${raw(isForStock)})`
}

/** SQL: the address of the order. Staff may have corrected it since the line was read. */
function addressOfOrder(invoiceID: string): Sql {
  return sql`(SELECT email FROM orders WHERE id = ${invoiceID})`
}

/**
 * SQL: the position of the line that a line replaces, if both are for the same person. A gift can
 * have another recipient since then.
 */
function replacedPosition(invoiceID: string, position: number): Sql {
  return sql`(SELECT old.position FROM order_lines l
    JOIN order_lines old ON old.order_id = l.order_id AND old.replaced_by = l.position
      AND old.recipient IS l.recipient
    WHERE l.order_id = ${invoiceID} AND l.position = ${position})`
}

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
  return prepare(db)`INSERT INTO esims (esim_hash, order_id, line_position, iccid, plan_id, email,
      purchased_at, activate_by, reminder_at, has_usage_mails, has_review_mail,
      usage_fresh_until)
    SELECT ${esimHash}, ${invoiceID}, ${position}, k.iccid, k.plan_id, ${addressOfOrder(invoiceID)},
      ${now}, ${lastDay}, before.reminder_at,
      coalesce(before.has_usage_mails, 0), coalesce(before.has_review_mail, 0),
      iif(before.has_usage_mails = 1, ${now}, NULL)
    FROM stock k LEFT JOIN esims before
      ON before.order_id = ${invoiceID} AND before.line_position = ${replacedPosition(invoiceID, position)}
    WHERE k.order_id = ${invoiceID} AND k.line_position = ${position}
    ON CONFLICT (order_id, line_position) DO NOTHING`
}

/** Writes the email of an eSIM, if this batch has created the eSIM. */
function insertMails({ db, config, now }: ShopContext, esim: NewEsim, line: WaitingLine) {
  const { invoiceID, position, esimHash } = esim
  const mail = esimMail({
    tariff: toPlanWithDetails(line, wordsOf(line.lang)),
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
    sql`EXISTS (SELECT 1 FROM esims WHERE esim_hash = ${esimHash})`,
  )
  return [message, mailToCurrentAddress(db, esim)]
}

/**
 * Changes the recipient of an eSIM's email to the current address of the order or of the gift, if
 * this batch created the email.
 */
function mailToCurrentAddress(db: D1Database, { invoiceID, position, esimHash }: NewEsim) {
  return prepare(db)`UPDATE outbox SET recipient = coalesce((SELECT recipient FROM order_lines
      WHERE order_id = ${invoiceID} AND position = ${position}), ${addressOfOrder(invoiceID)})
    WHERE purpose = 'esim' AND dedupe_key = ${`${invoiceID}:${position}`}
      AND EXISTS (SELECT 1 FROM esims WHERE esim_hash = ${esimHash})`
}

/**
 * Delivers up to 20 paid orders, in `queueOrder`, whose delivery was interrupted or waits for
 * stock. Then emails the customers of up to 20 orders whose plans are still sold out.
 */
export async function deliverPaidOrders(context: ShopContext): Promise<void> {
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
async function paidOrdersWith({ db, now }: DataContext, condition: string) {
  const results = await readRows<{ id: string }>(db)`SELECT id FROM orders i
    WHERE status = 'paid' AND frozen_at IS NULL AND EXISTS (
      SELECT 1 FROM line_states l
      WHERE l.order_id = i.id AND l.is_waiting AND ${isDue(now)} AND ${raw(condition)})
    ORDER BY ${raw(queueOrder)} LIMIT 20`
  return results.map(({ id }) => id)
}
