import { ok } from '../kit/result.shared.ts'
import { isTrue, performAction, refused } from '../api/perform-action.ts'
import type { ActionContext, ActionInput, ActionResult } from '../api/perform-action.ts'
import { isFromCustomer, personTables, type Person } from './person.ts'
import type { StaffMember } from '../api/staff.ts'
import { erased } from '../kit/email.shared.ts'
import { screenshotsIn } from '../messages/contact-message.ts'
import { withoutText } from '../messages/outbox.ts'
import type { BackendContext } from '../context.ts'
import { isOfCustomer, restoreOrders } from '../orders/archive.ts'
import { expireOrderSql, isUnpaid, systemActor } from '../orders/lines.ts'
import { join, prepare, raw, readRow, readRows, sql, type Sql } from '../kit/sql.ts'

type ErasureContext = ActionContext & Pick<BackendContext, 'uploads'>

/**
 * Erases a person. Deletes the account, its sessions and notes, empties messages, and removes the
 * address from orders and eSIMs, also archived ones. Keeps the records that the books need: items sold, amounts, times
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
  const { db, uploads } = context
  // Audit rows are never erased, so this row must not identify the person.
  const subject = { kind: 'person', id: idempotencyKey } as const
  // The version is always 0, because an erasure does not depend on what the person saw.
  const request = { action: 'erase', subject, idempotencyKey, version: 0, input: person } as const
  return performAction(context, staff, request, async () => {
    if (!(await isTrue(db, hasData(person)))) return refused('no-data')
    await restoreOrders(context, isOfCustomer(person.address))
    const unfinished = sql`EXISTS (${findUnfinished(person)})`
    const found = await readRow<{ invoiceID: string | null }>(db)`${findUnfinished(person)}`
    if (found && person.kind === 'partner') return refused('balance-left')
    if (found) return refused('orders-unfinished', found.invoiceID ?? undefined)
    const { files, areAll } = await screenshotsOf(db, person)
    // Delete files before messages, because only the messages contain the file names.
    for (const file of files) await uploads.delete(file)
    return ok({
      details: { kind: person.kind, screenshots: files.length },
      effects: ({ at }) => erasureOf(db, person, at),
      condition: sql`NOT ${unfinished} AND ${areAll} AND NOT EXISTS (
        SELECT 1 FROM orders WHERE archive IS NOT NULL AND ${isOfCustomer(person.address)})`,
    })
  })
}

/**
 * SQL: the orders, or a balance or withdrawals, that must end before the person can be erased.
 * Orders that nobody paid do not count, because a stranger can place one with any address.
 */
function findUnfinished({ kind, address }: Person): Sql {
  if (kind === 'partner')
    return sql`SELECT NULL AS invoiceID FROM partners r JOIN partner_transactions t ON t.partner_id = r.id
      WHERE r.phone = ${address} GROUP BY r.id
      HAVING sum(t.amount_minor) <> 0 OR sum(
        t.type = 'withdrawal' AND t.paid_at IS NULL AND t.rejected_at IS NULL) > 0`
  const isOpen = sql`i.status IN ('paid', 'disputed')`
  return sql`SELECT i.id AS invoiceID FROM orders i WHERE i.email = ${address} AND (
      ${isOpen} OR EXISTS (
        SELECT 1 FROM refunds r
        WHERE r.order_id = i.id AND r.state IN ('requested', 'sent')))
    UNION ALL SELECT i.id FROM line_states l JOIN orders i ON i.id = l.order_id
      WHERE l.recipient = ${address} AND l.is_waiting AND ${isOpen}`
}

/**
 * SQL over `outbox`: the receipt of a gift, which contains the address of its recipient, even after
 * staff changed the recipient.
 */
function isGiftReceipt(address: string): Sql {
  return sql`purpose = 'receipt'
    AND (order_id IN (SELECT order_id FROM order_lines WHERE recipient = ${address})
      OR instr(body, ${address}) AND EXISTS (SELECT 1 FROM audit WHERE subject_kind = 'invoice'
        AND subject_id = outbox.order_id AND action = 'address'))`
}

/** SQL: the shop has data about the person. */
function hasData(person: Person): Sql {
  const found = Object.entries(personTables(person)).map(
    ([table, condition]) => sql`EXISTS (SELECT 1 FROM ${raw(table)} WHERE ${condition})`,
  )
  const receipts = sql`EXISTS (SELECT 1 FROM outbox
    WHERE ${isGiftReceipt(person.address)} AND body <> '')`
  return join(person.kind === 'customer' ? [...found, receipts] : found, ' OR ')
}

/** Screenshots in the messages from a customer. */
type SentScreenshots = {
  readonly files: readonly string[]
  /** SQL: no other message with a screenshot has arrived. */
  readonly areAll: Sql
}

/**
 * Returns the files of a person's screenshots, and a condition that no other screenshot has
 * arrived.
 */
async function screenshotsOf(db: D1Database, { kind, address }: Person): Promise<SentScreenshots> {
  if (kind === 'partner') return { files: [], areAll: sql`true` }
  const sent = sql`FROM outbox WHERE (${isFromCustomer(address)})
      AND instr(body, 'screenshots/') > 0`
  const messages = await readRows<{ id: string; body: string }>(db)`SELECT id, body ${sent}`
  const known = JSON.stringify(messages.map(({ id }) => id))
  return {
    files: messages.flatMap(({ body }) => screenshotsIn(body)),
    areAll: sql`NOT EXISTS (SELECT 1 ${sent} AND id NOT IN (SELECT value FROM json_each(${known})))`,
  }
}

