import { err, ok } from '../kit/result.shared.ts'
import { performAction } from '../api/perform-action.ts'
import type { ActionContext, ActionInput, ActionResult } from '../api/perform-action.ts'
import { isFromCustomer, personTables } from './person.ts'
import type { Person } from './person.ts'
import type { StaffMember } from '../api/staff.ts'
import { erased } from '../kit/email.shared.ts'
import { screenshotsIn } from '../messages/contact-message.ts'
import { withoutText } from '../messages/outbox.ts'
import { expireOrderSql, isUnpaid, systemActor } from '../orders/lines.ts'
import type { SqlCondition } from '../api/audit.ts'

type ErasureContext = ActionContext & {
  /** Deletes a screenshot. Succeeds when the file does not exist. */
  readonly deleteFile: (name: string) => Promise<void>
}

/**
 * Erases a person. Deletes the account, its sessions and notes, empties messages, and removes the
 * address from orders and eSIMs. Keeps the records that the books need: items sold, amounts, times
 * and payment references. Expires unpaid orders. Refuses while an order can still be delivered or
 * refunded, or a partner has a balance. Refuses a person without data in the shop, so that staff
 * notice a mistyped address.
 */
export async function erasePerson(
  context: ErasureContext,
  staff: StaffMember,
  input: ErasureInput,
): Promise<ActionResult> {
  let result = await tryToErase(context, staff, input)
  // A screenshot can arrive, or an order be paid, between the checks and the transaction.
  for (let retry = 0; retry < 2 && isConflict(result); retry += 1)
    result = await tryToErase(context, staff, input)
  return result
}

type ErasureInput = Pick<ActionInput, 'idempotencyKey'> & { readonly person: Person }

function isConflict(result: ActionResult): boolean {
  return !result.ok && result.error.code === 'conflict'
}

async function tryToErase(
  context: ErasureContext,
  staff: StaffMember,
  { person, idempotencyKey }: ErasureInput,
): Promise<ActionResult> {
  const { db, deleteFile } = context
  // Audit rows are never erased, so this row must not identify the person.
  const subject = { kind: 'person', id: idempotencyKey } as const
  // The version is always 0, because an erasure does not depend on what the person saw.
  const request = { action: 'erase', subject, idempotencyKey, version: 0, input: person } as const
  return performAction(context, staff, request, async () => {
    const known = db.prepare(`SELECT ${hasData(person)} AS known`).bind(person.address)
    if ((await known.first<number>('known')) !== 1)
      return err({ code: 'refused', reason: 'no-data' })
    const unfinished = isUnfinished(person)
    const check = db.prepare(`SELECT ${unfinished.sql} AS waits`).bind(...unfinished.params)
    if ((await check.first<number>('waits')) === 1)
      return err({ code: 'refused', reason: 'orders-unfinished' })
    const { files, areAll } = await screenshotsOf(db, person)
    // Delete files before messages, because only the messages contain the file names.
    for (const file of files) await deleteFile(file)
    return ok({
      details: { kind: person.kind, screenshots: files.length },
      effects: ({ at }) => erasureOf(db, person, at),
      condition: {
        sql: `NOT ${unfinished.sql} AND ${areAll.sql}`,
        params: [...unfinished.params, ...areAll.params],
      },
    })
  })
}

const openStatuses = `('paid', 'disputed')`

/**
 * SQL: the person has unfinished orders, a balance or open withdrawals, and cannot be erased yet.
 * Orders that nobody paid do not count, because a stranger can place one with any address.
 */
function isUnfinished({ kind, address }: Person): SqlCondition {
  const sql = {
    customer: `(EXISTS (SELECT 1 FROM orders i WHERE i.email = ? AND (
        i.status IN ${openStatuses} OR EXISTS (
          SELECT 1 FROM refunds r
          WHERE r.order_id = i.id AND r.state IN ('requested', 'sent'))))
      OR EXISTS (SELECT 1 FROM line_states l JOIN orders i ON i.id = l.order_id
        WHERE l.recipient = ? AND l.is_waiting AND i.status IN ${openStatuses}))`,
    partner: `EXISTS (SELECT 1 FROM partners r JOIN partner_transactions t ON t.partner_id = r.id
      WHERE r.phone = ? GROUP BY r.id
      HAVING sum(t.amount_minor) <> 0 OR sum(
        t.type = 'withdrawal' AND t.paid_at IS NULL AND t.rejected_at IS NULL) > 0)`,
  }
  return { sql: sql[kind], params: kind === 'customer' ? [address, address] : [address] }
}

/**
 * SQL over `outbox`: the receipt of a gift, which contains the address of its recipient, even after
 * staff changed the recipient.
 */
const isGiftReceipt = `purpose = 'receipt'
  AND (order_id IN (SELECT order_id FROM order_lines WHERE recipient = ?1)
    OR instr(body, ?1) AND EXISTS (SELECT 1 FROM audit WHERE subject_kind = 'invoice'
      AND subject_id = outbox.order_id AND action = 'address'))`

/** SQL over the address ?1: the shop has data about the person. */
function hasData({ kind }: Person): string {
  const conditions = [
    ...Object.entries(personTables[kind]),
    ...(kind === 'customer' ? [['outbox', `${isGiftReceipt} AND body <> ''`] as const] : []),
  ]
  return conditions
    .map(([table, condition]) => `EXISTS (SELECT 1 FROM ${table} WHERE ${condition})`)
    .join(' OR ')
}

/** Screenshots in the messages from a customer. */
type SentScreenshots = {
  readonly files: readonly string[]
  /** SQL: no other message with a screenshot has arrived. */
  readonly areAll: SqlCondition
}

