import { z } from 'zod'
import type { Currency, Money } from '../kit/money.shared.ts'
import { dayMs, hourMs, isoBefore } from '../kit/time.shared.ts'
import { readJsonColumn } from '../kit/db.ts'
import { formatMoney } from '../words/formats.shared.ts'
import type { PaymentFact } from '../payments/payment-provider.ts'
import { writeOrderMail } from './order-mails.ts'
import type { OrderMail, OrderMailContext, RefundTable } from './order-mails.ts'
import { raw, readRows, sql, type Sql } from '../kit/sql.ts'

/** Facts that a provider reports about an order. */
export type Report = { readonly provider: string; readonly facts: readonly PaymentFact[] }

/**
 * Statements that email the customer once about each refund that succeeded or failed, and about won
 * disputes. Run them in the batch that adds the facts, after the order is settled.
 * @param report the facts that the batch adds. Without a report, writes the emails about refunds
 *   that arrived before their charge.
 */
export async function refundMails(
  context: OrderMailContext,
  invoiceID: string,
  report: Report | null = null,
): Promise<readonly D1PreparedStatement[]> {
  const refunds = await refundsToMail(context, invoiceID, report)
  const facts = report?.facts ?? []
  const back = facts.filter(({ kind }) => kind === 'refund-failed' || kind === 'dispute-won')
  const mails = await Promise.all([
    wholeRefundMails(context, invoiceID),
    ...refunds.map(async (refund) => refundMail(context, invoiceID, refund)),
    ...facts.map(async (fact) =>
      fact.kind === 'dispute-lost' ? [await lostPartMail(context, invoiceID, fact)] : [],
    ),
    ...back.map(async (fact) => [
      await moneyBackMail(context, invoiceID, report?.provider ?? '', fact),
    ]),
  ])
  return mails.flat()
}

type RefundMail = Omit<OrderMail, 'purpose' | 'lines'> & Partial<Pick<OrderMail, 'lines'>>

/** By default, the email names all lines that were not exchanged. */
async function writeRefundMail(context: OrderMailContext, invoiceID: string, mail: RefundMail) {
  const lines = sql`l.replaced_by IS NULL`
  return writeOrderMail(context, invoiceID, { purpose: 'refund', lines, ...mail })
}

/** A refund that may have succeeded in this batch. */
export type MailedRefund = {
  readonly id: string
  readonly amount: Money
  readonly positions: readonly number[]
  /** Time since which its credit notes were issued. ISO 8601. */
  readonly creditNotesFrom: string
  /** By default, the time of the email. */
  readonly creditNotesUntil?: string
}

type MailedRow = {
  readonly id: string
  readonly minor: number
  readonly currency: Currency
  readonly positions: string
  readonly since: string
}

const lineNumbers = z.array(z.int())

/**
 * Returns the refunds that the report is about, and those that succeeded before the order was paid.
 * The amount of a refund is that of all parts of its request.
 */
async function refundsToMail(
  { db, now }: OrderMailContext,
  invoiceID: string,
  report: Report | null,
): Promise<MailedRefund[]> {
  const at = now.toISOString()
  const reported = (report?.facts ?? []).filter(({ kind }) => kind === 'refunded')
  // The second id is that of a refund which the shop did not request.
  const idsOf = ({ id, refundKey }: PaymentFact) => [refundKey ?? '', `${report?.provider}:${id}`]
  const results = await readRows<MailedRow>(db)`SELECT r.id, r.currency, r.positions,
      sum(part.amount_minor) AS minor,
      min(coalesce(part.ended_at, ${at})) AS since
    FROM orders i JOIN refunds r ON r.order_id = i.id
    JOIN refunds part ON part.order_id = i.id AND part.request_id = r.request_id
      AND (part.id = r.id OR part.state NOT IN ('failed', 'cancelled'))
    WHERE i.id = ${invoiceID} AND (r.id IN (SELECT value
      FROM json_each(${JSON.stringify(reported.flatMap(idsOf))}))
      OR r.state = 'succeeded' AND (
        i.paid_at IS NULL OR r.ended_at <= i.paid_at AND i.paid_at > ${isoBefore(now, dayMs)}))
    GROUP BY r.id`
  const known = results.map(({ id, minor, currency, positions, since }) => ({
    id,
    amount: { minor, currency },
    positions: readJsonColumn('refunds.positions', lineNumbers, positions),
    creditNotesFrom: since,
  }))
  const added = reported
    .filter((fact) => !known.some(({ id }) => idsOf(fact).includes(id)))
    .map(({ id, amount }) => ({ id: `${report?.provider}:${id}`, amount }))
  return [...known, ...added.map((each) => ({ ...each, positions: [], creditNotesFrom: at }))]
}

