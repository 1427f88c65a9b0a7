import fc from 'fast-check'
import { expect, it, vi } from 'vitest'
import { expectedBooks } from '../../test/fixtures/ledger-model.ts'
import type { LineTotals } from '../../test/fixtures/ledger-model.ts'
import { bank, file, lookUp, runScenarioEvent, openOrder } from '../../test/fixtures/ledger-shop.ts'
import type { BankPlan } from '../../test/fixtures/ledger-shop.ts'
import { paymentIDs, scenarios, scenarioTime } from '../../test/fixtures/ledger-scenarios.ts'
import type { Scenario } from '../../test/fixtures/ledger-scenarios.ts'
import type { PaymentFact } from '../payments/payment-provider.ts'

/** Set LEDGER_RUNS=100000 for a long run, and FC_SEED=random for new scenarios. */
const numRuns = Number(process.env['LEDGER_RUNS'] ?? 2000)
it('computes the books from events that are reordered, repeated, parallel or interrupted', async () => {
  vi.spyOn(console, 'error').mockReturnValue()
  console.log(`FC_SEED=${String(fc.readConfigureGlobal().seed)} LEDGER_RUNS=${numRuns}`)
  const seen = new Set<string>()
  await fc.assert(
    fc.asyncProperty(scenarios, async (each) => file.runAndRollBack(async () => check(each, seen))),
    { numRuns },
  )
  // The scenarios reach every state of each origin that can have it.
  const states = ['succeeded', 'failed', 'cancelled']
  const expected = ['staff', 'automatic', 'provider', 'hand'].flatMap((origin) =>
    states.map((state) => `${origin} ${state}`).filter((each) => each !== 'hand failed'),
  )
  const missing = expected.filter((each) => !seen.has(each))
  expect(numRuns < 2000 ? [] : missing).toEqual([])
}, 10_800_000)

async function check(scenario: Scenario, seen: Set<string>): Promise<void> {
  const { facts, lines, codes, steps, answers } = scenario
  await openOrder(lines, codes)
  for (const fact of facts) await bank.book(fact)
  const bankPlan: BankPlan = { answers: [...answers], decided: new Map() }
  for (const step of steps) {
    await Promise.all(step.map(async ({ event, stop }) => runScenarioEvent(event, stop, bankPlan)))
    expectSound()
  }
  file.exec('UPDATE orders SET frozen_at = NULL')
  const noFaults: BankPlan = { answers: [], decided: bankPlan.decided }
  // Reconciliation finds lost facts, and the scheduled job finishes the remaining work.
  const known = await lookUp()
  await runScenarioEvent({ kind: 'webhook', facts: known }, null, noFaults)
  // The second run delivers lines whose refund failed in the first run.
  for (const hours of [25, 26]) await runScenarioEvent({ kind: 'job', hours }, null, noFaults)
  expectSound()
  expectSettled(await lookUp())
  for (const { origin, state } of refundRows()) seen.add(`${origin} ${state}`)
}

type RefundRow = {
  readonly id: string
  readonly origin: string
  readonly state: string
  readonly reference: string
  readonly minor: number
  readonly positions: readonly number[]
  readonly isAssigned: boolean
  readonly retryOf: string | null
}

function refundRows(): RefundRow[] {
  return file.rows('SELECT * FROM refunds').map((row) => ({
    id: String(row['id']),
    origin: String(row['origin']),
    state: String(row['state']),
    reference: String(row['reference']),
    minor: Number(row['amount_minor']),
    positions: JSON.parse(String(row['positions'])) as number[], // the shop wrote it
    isAssigned: row['assigned_at'] !== null,
    retryOf: row['retry_of'] === null ? null : String(row['retry_of']),
  }))
}

const isGoodwill = ({ state, positions, origin, isAssigned }: RefundRow) =>
  state === 'succeeded' && positions.length === 0 && (origin !== 'provider' || isAssigned)

const isLive = ({ state }: RefundRow) => ['requested', 'sent', 'succeeded'].includes(state)

