import fc from 'fast-check'
import { expect, it, vi } from 'vitest'
import { expectedBooks } from '../../test/fixtures/ledger-model.ts'
import { bank, file, runScenarioEvent, openInvoice } from '../../test/fixtures/ledger-shop.ts'
import type { BankPlan } from '../../test/fixtures/ledger-shop.ts'
import { paymentIDs, scenarios, scenarioTime } from '../../test/fixtures/ledger-scenarios.ts'
import type { Scenario } from '../../test/fixtures/ledger-scenarios.ts'
import type { PaymentFact } from '../payments/payment-provider.ts'

/** Set LEDGER_RUNS=100000 for a long run, and FC_SEED=random for new scenarios. */
const numRuns = Number(process.env['LEDGER_RUNS'] ?? 2000)
it('computes the books from events that are reordered, repeated, parallel or interrupted', async () => {
  vi.spyOn(console, 'error').mockReturnValue()
  console.log(`FC_SEED=${String(fc.readConfigureGlobal().seed)} LEDGER_RUNS=${numRuns}`)
  await fc.assert(
    fc.asyncProperty(scenarios, async (each) => file.runAndRollBack(async () => check(each))),
    { numRuns },
  )
}, 10_800_000)

async function check({ facts, lines, codes, steps, answers }: Scenario): Promise<void> {
  await openInvoice(lines, codes)
  for (const fact of facts) await bank.book(fact)
  const bankPlan: BankPlan = { answers: [...answers], decided: new Map() }
  for (const step of steps) {
    await Promise.all(step.map(async ({ event, stop }) => runScenarioEvent(event, stop, bankPlan)))
    expectSound()
  }
  file.exec('UPDATE invoices SET frozen_at = NULL')
  const noFaults: BankPlan = { answers: [], decided: bankPlan.decided }
  // Reconciliation finds lost facts, and the scheduled job finishes the remaining work.
  const known = await factsOfBank()
  await runScenarioEvent({ kind: 'webhook', facts: known }, null, noFaults)
  // The second run delivers lines whose refund was refused in the first run.
  for (const hours of [25, 26]) await runScenarioEvent({ kind: 'job', hours }, null, noFaults)
  expectSound()
  expectSettled([...(await factsOfBank()), ...storedFacts(`provider = 'manual'`)])
}

async function factsOfBank(): Promise<PaymentFact[]> {
  return (await Promise.all(paymentIDs.map(async (id) => bank.factsOf(id)))).flat()
}

function lineTotals() {
  const [row] = file.rows(`SELECT
      count(*) FILTER (WHERE e.iccid IS NOT NULL AND l.refund_requested_at IS NULL) AS issued,
      count(*) FILTER (WHERE e.iccid IS NULL AND l.refund_requested_at IS NULL) AS waiting,
      coalesce(sum(l.amount_minor) FILTER (WHERE l.refund_requested_at IS NULL), 0) AS due,
      coalesce(sum(l.amount_minor) FILTER (WHERE l.refund_requested_at IS NOT NULL), 0) AS returned
    FROM invoice_lines l LEFT JOIN esims e ON e.line_position = l.position`)
  return {
    issued: Number(row?.['issued']),
    waiting: Number(row?.['waiting']),
    due: Number(row?.['due']),
    returned: Number(row?.['returned']),
  }
}

function storedFacts(condition = 'TRUE'): PaymentFact[] {
  const facts = `SELECT * FROM payment_facts WHERE invoice_id IS NOT NULL AND ${condition}`
  return file.rows(facts).map((row) => ({
    kind: row['kind'] as PaymentFact['kind'], // the table has a CHECK constraint
    id: String(row['id']),
    reference: String(row['reference']),
    invoiceID: 'invoice',
    amount: { minor: Number(row['amount_minor']), currency: String(row['currency']) },
    at: scenarioTime,
  }))
}

/** SQL: the fact is of a refund that staff recorded and reverted, which counts as never made. */
const isReverted = `(provider = 'manual' AND 2 = (SELECT count(*) FROM payment_facts pair
  WHERE pair.provider = 'manual' AND pair.id = payment_facts.id))`