/** SQL: the number of refunds of the order `i` that failed or were reverted, and of won disputes. */
const undone = sql`(SELECT count(*) FROM payment_facts back WHERE back.order_id = i.id
  AND (back.kind = 'refund-failed' OR back.kind = 'dispute-won' AND EXISTS (
    SELECT 1 FROM payment_facts lost WHERE lost.provider = back.provider
      AND lost.kind = 'dispute-lost' AND lost.id = back.id)))`

/**
 * Emails the customer once that the whole order is refunded or lost in a dispute, and again after
 * the money came back. Inserts nothing until the order is charged and completely refunded. Only one
 * of the statements has an effect.
 */
async function wholeRefundMails(context: OrderMailContext, invoiceID: string) {
  // Lookups report known facts again and again. Staff may have reverted a record of the same money.
  const isNew = sql`(SELECT ${undone} = 0 OR EXISTS (SELECT 1 FROM payment_facts f
      WHERE f.order_id = i.id AND f.kind IN ('refunded', 'dispute-lost')
        AND f.received_at = ${context.now})
    FROM orders i WHERE i.id = ${invoiceID})`
  const isPaid = sql`EXISTS (SELECT 1 FROM payment_facts paid
    WHERE paid.order_id = ${invoiceID} AND paid.kind = 'charged')`
  // The key changes when money of a refund comes back, so that the next refund is emailed.
  const dedupeKey = sql`(SELECT i.id || coalesce(':' || nullif(${undone}, 0), '')
    FROM orders i WHERE i.id = ${invoiceID})`
  const variants = [
    { name: 'refunded', status: 'refunded' },
    { name: 'disputeLost', status: 'lost' },
  ] as const
  return Promise.all(
    variants.map(async ({ name, status }) =>
      writeRefundMail(context, invoiceID, {
        dedupeKey,
        table: { hasTotal: true, creditNotesFrom: '' },
        when: sql`s.status = ${status}`,
        also: sql`${isNew} AND ${isPaid}`,
        subject: (words) => words(`mail.${name}Subject`),
        text: (words, { plans, isTopUp, hasVoucher }) => [
          words(`mail.${name}`, { plans }),
          ...(hasVoucher && name === 'refunded' ? [words('mail.voucherBack')] : []),
          ...(isTopUp ? [] : [words('mail.refundedCode')]),
        ],
      }),
    ),
  )
}

/** Emails the customer once that a lost dispute took a part of the money. */
async function lostPartMail(
  context: OrderMailContext,
  invoiceID: string,
  { id, amount: lost }: PaymentFact,
): Promise<D1PreparedStatement> {
  return writeRefundMail(context, invoiceID, {
    dedupeKey: `dispute-lost:${id}`,
    table: { hasTotal: false, creditNotesFrom: context.now.toISOString() },
    when: sql`s.charged_minor > s.lost_minor AND s.lost_minor > 0 AND s.status <> 'refunded'`,
    ...amountTexts('disputeLostPart', lost),
  })
}

type AmountMail = 'disputeLostPart' | 'disputeWon' | 'refundFailed' | 'refunding'

function amountTexts(name: AmountMail, amount: Money): Pick<OrderMail, 'subject' | 'text'> {
  return {
    subject: (words, { locale }) =>
      words(`mail.${name}Subject`, { amount: formatMoney(locale, amount) }),
    text: (words, { locale }) => [words(`mail.${name}`, { amount: formatMoney(locale, amount) })],
  }
}

type PendingRow = Money & { readonly invoiceID: string; readonly requestID: string }

