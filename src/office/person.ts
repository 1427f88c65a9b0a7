import { z } from 'zod'
import { email } from '../api/common.ts'
import { phonePattern } from '../kit/limits.shared.ts'
import type { BackendContext } from '../context.ts'

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

const theirOrders = 'order_id IN (SELECT id FROM orders WHERE email = ?1)'
const theirPartner = '(SELECT id FROM partners WHERE phone = ?1)'

/** SQL over `reviews`: the customer wrote the review. A gift is reviewed by its recipient. */
const isTheirReview = `EXISTS (SELECT 1 FROM order_lines l JOIN orders i ON i.id = l.order_id
  WHERE l.order_id = reviews.order_id AND l.position = reviews.line_position
    AND coalesce(l.recipient, i.email) = ?1)`
/**
 * SQL over `esims`: the customer owns the eSIM. `email` is the buyer's address, even for a gift.
 * Both halves use an index.
 */
const isTheirEsim = `(email = ?1 AND NOT EXISTS (SELECT 1 FROM order_lines l
    WHERE l.order_id = esims.order_id AND l.position = esims.line_position
      AND l.recipient <> ?1)
  OR (order_id, line_position) IN (
    SELECT l.order_id, l.position FROM order_lines l WHERE l.recipient = ?1))`
/**
 * SQL over `outbox`: the customer sent the message with a contact form. Older rows contain the
 * sender's address only in the body.
 */
export const isFromCustomer = `purpose = 'contact-message'
  AND (reply_to = ?1 OR reply_to IS NULL AND instr(body, '<' || ?1 || '>'))`
/** SQL over `outbox`: the message is an email to the operator about a withdrawal of the partner. */
const isAboutPartner = `purpose = 'withdrawal' AND dedupe_key IN (
  SELECT id FROM partner_transactions WHERE partner_id = ${theirPartner})`

/** SQL conditions by table that find a person's data, with the address as ?1. */
export const personTables: {
  readonly [Kind in Person['kind']]: { readonly [table: string]: string }
} = {
  customer: {
    customers: 'email = ?1',
    sessions: `kind = 'customer' AND subject_id IN (SELECT id FROM customers WHERE email = ?1)`,
    orders: 'email = ?1',
    order_lines: `${theirOrders} OR recipient = ?1`,
    payments: theirOrders,
    payment_facts: theirOrders,
    refunds: theirOrders,
    credit_notes: theirOrders,
    promo_uses: theirOrders,
    purchases: theirOrders,
    top_ups: theirOrders,
    audit: `subject_kind = 'invoice' AND subject_id IN (SELECT id FROM orders WHERE email = ?1)`,
    esims: isTheirEsim,
    push_subscriptions: `esim_hash IN (SELECT esim_hash FROM esims WHERE ${isTheirEsim})`,
    push_messages: `subscription_id IN (SELECT id FROM push_subscriptions
      WHERE esim_hash IN (SELECT esim_hash FROM esims WHERE ${isTheirEsim}))`,
    reviews: isTheirReview,
    outbox: `recipient = ?1 OR (${isFromCustomer})`,
  },
  partner: {
    partners: 'phone = ?1',
    sessions: `kind = 'referrer' AND subject_id IN ${theirPartner}`,
    passkeys: `partner_id IN ${theirPartner}`,
    partner_transactions: `partner_id IN ${theirPartner}`,
    audit: `subject_kind = 'partner' AND subject_id IN ${theirPartner}`,
    outbox: `recipient = ?1 OR (${isAboutPartner})`,
  },
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
export async function exportPerson(
  { db }: Pick<BackendContext, 'db'>,
  { kind, address }: Person,
): Promise<PersonData> {
  const tables = Object.entries(personTables[kind])
  const answers = await db.batch(
    tables.map(([table, condition]) =>
      db.prepare(`SELECT * FROM ${table} WHERE ${condition}`).bind(address),
    ),
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