/**
 * Statements that erase a person. They change `orders` and `partners` last, because the other
 * statements find their rows by the address in these tables. They change `esims` before the
 * recipients of `order_lines` for the same reason.
 */
function erasureOf(db: D1Database, person: Person, at: string): D1PreparedStatement[] {
  const statements =
    person.kind === 'customer'
      ? [expireUnpaid(person.address, at), ...customerErasure(person)]
      : partnerErasure(person)
  return statements.map((statement) => prepare(db)`${statement}`)
}

function customerErasure(person: Person): readonly Sql[] {
  const { address } = person
  const tables = personTables(person)
  const where = (table: string) => tables[table] ?? sql`false`
  const isReceipt = isGiftReceipt(address)
  return [
    ...reviewsOf(where('reviews')),
    sql`DELETE FROM push_subscriptions WHERE ${where('push_subscriptions')}`,
    withoutReasons(where('audit')),
    sql`UPDATE refunds SET reason = '' WHERE actor <> ${systemActor} AND ${where('refunds')}`,
    sql`DELETE FROM stock_alerts WHERE ${where('stock_alerts')}`,
    sql`DELETE FROM sessions WHERE ${where('sessions')}`,
    sql`DELETE FROM customers WHERE ${where('customers')}`,
    ...messagesOf(where('outbox')),
    // The buyer of a gift remains the recipient of its receipt.
    sql`DELETE FROM outbox WHERE ${isReceipt} AND sent_at IS NULL`,
    sql`UPDATE outbox SET ${withoutText} WHERE ${isReceipt}`,
    // The address of a payment page can contain the customer's address.
    sql`UPDATE payments SET url = NULL WHERE ${where('payments')}`,
    sql`UPDATE promo_uses SET customer = ${erased} WHERE ${where('promo_uses')}`,
    sql`UPDATE esims SET has_usage_mails = 0, has_review_mail = 0, has_push = 0, reminder_at = NULL
      WHERE ${where('esims')}`,
    // When a buyer is erased, gifts keep the addresses of their recipients.
    sql`UPDATE esims SET email = ${erased} WHERE email = ${address}`,
    sql`UPDATE order_lines SET message = NULL WHERE ${where('order_lines')}`,
    sql`UPDATE order_lines SET recipient = ${erased} WHERE recipient = ${address}`,
    sql`UPDATE orders SET email = ${erased}, mailbox = NULL, network = NULL, utm = '{}',
        phone_model = NULL
      WHERE ${where('orders')}`,
  ]
}

function partnerErasure(person: Person): readonly Sql[] {
  const tables = personTables(person)
  const where = (table: string) => tables[table] ?? sql`false`
  return [
    sql`DELETE FROM sessions WHERE ${where('sessions')}`,
    sql`DELETE FROM passkeys WHERE ${where('passkeys')}`,
    ...messagesOf(where('outbox')),
    withoutReasons(where('audit')),
    sql`UPDATE partner_transactions SET payout_details = NULL, rejection_reason = NULL
      WHERE ${where('partner_transactions')}`,
    // The partner's link no longer earns rewards.
    sql`UPDATE partners SET phone = ${`${erased}:`} || id, code = ${`${erased}:`} || id,
        utm = '{}', passkeys_end_at = NULL, passkeys_ended_at = NULL
      WHERE ${where('partners')}`,
  ]
}

/**
 * Expires the customer's unpaid orders, and those with gifts to the customer. The scheduled job
 * then cancels their payments. If somebody has paid in the meantime, the order's page shows the
 * eSIM, and a gift is refunded automatically.
 */
function expireUnpaid(address: string, at: string): Sql {
  return sql`${expireOrderSql(at)} WHERE ${raw(isUnpaid)} AND (email = ${address}
    OR id IN (SELECT order_id FROM order_lines WHERE recipient = ${address}))`
}

/** SQL: removes notes, and the reasons of actions. Staff can have typed a name or an account. */
function withoutReasons(condition: Sql): Sql {
  return sql`UPDATE audit SET details = json_remove(details, '$.reason', '$.text')
    WHERE (${condition}) AND coalesce(details ->> 'reason', details ->> 'text') IS NOT NULL`
}

/** Pages with a public review are rendered again. */
function reviewsOf(condition: Sql): readonly Sql[] {
  return [
    sql`UPDATE state SET value = value + 1 WHERE name = 'content-version'
      AND EXISTS (SELECT 1 FROM reviews WHERE status = 'approved' AND (${condition}))`,
    sql`DELETE FROM reviews WHERE ${condition}`,
  ]
}

/** Keeps the rows of sent messages, so that no message is sent twice. */
function messagesOf(condition: Sql): readonly Sql[] {
  return [
    sql`DELETE FROM outbox WHERE (${condition}) AND sent_at IS NULL`,
    sql`UPDATE outbox SET recipient = ${erased}, ${withoutText} WHERE ${condition}`,
  ]
}
