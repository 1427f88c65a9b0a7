import { z } from 'zod'
import type { BackendContext } from '../context.ts'
import { storedJson } from '../kit/db.ts'
import { erased, readAddress } from '../kit/email.shared.ts'
import type { Money } from '../kit/money.shared.ts'
import { prepare, raw, runBatch, sql, type Sql } from '../kit/sql.ts'
import { readLine } from '../kit/typed.shared.ts'
import { esimSql, toListedEsims, type ListedEsim } from '../esims/office-esims.tsx'
import { ordersNamed, searchOrders, type OrderPage } from '../orders/search-orders.ts'
import { isFromCustomer, personTables, type Person } from './person.ts'

/** Money of a customer in one currency. */
type CustomerMoney = {
  readonly paid: Money
  /** Refunds and lost disputes. */
  readonly back: Money
}

/** SQL: the money of the customer `c.email` by currency, as JSON. */
export const moneyOfCustomer = sql`(SELECT json_group_array(
    json_object('currency', currency, 'paid', paid, 'back', back)) FROM (
  SELECT m.currency, sum(max(m.kept_minor, 0)) AS paid, sum(max(-m.kept_minor, 0)) AS back
  FROM orders o JOIN fact_money m ON m.order_id = o.id
  WHERE o.email = c.email GROUP BY m.currency))`

const moneyRows = z.array(z.object({ currency: z.string(), paid: z.int(), back: z.int() }))

/** Parses `moneyOfCustomer`. */
export function customerMoney(json: string): CustomerMoney[] {
  return storedJson(moneyRows, json, []).map(({ currency, paid, back }) => ({
    paid: { minor: paid, currency },
    back: { minor: back, currency },
  }))
}

/** Addresses that a search finds in one place. */
const mostFound = 200
/** The newest notes, whose texts a search reads. */
const mostSearched = 5000

/**
 * Finds customers by the start of their address, by what finds their orders, and by a part of a
 * message or of a recent note. SQLite ignores case for ASCII letters only.
 */
export async function findCustomers(
  { db }: Pick<BackendContext, 'db'>,
  query: string,
): Promise<readonly string[]> {
  const text = readLine(query)
  const start = readAddress(text).toLowerCase()
  const startsHere = (column: string) =>
    sql`${raw(column)} >= ${start} AND ${raw(column)} < ${`${start}~`}`
  const has = (column: string) =>
    sql`(instr(${raw(column)}, ${text}) OR instr(lower(${raw(column)}), lower(${text})))`
  const ofOrders = sql`i.id IN (${ordersNamed(text)})`
  const queries = [
    sql`SELECT email FROM orders WHERE ${startsHere('email')}`,
    sql`SELECT email FROM customers WHERE ${startsHere('email')}`,
    sql`SELECT recipient AS email FROM order_lines WHERE ${startsHere('recipient')}`,
    sql`SELECT email FROM stock_alerts WHERE ${startsHere('email')}`,
    sql`SELECT i.email FROM orders i WHERE ${ofOrders}`,
    sql`SELECT l.recipient AS email FROM orders i JOIN order_lines l ON l.order_id = i.id
      WHERE ${ofOrders} AND l.recipient IS NOT NULL`,
    sql`SELECT reply_to AS email FROM outbox
      WHERE purpose = 'contact-message' AND reply_to IS NOT NULL AND ${has('body')}`,
    sql`SELECT i.email FROM (SELECT subject_id, details FROM audit
        WHERE action = 'note' AND at > '' ORDER BY at DESC LIMIT ${mostSearched}) a
      JOIN orders i ON i.id = a.subject_id WHERE ${has("a.details ->> 'text'")}`,
  ]
  const found = await runBatch(
    db,
    queries.map(
      (each) => prepare<{ email: string }>(db)`SELECT DISTINCT email FROM (${each})
        WHERE email <> ${erased} LIMIT ${mostFound}`,
    ),
  )
  return [...new Set(found.flatMap(({ results }) => results.map(({ email }) => email)))]
}

/** Everything that the back office shows about a customer. */
export type CustomerForOffice = {
  readonly address: string
  readonly money: readonly CustomerMoney[]
  /** Null without an account. */
  readonly account: { readonly createdAt: string; readonly consentedAt: string } | null
  readonly orders: OrderPage
  /** The newest 100 of each. */
  readonly esims: readonly CustomerEsim[]
  readonly messages: readonly CustomerMessage[]
  readonly stockAlerts: readonly WaitingAlert[]
  readonly notes: readonly CustomerNote[]
}