/** Returns the lines. A line is returned exactly while a live refund covers it. */
function lineRows(all: readonly RefundRow[]) {
  const refunds = all.filter(isLive)
  return file
    .rows(
      `SELECT l.position, l.amount_minor, l.replaced_by, e.iccid FROM order_lines l
      LEFT JOIN esims e ON e.line_position = l.position ORDER BY l.position`,
    )
    .map(({ position, amount_minor: minor, replaced_by: next, iccid }) => ({
      position: Number(position),
      minor: Number(minor),
      isDelivered: iccid !== null,
      isReturned:
        next !== null || refunds.some(({ positions }) => positions.includes(Number(position))),
    }))
}

function totalsOf(lines: ReturnType<typeof lineRows>): LineTotals {
  const kept = lines.filter(({ isReturned }) => !isReturned)
  const due = sumOf(kept)
  return {
    issued: kept.filter(({ isDelivered }) => isDelivered).length,
    waiting: kept.filter(({ isDelivered }) => !isDelivered).length,
    due,
    returned: sumOf(lines) - due,
    goodwill: sumOf(refundRows().filter(isGoodwill)),
  }
}

function sumOf(rows: readonly { readonly minor: number }[]): number {
  return rows.reduce((sum, { minor }) => sum + minor, 0)
}

type StoredFact = PaymentFact & { readonly provider: string; readonly refundID: string | null }

function storedFacts(): StoredFact[] {
  const facts = 'SELECT * FROM payment_facts WHERE order_id IS NOT NULL'
  return file.rows(facts).map((row) => ({
    provider: String(row['provider']),
    kind: row['kind'] as PaymentFact['kind'], // the table has a CHECK constraint
    id: String(row['id']),
    reference: String(row['reference']),
    invoiceID: 'invoice',
    refundID: row['refund_id'] === null ? null : String(row['refund_id']),
    amount: { minor: Number(row['amount_minor']), currency: String(row['currency']) },
    at: scenarioTime,
  }))
}

/** Checks the invariants after every step. */
function expectSound(): void {
  const facts = storedFacts()
  const refunds = refundRows()
  const lines = lineRows(refunds)
  const totals = totalsOf(lines)
  const { reward, ...state } = expectedBooks(facts, totals)
  // The lines add up to the price of the order.
  const [order] = file.rows('SELECT amount_minor, status FROM orders')
  expect(order).toEqual({ amount_minor: totals.due + totals.returned, status: state.status })
  expect(file.rows('SELECT * FROM order_states')).toMatchObject([state])
  expect(
    file.rows('SELECT position, is_returned, is_delivered FROM line_states ORDER BY 1'),
  ).toEqual(
    lines.map(({ position, isReturned, isDelivered }) => ({
      position,
      is_returned: Number(isReturned),
      is_delivered: Number(isDelivered),
    })),
  )
  expect(
    file.rows('SELECT coalesce(sum(amount_minor), 0) AS reward FROM partner_transactions'),
  ).toEqual([{ reward }])
  expectRefundsOf(facts, refunds)
  expectDocuments(facts, refunds, totals)
  // Each eSIM has one profile and one email.
  const esims = file.rows('SELECT iccid FROM esims').length
  expect(file.rows('SELECT 1 FROM stock WHERE order_id IS NOT NULL')).toHaveLength(esims)
  expect(file.rows(`SELECT 1 FROM outbox WHERE purpose = 'esim'`)).toHaveLength(esims)
}

