import { runBatch } from '../kit/sql.ts'
import type { Money } from '../kit/money.shared.ts'
import type { Locale } from '../words/locales.shared.ts'
import type { PaymentFact, PaymentOrder } from './payment-provider.ts'
import { prepare, raw, readRow } from '../kit/sql.ts'

/** A payment at the test bank, as shown on its page. */
export type BankPayment = {
  readonly reference: string
  readonly invoiceID: string
  readonly amount: Money
  readonly lines: PaymentOrder['lines']
  readonly locale: Locale
  readonly successURL: string
  readonly failureURL: string
  readonly expiresAt: string
  readonly isCancelled: boolean
}

type PaymentRow = { payment: string; is_cancelled: number }
type FactRow = { fact: string }

/** The tables exist in development only, so they are not part of the shop's migrations. */
const tables = [
  `CREATE TABLE IF NOT EXISTS test_bank_payments
    (reference TEXT PRIMARY KEY, payment TEXT NOT NULL, is_cancelled INTEGER NOT NULL DEFAULT 0)`,
  `CREATE TABLE IF NOT EXISTS test_bank_facts
    (key TEXT PRIMARY KEY, reference TEXT NOT NULL, fact TEXT NOT NULL)`,
  'CREATE INDEX IF NOT EXISTS test_bank_facts_by_payment ON test_bank_facts (reference)',
]

/** Stores the payments of the test provider. A real provider would store them on its side. */
export function openTestBank(db: D1Database) {
  return {
    /** Stores a new payment. A repeated call changes nothing. */
    open: async (order: PaymentOrder) => openPayment(db, order),
    cancel: async (reference: string) => cancelPayment(db, reference),
    payment: async (reference: string) => findPayment(db, reference),
    /** Stores a fact once, and returns the stored fact. */
    book: async (fact: PaymentFact) => bookFact(db, fact),
    factsOf: async (reference: string) => listFacts(db, reference),
  }
}

async function openPayment(db: D1Database, { attemptID: reference, ...order }: PaymentOrder) {
  const { invoiceID, amount, lines, locale, successURL, failureURL, expiresAt } = order
  const stored = { invoiceID, amount, lines, locale, successURL, failureURL, expiresAt }
  await db.batch([
    ...tables.map((table) => prepare(db)`${raw(table)}`),
    prepare(db)`INSERT INTO test_bank_payments (reference, payment)
      VALUES (${reference}, ${JSON.stringify(stored)})
      ON CONFLICT (reference) DO NOTHING`,
  ])
}

/** Returns statements that store the charge of a payment whose page nobody opens again. */
export function insertCharge(
  db: D1Database,
  charge: PaymentFact & { readonly invoiceID: string },
  locale: Locale,
): D1PreparedStatement[] {
  const { reference, invoiceID, amount, at } = charge
  const urls = { successURL: '', failureURL: '' }
  const payment = { invoiceID, amount, lines: [], locale, ...urls, expiresAt: at.toISOString() }
  return [
    ...tables.map((table) => prepare(db)`${raw(table)}`),
    prepare(db)`INSERT INTO test_bank_payments (reference, payment)
      VALUES (${reference}, ${JSON.stringify(payment)})`,
    prepare(db)`INSERT INTO test_bank_facts (key, reference, fact)
      VALUES (${keyOf(charge)}, ${reference}, ${JSON.stringify(charge)})`,
  ]
}

async function cancelPayment(db: D1Database, reference: string): Promise<void> {
  await prepare(db)`UPDATE test_bank_payments SET is_cancelled = 1
    WHERE reference = ${reference}`.run()
}

async function findPayment(db: D1Database, reference: string): Promise<BankPayment | null> {
  await db.batch(tables.map((table) => prepare(db)`${raw(table)}`))
  const row = await readRow<PaymentRow>(db)`SELECT payment, is_cancelled FROM test_bank_payments
    WHERE reference = ${reference}`
  if (!row) return null
  // `openPayment` wrote this JSON.
  const stored = JSON.parse(row.payment) as Omit<BankPayment, 'reference' | 'isCancelled'>
  return { ...stored, reference, isCancelled: row.is_cancelled === 1 }
}

async function bookFact(db: D1Database, fact: PaymentFact): Promise<PaymentFact> {
  const key = keyOf(fact)
  const [, rows] = await runBatch(db, [
    prepare(db)`INSERT INTO test_bank_facts (key, reference, fact)
      VALUES (${key}, ${fact.reference}, ${JSON.stringify(fact)})
      ON CONFLICT (key) DO NOTHING`,
    prepare<FactRow>(db)`SELECT fact FROM test_bank_facts WHERE key = ${key}`,
  ])
  const row = rows.results[0]
  return row ? factOf(row) : fact
}

/** A dispute and its end have the same id. */
function keyOf({ kind, id }: PaymentFact): string {
  return `${kind}:${id}`
}

async function listFacts(db: D1Database, reference: string): Promise<PaymentFact[]> {
  const select = 'SELECT fact FROM test_bank_facts WHERE reference = ? ORDER BY rowid'
  // The first call can be a refund.
  const results = await db.batch<FactRow>([
    ...tables.map((table) => prepare(db)`${raw(table)}`),
    db.prepare(select).bind(reference),
  ])
  return (results.at(-1)?.results ?? []).map(factOf)
}

function factOf({ fact }: FactRow): PaymentFact {
  const stored = JSON.parse(fact) as Omit<PaymentFact, 'at'> & { at: string } // from `bookFact`
  return { ...stored, at: new Date(stored.at) }
}