type CustomerEsim = ListedEsim & {
  /** Emails and notifications that the customer asked for, as words of `consents`. */
  readonly consents: string
}

type CustomerMessage = {
  readonly id: string
  /** 1 for a message from the customer. */
  readonly isTheirs: number
  readonly purpose: string
  readonly at: string
  readonly state: 'received' | 'answered' | 'waiting' | 'sent' | 'failed'
}

/** A place or plan of which the shop will tell the customer when it is on sale again. */
type WaitingAlert = {
  readonly title: string
  readonly at: string
}

type CustomerNote = {
  readonly id: string
  readonly invoiceID: string
  readonly at: string
  readonly staff: string
  readonly text: string
}

const mostRows = sql`LIMIT 100`

/** Returns a customer with everything about them, or null if the shop has nothing. */
export async function customerForOffice(
  context: Pick<BackendContext, 'db' | 'now' | 'locale' | 'words'>,
  address: string,
): Promise<CustomerForOffice | null> {
  const { db } = context
  const person = { kind: 'customer', address } as const
  const orders = await searchOrders(context, address)
  const [money, accounts, esims, messages, stockAlerts, notes] = await runBatch(db, [
    prepare<{ money: string }>(db)`SELECT ${moneyOfCustomer} AS money
      FROM (SELECT ${address} AS email) c`,
    prepare<{ createdAt: string; consentedAt: string }>(db)`SELECT created_at AS createdAt,
      consented_at AS consentedAt FROM customers WHERE email = ${address}`,
    prepare<Omit<CustomerEsim, 'title'>>(db)`${esimsSql(person)}`,
    prepare<CustomerMessage>(db)`${messagesSql(address)}`,
    prepare<WaitingAlert>(db)`SELECT title, created_at AS at FROM stock_alerts
      WHERE email = ${address} ORDER BY created_at DESC ${mostRows}`,
    prepare<CustomerNote>(db)`${notesSql(address)}`,
  ])
  const [account = null] = accounts.results
  const answers = [accounts, esims, messages, stockAlerts]
  const found = [orders.orders, ...answers.map(({ results }) => results)]
  if (found.every(({ length }) => length === 0)) return null
  return {
    address,
    money: customerMoney(money.results[0]?.money ?? '[]'),
    account,
    orders,
    esims: await toListedEsims(context, esims.results),
    messages: messages.results,
    stockAlerts: stockAlerts.results,
    notes: notes.results,
  }
}

function esimsSql(person: Person): Sql {
  return sql`SELECT ${esimSql},
      rtrim(iif(has_usage_mails, 'usage ', '') || iif(has_push, 'push ', '')
        || iif(has_review_mail, 'review ', '') || iif(reminder_at IS NULL, '', 'reminder')) AS consents
    FROM esims WHERE ${personTables(person)['esims'] ?? sql`false`}
    ORDER BY purchased_at DESC ${mostRows}`
}

function messagesSql(address: string): Sql {
  const isFromThem = isFromCustomer(address)
  return sql`SELECT id, (${isFromThem}) AS isTheirs, purpose, created_at AS at,
      CASE WHEN ${isFromThem} THEN iif(answered_at IS NULL, 'received', 'answered')
        WHEN given_up_at IS NOT NULL OR bounced_at IS NOT NULL THEN 'failed'
        WHEN sent_at IS NULL THEN 'waiting' ELSE 'sent' END AS state
    FROM outbox WHERE recipient = ${address} OR (${isFromThem})
    ORDER BY created_at DESC ${mostRows}`
}

/** The notes about the orders of a customer, newest first. */
function notesSql(address: string): Sql {
  return sql`SELECT a.id, a.subject_id AS invoiceID, a.at, a.staff_name AS staff,
      a.details ->> 'text' AS text
    FROM audit a WHERE a.subject_kind = 'invoice' AND a.action = 'note'
      AND a.details ->> 'text' IS NOT NULL
      AND a.subject_id IN (SELECT id FROM orders WHERE email = ${address})
    ORDER BY a.at DESC ${mostRows}`
}