/** Each report of a refund belongs to one refund, which has succeeded unless the bank returned it. */
function expectRefundsOf(facts: readonly StoredFact[], refunds: readonly RefundRow[]): void {
  const made = facts.filter(({ kind, amount }) => kind === 'refunded' && amount.currency === 'USD')
  const hasFailed = ({ provider, id }: StoredFact) =>
    facts.some(
      (each) => each.kind === 'refund-failed' && each.provider === provider && each.id === id,
    )
  expect(made.map(({ refundID, amount }) => ({ refundID, minor: amount.minor }))).toEqual(
    made.map(({ refundID }) => {
      const own = refunds.find(({ id }) => id === refundID)
      return { refundID: own?.id, minor: own?.minor }
    }),
  )
  const succeeded = made.flatMap((fact) => (hasFailed(fact) ? [] : (fact.refundID ?? '')))
  expect(
    refunds
      .filter(({ state }) => state === 'succeeded')
      .map(({ id }) => id)
      .toSorted(),
  ).toEqual(succeeded.toSorted())
  // The shop never requests more than a payment was charged.
  for (const reference of paymentIDs) {
    const own = (row: { readonly reference: string }) => row.reference === reference
    const charged = facts.filter((fact) => fact.kind === 'charged' && own(fact))
    const amounts = charged.filter(({ amount }) => amount.currency === 'USD')
    const byShop = refunds.filter((row) => isLive(row) && row.origin !== 'provider' && own(row))
    expect(sumOf(byShop)).toBeLessThanOrEqual(sumOf(amounts.map(({ amount }) => amount)))
  }
}

/** Credit notes add up to the part of the price that refunds and lost disputes returned. */
function expectDocuments(
  facts: readonly StoredFact[],
  refunds: readonly RefundRow[],
  lines: LineTotals,
): void {
  const books = expectedBooks(facts, lines)
  const back = books.refunded_minor + books.lost_minor
  const price = lines.due + lines.returned
  const forLines = sumOf(
    refunds.filter(({ state, positions }) => state === 'succeeded' && positions.length > 0),
  )
  const credited = Math.max(
    Math.min(forLines, back),
    back - Math.max(0, books.charged_minor - price),
  )
  const [order] = file.rows('SELECT receipt_number FROM orders')
  const expected = order?.['receipt_number'] === null ? 0 : Math.min(price, Math.max(0, credited))
  expect(file.rows('SELECT coalesce(sum(amount_minor), 0) AS minor FROM credit_notes')).toEqual([
    { minor: expected },
  ])
}

/**
 * Checks the invariants at the end: the shop and the bank have the same facts, and no work is left.
 */
function expectSettled(facts: readonly PaymentFact[]): void {
  const nameOf = ({ kind, id, amount }: PaymentFact) =>
    `${kind} ${id} ${amount.minor} ${amount.currency}`
  const known = storedFacts().filter(({ provider }) => provider === 'test')
  expect(known.map(nameOf).toSorted()).toEqual(facts.map(nameOf).toSorted())
  const refunds = refundRows()
  for (const { id, origin, state } of refunds.filter((row) => row.origin !== 'hand')) {
    const isMade = facts.some(
      (fact) => fact.kind === 'refunded' && (fact.refundKey ?? `test:${fact.id}`) === id,
    )
    if (!isMade) expect(['failed', 'cancelled'], `${origin} refund`).toContain(state)
  }
  // A failed refund that nobody repeated, made or cancelled has an alert, unless its lines need no
  // money, or all money went back.
  const open = file.rows('SELECT id FROM failed_refunds WHERE left_minor > 0')
  const failed = refunds.filter(({ state }) => state === 'failed').map(({ id }) => id)
  expect(failed).toEqual(expect.arrayContaining(open.map(({ id }) => id)))
  const [state] = file.rows('SELECT held_minor FROM order_states')
  const isHeld = Number(state?.['held_minor']) > 0
  const amounts = refunds.filter((row) => row.state === 'failed' && row.positions.length === 0)
  const due = isHeld ? amounts.map(({ id }) => id) : []
  expect(open.map(({ id }) => id)).toEqual(expect.arrayContaining(due))
  expectDelivered()
}

/** Nothing in stock is left for a line that waits, if the shop has the money for it. */
function expectDelivered(): void {
  const { waiting } = totalsOf(lineRows(refundRows()))
  const [state] = file.rows('SELECT is_deliverable FROM order_states')
  if (waiting > 0 && state?.['is_deliverable'] === 1)
    expect(
      file.rows(`SELECT 1 FROM line_states l JOIN stock ON stock.plan_id = l.plan_id
        WHERE stock.order_id IS NULL AND l.is_waiting`),
    ).toEqual([])
}
