import { z } from 'zod'
import { email } from '../api/common.ts'
import { phonePattern } from '../kit/limits.shared.ts'
import type { DatabaseContext } from '../context.ts'
import { prepare, raw, sql, type Sql } from '../kit/sql.ts'

/** A customer with an email address, or a partner with a phone number. */
export type Person = { readonly kind: 'customer' | 'partner'; readonly address: string }

const phone = z.string().regex(phonePattern)

/**
 * Returns the person with an email address or a phone number such as +447700900123, or null for
 * other strings.
 */
export function personOf(text: string): Person | null {
  const customer = email.safeParse(text.trim())
  if (customer.success) return { kind: 'customer', address: customer.data }
  const partner = phone.safeParse(text.replaceAll(/[ ()-]/g, ''))
  return partner.success ? { kind: 'partner', address: partner.data } : null
}

/** SQL over `outbox`: the customer with this address sent the message with a contact form. */
export function isFromCustomer(address: string): Sql {
  // Older rows contain the sender's address only in the body.
  return sql`purpose = 'contact-message'
    AND (reply_to = ${address} OR reply_to IS NULL AND instr(body, ${`<${address}>`}))`
}

/** SQL conditions by table that find a person's data. */
export function personTables({ kind, address }: Person): { readonly [table: string]: Sql } {
  return kind === 'customer' ? customerTables(address) : partnerTables(address)
}

function customerTables(address: string) {
  const orders = sql`SELECT id FROM orders WHERE email = ${address}`
  const theirOrders = sql`order_id IN (${orders})`
  // `email` is the buyer's address, even for a gift. Both halves use an index.
  const isTheirEsim = sql`(email = ${address} AND NOT EXISTS (SELECT 1 FROM order_lines l
      WHERE l.order_id = esims.order_id AND l.position = esims.line_position
        AND l.recipient <> ${address})
    OR (order_id, line_position) IN (
      SELECT l.order_id, l.position FROM order_lines l WHERE l.recipient = ${address}))`
  const esims = sql`SELECT esim_hash FROM esims WHERE ${isTheirEsim}`
  return {
    customers: sql`email = ${address}`,
    sessions: sql`kind = 'customer'
      AND subject_id IN (SELECT id FROM customers WHERE email = ${address})`,
    orders: sql`email = ${address}`,
    order_lines: sql`${theirOrders} OR recipient = ${address}`,
    payments: theirOrders,
    payment_facts: theirOrders,
    refunds: theirOrders,
    credit_notes: theirOrders,
    promo_uses: theirOrders,
    purchases: theirOrders,
    top_ups: theirOrders,
    audit: sql`subject_kind = 'invoice' AND subject_id IN (${orders})`,
    esims: isTheirEsim,
    push_subscriptions: sql`esim_hash IN (${esims})`,
    push_messages: sql`subscription_id IN (
      SELECT id FROM push_subscriptions WHERE esim_hash IN (${esims}))`,
    // The recipient of a gift reviews it.
    reviews: sql`EXISTS (SELECT 1 FROM order_lines l JOIN orders i ON i.id = l.order_id
      WHERE l.order_id = reviews.order_id AND l.position = reviews.line_position
        AND coalesce(l.recipient, i.email) = ${address})`,
    outbox: sql`recipient = ${address} OR (${isFromCustomer(address)})`,
    stock_alerts: sql`email = ${address}`,
  }
}

function partnerTables(phone: string) {
  const partner = sql`(SELECT id FROM partners WHERE phone = ${phone})`
  // An email to the operator about a withdrawal.
  const isAboutPartner = sql`purpose = 'withdrawal' AND dedupe_key IN (
    SELECT id FROM partner_transactions WHERE partner_id = ${partner})`
  return {
    partners: sql`phone = ${phone}`,
    sessions: sql`kind = 'referrer' AND subject_id IN ${partner}`,
    passkeys: sql`partner_id IN ${partner}`,
    partner_transactions: sql`partner_id IN ${partner}`,
    audit: sql`subject_kind = 'partner' AND subject_id IN ${partner}`,
    outbox: sql`recipient = ${phone} OR (${isAboutPartner})`,
  }
}

/** Columns with hashes and keys of the shop, which contain no data about the person. */
const withoutMeaning = [
  'password_hash',
  'token_hash',
  'idempotency_key',
  'dedupe_key',
  'input_hash',
]
/** Columns with the shop's purchase prices. */
const purchasePrice = ['cost_minor', 'cost_currency']
/**
 * Columns to hide, by table, with data about other people or about the shop. The buyer of a top-up
 * may not own the eSIM, whose hash opens its page. The address in `esims` is the buyer's, even for
 * a gift, and the offers have the shop's costs. Names and addresses of staff are personal data of staff.
 */
const ofOthers: { readonly [table: string]: readonly string[] } = {
  top_ups: ['esim_hash', ...purchasePrice],
  purchases: ['iccid', ...purchasePrice],
  esims: ['email', 'top_up_offers'],
  audit: ['staff_subject', 'staff_name'],
  refunds: ['actor'],
}
/**
 * Columns to hide in rows of other people's orders, by table. These rows belong to gifts, and to
 * purchases that earned a reward. The id of an order opens its page.
 */
const ofOtherOrders: { readonly [table: string]: readonly string[] } = {
  order_lines: ['order_id', 'amount_minor', 'reward_base'],
  esims: ['order_id'],
  reviews: ['order_id'],
  partner_transactions: ['order_id'],
  outbox: ['order_id'],
}

const row = z.record(z.string(), z.unknown())

/** Stored rows by table, without empty tables. */
type PersonData = { readonly [table: string]: readonly z.output<typeof row>[] }

/** Returns all rows about a person, from one snapshot of the database. */
export async function exportPerson({ db }: DatabaseContext, person: Person): Promise<PersonData> {
  const tables = Object.entries(personTables(person))
  const answers = await db.batch(
    tables.map(([table, condition]) => prepare(db)`SELECT * FROM ${raw(table)} WHERE ${condition}`),
  )
  const found = tables.map(
    ([table], index) => [table, z.array(row).parse(answers[index]?.results ?? [])] as const,
  )
  const [, orders = []] = found.find(([table]) => table === 'orders') ?? []
  const ownOrders = new Set(orders.map(({ id }) => id))
  const shown = found.map(([table, rows]) => {
    const hidden = [...withoutMeaning, ...(ofOthers[table] ?? [])]
    const hiddenOfOthers = [...hidden, ...(ofOtherOrders[table] ?? [])]
    return [
      table,
      rows.map((each) =>
        withoutColumns(each, ownOrders.has(each['order_id']) ? hidden : hiddenOfOthers),
      ),
    ] as const
  })
  return Object.fromEntries(shown.filter(([, rows]) => rows.length > 0))
}

function withoutColumns(
  stored: z.output<typeof row>,
  hidden: readonly string[],
): z.output<typeof row> {
  return Object.fromEntries(Object.entries(stored).filter(([name]) => !hidden.includes(name)))
}