const withScreenshot = `instr(body, 'screenshots/') > 0`

/**
 * Returns the files of a person's screenshots, and a condition that no other screenshot has
 * arrived.
 */
async function screenshotsOf(db: D1Database, { kind, address }: Person): Promise<SentScreenshots> {
  if (kind === 'partner') return { files: [], areAll: { sql: 'true', params: [] } }
  const { results } = await db
    .prepare(`SELECT id, body FROM outbox WHERE (${isFromCustomer}) AND ${withScreenshot}`)
    .bind(address)
    .all<{ id: string; body: string }>()
  const known = JSON.stringify(results.map(({ id }) => id))
  return {
    files: results.flatMap(({ body }) => screenshotsIn(body)),
    areAll: {
      sql: `NOT EXISTS (SELECT 1 FROM (SELECT ? AS address) CROSS JOIN outbox
        WHERE (${isFromCustomer.replaceAll('?1', 'address')}) AND ${withScreenshot}
          AND id NOT IN (SELECT value FROM json_each(?)))`,
      params: [address, known],
    },
  }
}

/**
 * Statements that erase a person. They change `orders` and `partners` last, because the other
 * statements find their rows by the address in these tables. They change `esims` before the
 * recipients of `order_lines` for the same reason.
 */
function erasureOf(db: D1Database, person: Person, at: string): D1PreparedStatement[] {
  const { kind, address } = person
  const expiry = kind === 'customer' ? [expireUnpaid(db, address, at)] : []
  return [...expiry, ...erasureSql(person).map((sql) => db.prepare(sql).bind(address))]
}

function erasureSql({ kind }: Person): readonly string[] {
  const where = personTables[kind]
  const statements = {
    customer: [
      ...reviewsOf(where['reviews']),
      `DELETE FROM push_subscriptions WHERE ${where['push_subscriptions']}`,
      withoutReasons(where['audit']),
      `UPDATE refunds SET reason = '' WHERE actor <> '${systemActor}' AND ${where['refunds']}`,
      `DELETE FROM sessions WHERE ${where['sessions']}`,
      `DELETE FROM customers WHERE ${where['customers']}`,
      ...messagesOf(where['outbox']),
      // The buyer of a gift remains the recipient of its receipt.
      `DELETE FROM outbox WHERE ${isGiftReceipt} AND sent_at IS NULL`,
      `UPDATE outbox SET ${withoutText} WHERE ${isGiftReceipt}`,
      // The address of a payment page can contain the customer's address.
      `UPDATE payments SET url = NULL WHERE ${where['payments']}`,
      `UPDATE promo_uses SET customer = '${erased}' WHERE ${where['promo_uses']}`,
      `UPDATE esims SET has_usage_mails = 0, has_review_mail = 0, has_push = 0,
        reminder_at = NULL
      WHERE ${where['esims']}`,
      // When a buyer is erased, gifts keep the addresses of their recipients.
      `UPDATE esims SET email = '${erased}' WHERE email = ?1`,
      `UPDATE order_lines SET message = NULL WHERE ${where['order_lines']}`,
      `UPDATE order_lines SET recipient = '${erased}' WHERE recipient = ?1`,
      `UPDATE orders SET email = '${erased}', mailbox = NULL, network = NULL, utm = '{}', phone_model = NULL
      WHERE ${where['orders']}`,
    ],
    partner: [
      `DELETE FROM sessions WHERE ${where['sessions']}`,
      `DELETE FROM passkeys WHERE ${where['passkeys']}`,
      ...messagesOf(where['outbox']),
      withoutReasons(where['audit']),
      `UPDATE partner_transactions SET payout_details = NULL, rejection_reason = NULL
      WHERE ${where['partner_transactions']}`,
      // The partner's link no longer earns rewards.
      `UPDATE partners SET phone = '${erased}:' || id, code = '${erased}:' || id, utm = '{}',
        passkeys_end_at = NULL, passkeys_ended_at = NULL
      WHERE ${where['partners']}`,
    ],
  }
  return statements[kind]
}

/**
 * Expires the customer's unpaid orders, and those with gifts to the customer. The scheduled job
 * then cancels their payments. If somebody has paid in the meantime, the order's page shows the
 * eSIM, and a gift is refunded automatically.
 */
function expireUnpaid(db: D1Database, address: string, at: string): D1PreparedStatement {
  return db
    .prepare(
      `${expireOrderSql} WHERE ${isUnpaid} AND (email = ?2
        OR id IN (SELECT order_id FROM order_lines WHERE recipient = ?2))`,
    )
    .bind(at, address)
}

/** SQL: removes notes, and the reasons of actions. Staff can have typed a name or an account. */
function withoutReasons(condition = 'false'): string {
  return `UPDATE audit SET details = json_remove(details, '$.reason', '$.text')
    WHERE (${condition}) AND coalesce(details ->> 'reason', details ->> 'text') IS NOT NULL`
}

/** Pages with a public review are rendered again. */
function reviewsOf(condition = 'false'): readonly string[] {
  return [
    `UPDATE state SET value = value + 1 WHERE name = 'content-version'
      AND EXISTS (SELECT 1 FROM reviews WHERE status = 'approved' AND (${condition}))`,
    `DELETE FROM reviews WHERE ${condition}`,
  ]
}

/** Keeps the rows of sent messages, so that no message is sent twice. */
function messagesOf(condition = 'false'): readonly string[] {
  return [
    `DELETE FROM outbox WHERE (${condition}) AND sent_at IS NULL`,
    `UPDATE outbox SET recipient = '${erased}', ${withoutText} WHERE ${condition}`,
  ]
}