/** Checks the invariants after every step. */
function expectSound(): void {
  const lines = lineTotals()
  const { reward, ...state } = expectedBooks(storedFacts(`NOT ${isReverted}`), lines)
  // The lines add up to the price of the order.
  expect(file.rows('SELECT amount_minor FROM invoices')).toEqual([
    { amount_minor: lines.due + lines.returned },
  ])
  expect(file.rows('SELECT * FROM invoice_states')).toMatchObject([state])
  expect(file.rows('SELECT status FROM invoices')).toEqual([{ status: state.status }])
  expect(
    file.rows('SELECT coalesce(sum(amount_minor), 0) AS reward FROM referrer_transactions'),
  ).toEqual([{ reward }])
  // Each eSIM has one profile and one email.
  const esims = file.rows('SELECT iccid FROM esims').length
  expect(file.rows('SELECT 1 FROM stock WHERE invoice_id IS NOT NULL')).toHaveLength(esims)
  expect(file.rows(`SELECT 1 FROM outbox WHERE purpose = 'esim'`)).toHaveLength(esims)
  // The shop never requests refunds of more than a payment was charged, and never records more than
  // all payments.
  expect(
    file.rows(`SELECT reference FROM refunds WHERE refused_at IS NULL AND provider <> 'manual'
      GROUP BY reference HAVING sum(amount_minor) > (
        SELECT coalesce(sum(amount_minor), 0) FROM payment_facts f
        WHERE f.reference = refunds.reference AND kind = 'charged' AND currency = 'USD')`),
  ).toEqual([])
  expect(
    file.rows(`SELECT 1 WHERE (SELECT sum(amount_minor) FROM refunds WHERE refused_at IS NULL) > (
      SELECT coalesce(sum(amount_minor), 0) FROM payment_facts
      WHERE kind = 'charged' AND currency = 'USD')`),
  ).toEqual([])
}

/**
 * Checks the invariants at the end: the shop and the bank have the same facts, and no work is left.
 */
function expectSettled(facts: readonly PaymentFact[]): void {
  const nameOf = ({ kind, id, amount }: PaymentFact) =>
    `${kind} ${id} ${amount.minor} ${amount.currency}`
  expect(storedFacts().map(nameOf).toSorted()).toEqual(facts.map(nameOf).toSorted())
  const refunds = file.rows(`SELECT id, accepted_at IS NOT NULL AS is_accepted,
    refused_at IS NOT NULL AS is_refused FROM refunds`)
  for (const { id, is_accepted, is_refused } of refunds) {
    const hasFact = (kind: PaymentFact['kind']) =>
      facts.some((fact) => fact.kind === kind && fact.id === id)
    const isMade = hasFact('refunded') && !hasFact('charged')
    // A refused refund is accepted when the operator makes it in the provider's dashboard.
    const isAccepted = Number(isMade) || (is_refused === 1 ? is_accepted : 0)
    expect({ id, is_accepted, is_refused }).toEqual({
      id,
      is_accepted: isAccepted,
      is_refused: Number(!isMade),
    })
  }
  // Lines are returned only with a refund of the shop or of the operator, or in exchange for
  // another line.
  expect(
    file.rows(`SELECT 1 WHERE (SELECT coalesce(sum(l.amount_minor), 0) FROM invoice_lines l
        WHERE l.refund_requested_at IS NOT NULL AND l.replaced_by IS NULL AND NOT EXISTS (
          SELECT 1 FROM refunds r WHERE r.requested_at = l.refund_requested_at
            AND r.accepted_at IS NOT NULL AND r.refused_at IS NULL))
      > (SELECT coalesce(sum(amount_minor), 0) FROM payment_facts
        WHERE kind = 'refunded' AND currency = 'USD')
      - (SELECT coalesce(sum(amount_minor), 0) FROM refunds
        WHERE accepted_at IS NOT NULL AND refused_at IS NULL)`),
  ).toEqual([])
  const lines = lineTotals()
  const { is_deliverable: isDeliverable } = expectedBooks(facts, lines)
  if (lines.waiting > 0 && isDeliverable === 1)
    expect(
      file.rows(`SELECT 1 FROM invoice_lines l JOIN stock ON stock.tariff_id = l.tariff_id
        WHERE stock.invoice_id IS NULL AND l.refund_requested_at IS NULL
          AND NOT EXISTS (SELECT 1 FROM esims e WHERE e.line_position = l.position)`),
    ).toEqual([])
}