/** Emails customers once about each refund that their provider has not made within an hour. */
export async function mailPendingRefunds(context: OrderMailContext): Promise<void> {
  const { db, now } = context
  const results = await readRows<PendingRow>(db)`SELECT order_id AS invoiceID,
      request_id AS requestID, sum(amount_minor) AS minor, currency
    FROM refunds r WHERE state IN ('requested', 'sent') AND requested_at <= ${isoBefore(now, hourMs)}
      AND NOT EXISTS (SELECT 1 FROM outbox
        WHERE purpose = 'refund' AND dedupe_key = 'refunding:' || r.request_id)
    GROUP BY order_id, request_id, currency LIMIT 20`
  for (const { invoiceID, requestID, ...money } of results) {
    const mail = await writeRefundMail(context, invoiceID, {
      dedupeKey: `refunding:${requestID}`,
      when: sql`TRUE`,
      also: sql`EXISTS (SELECT 1 FROM refunds WHERE request_id = ${requestID}
        AND order_id = ${invoiceID} AND state IN ('requested', 'sent'))`,
      ...amountTexts('refunding', money),
    })
    await mail.run()
  }
}

/** SQL: only charges above the price on the receipt of the order `s` were returned. */
const isExcess = sql`(s.credited_minor = 0 AND EXISTS (SELECT 1 FROM orders i
  WHERE i.id = s.order_id AND i.receipt_number IS NOT NULL))`

/**
 * SQL: the refund `r` has just succeeded, or its charge has arrived after it. All parts of its
 * request have succeeded. An unassigned refund waits for staff if it may be the same money as
 * another one.
 */
const isDone = (
  now: Date,
) => sql`r.state = 'succeeded' AND (r.ended_at = ${now} OR r.assigned_at = ${now}
    OR r.ended_at <= i.paid_at AND i.paid_at > ${isoBefore(now, dayMs)} AND NOT EXISTS (SELECT 1 FROM outbox whole
      WHERE whole.purpose = 'refund' AND whole.dedupe_key = i.id
        AND whole.created_at >= r.ended_at))
  AND NOT EXISTS (SELECT 1 FROM refunds part WHERE part.order_id = r.order_id
    AND part.request_id = r.request_id AND part.state IN ('requested', 'sent', 'failed'))
  AND (r.origin <> 'provider' OR r.assigned_at IS NOT NULL OR NOT EXISTS (
    SELECT 1 FROM refunds other WHERE other.order_id = r.order_id
      AND (other.state = 'failed' OR other.origin = 'hand' AND other.state = 'succeeded')))`

/**
 * Emails the customer about a refund of some lines or of an amount. Inserts nothing if the whole
 * order is refunded. Only one of the statements has an effect.
 */
export async function refundMail(
  context: OrderMailContext,
  invoiceID: string,
  { id, amount, positions, ...documents }: MailedRefund,
): Promise<readonly D1PreparedStatement[]> {
  const isOfLines = sql`EXISTS (SELECT 1 FROM json_each(${JSON.stringify(positions)}) own
    JOIN order_lines line ON line.order_id = s.order_id AND line.position = own.value
    WHERE line.replaced_by IS NULL)`
  const variants = [
    { text: 'refunded', condition: isOfLines },
    { text: 'refundedAmount', condition: sql`NOT ${isOfLines} AND NOT ${isExcess}` },
    { text: 'refundedExcess', condition: sql`NOT ${isOfLines} AND ${isExcess}` },
  ] as const
  return Promise.all(
    variants.map(async ({ text, condition }) =>
      writeRefundMail(context, invoiceID, {
        dedupeKey: `refunded:${id}`,
        lines: linesOf(positions),
        table: { hasTotal: false, ...documents },
        when: sql`s.status NOT IN ('refunded', 'lost') AND ${condition}`,
        also: sql`EXISTS (SELECT 1 FROM refunds r JOIN orders i ON i.id = r.order_id
          WHERE r.id = ${id} AND ${isDone(context.now)})`,
        subject: (words, { locale }) =>
          text === 'refunded'
            ? words('mail.refundedSubject')
            : words('mail.refundedAmountSubject', { amount: formatMoney(locale, amount) }),
        text: (words, { locale, plans, hasVoucher }) => [
          text === 'refunded'
            ? words('mail.refunded', { plans })
            : words(`mail.${text}`, { amount: formatMoney(locale, amount) }),
          ...(hasVoucher ? [words('mail.voucherBack')] : []),
        ],
      }),
    ),
  )
}

function linesOf(positions: readonly number[]): Sql {
  const own = positions.length > 0 ? `l.position IN (${positions.join(', ')})` : 'FALSE'
  return sql`${raw(own)} AND l.replaced_by IS NULL`
}

/** Emails the customer which lines a refund was for, if the email about it named none. */
export async function assignedLinesMail(
  context: OrderMailContext,
  invoiceID: string,
  { id, positions }: Pick<MailedRefund, 'id' | 'positions'>,
): Promise<D1PreparedStatement> {
  return writeRefundMail(context, invoiceID, {
    dedupeKey: `assigned:${id}`,
    lines: linesOf(positions),
    when: sql`s.status NOT IN ('refunded', 'lost') AND ${linesOf(positions)}`,
    also: sql`EXISTS (SELECT 1 FROM outbox
      WHERE purpose = 'refund' AND dedupe_key = ${`refunded:${id}`})`,
    subject: (words) => words('mail.returnedLinesSubject'),
    text: (words, { plans }) => [words('mail.returnedLines', { plans })],
  })
}

/**
 * Emails the customer that the bank sent a refund back, or decided a lost dispute in favour of the
 * shop. Inserts nothing if the customer got no email before, or if other refunds returned the whole
 * payment.
 */
async function moneyBackMail(
  context: OrderMailContext,
  invoiceID: string,
  provider: string,
  { kind, id, amount }: PaymentFact,
): Promise<D1PreparedStatement> {
  const at = context.now.toISOString()
  const [name, gone] =
    kind === 'dispute-won'
      ? (['disputeWon', 'dispute-lost'] as const)
      : (['refundFailed', 'refunded'] as const)
  const isKnown = sql`EXISTS (SELECT 1 FROM payment_facts back
        JOIN payment_facts gone ON gone.provider = back.provider AND gone.id = back.id
          AND gone.kind = ${gone}
        JOIN orders i ON i.id = back.order_id
        LEFT JOIN refunds r ON r.id = gone.refund_id
      WHERE back.provider = ${provider} AND back.kind = ${kind} AND back.id = ${id}
        AND back.order_id = ${invoiceID} AND back.received_at = ${at} AND (
          max(gone.received_at, i.paid_at) < back.received_at
            AND (r.id IS NULL OR r.origin <> 'provider' OR r.assigned_at IS NOT NULL)
          OR EXISTS (SELECT 1 FROM outbox
            WHERE purpose = 'refund' AND created_at >= gone.received_at
              AND (dedupe_key IN ('refunded:' || r.id, i.id) OR dedupe_key LIKE i.id || ':%'))))`
  return writeRefundMail(context, invoiceID, {
    dedupeKey: `${kind}:${provider}:${id}`,
    table: { hasTotal: false, cancellationsFrom: at },
    when: sql`s.kept_minor > 0`,
    also: isKnown,
    ...amountTexts(name, amount),
  })
}

/**
 * Emails the customer that staff reverted a refund which they had recorded. Inserts nothing if the
 * order is still refunded. Run it after the order is settled.
 */
export async function revertedRefundMail(
  context: OrderMailContext,
  invoiceID: string,
  { id, amount, positions }: Omit<MailedRefund, 'creditNotesFrom'>,
): Promise<D1PreparedStatement> {
  const table: RefundTable = { hasTotal: false, cancellationsFrom: context.now.toISOString() }
  return writeRefundMail(context, invoiceID, {
    dedupeKey: `reverted:${id}`,
    lines: linesOf(positions),
    table,
    when: sql`s.status NOT IN ('refunded', 'lost')`,
    subject: (words, { locale }) =>
      words('mail.refundRevertedSubject', { amount: formatMoney(locale, amount) }),
    text: (words, { locale, plans, isTopUp }) => [
      words('mail.refundReverted', { amount: formatMoney(locale, amount) }),
      ...(plans === '' || isTopUp ? [] : [words('mail.refundRevertedPlans', { plans })]),
    ],
  })
}
