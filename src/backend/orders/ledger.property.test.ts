import fc from 'fast-check'
import { expect, it, vi } from 'vitest'
import { expectedBooks } from '../../../scripts/test/ledger-model.ts'
import { bank, file, inWorker, openInvoice } from '../../../scripts/test/ledger-shop.ts'
import type { Mood } from '../../../scripts/test/ledger-shop.ts'
import { stories, storyTime } from '../../../scripts/test/ledger-stories.ts'
import type { Story } from '../../../scripts/test/ledger-stories.ts'
import type { PaymentFact } from '../payments/payment-provider.ts'

/** LEDGER_RUNS=100000 for a long run, FC_SEED=random for another one. */
const numRuns = Number(process.env['LEDGER_RUNS'] ?? 2000)
it('the books are right in any order, repeated, in parallel, and after stops at any call', async () => {
  vi.spyOn(console, 'error').mockReturnValue()
  console.log(`FC_SEED=${String(fc.readConfigureGlobal().seed)} LEDGER_RUNS=${numRuns}`)
  await fc.assert(
    fc.asyncProperty(stories, async (each) => file.discarding(async () => check(each))),
    { numRuns },
  )
}, 10_800_000)

async function check({ facts, lines, codes, steps, answers }: Story): Promise<void> {
  await openInvoice(lines, codes)
  for (const fact of facts) await bank.book(fact)
  const mood: Mood = { answers: [...answers], decided: new Map() }
  for (const step of steps) {
    await Promise.all(step.map(async ({ deed, stop }) => inWorker(deed, stop, mood)))
    expectSound()
  }
  const calm: Mood = { answers: [], decided: mood.decided }
  // Reconciliation finds what was lost, and the scheduled job what was left undone.
  const known = await bank.factsOf('payment')
  await inWorker({ kind: 'webhook', facts: known }, null, calm)
  // The second run delivers lines whose refund was refused in the first.
  for (const hours of [25, 26]) await inWorker({ kind: 'job', hours }, null, calm)
  expectSound()
  expectSettled(await bank.factsOf('payment'))
}

function lineCounts() {
  const [row] = file.rows(`SELECT count(e.iccid) AS issued,
      count(l.refund_requested_at) AS returned,
      count(*) FILTER (WHERE e.iccid IS NULL AND l.refund_requested_at IS NULL) AS waiting,
      count(*) FILTER (WHERE e.iccid IS NOT NULL AND l.refund_requested_at IS NOT NULL) AS both
    FROM invoice_lines l LEFT JOIN esims e ON e.line_position = l.position`)
  return {
    issued: Number(row?.['issued']),
    waiting: Number(row?.['waiting']),
    returned: Number(row?.['returned']),
    both: Number(row?.['both']),
  }
}

function storedFacts(): PaymentFact[] {
  return file.rows('SELECT * FROM payment_facts WHERE invoice_id IS NOT NULL').map((row) => ({
    kind: row['kind'] as PaymentFact['kind'], // the table checks it
    id: String(row['id']),
    reference: 'payment',
    invoiceID: 'invoice',
    amount: { minor: Number(row['amount_minor']), currency: String(row['currency']) },
    at: storyTime,
  }))
}

/** What must hold after every transaction. */
function expectSound(): void {
  const { both, ...lines } = lineCounts()
  const { reward, ...state } = expectedBooks(storedFacts(), lines)
  // A line is delivered or returned, never both.
  expect(both).toBe(0)
  expect(file.rows('SELECT * FROM invoice_states')).toMatchObject([state])
  expect(file.rows('SELECT status FROM invoices')).toEqual([{ status: state.status }])
  expect(
    file.rows('SELECT coalesce(sum(amount_minor), 0) AS reward FROM referrer_transactions'),
  ).toEqual([{ reward }])
  // One profile and one mail for each eSIM.
  expect(file.rows('SELECT 1 FROM stock WHERE invoice_id IS NOT NULL')).toHaveLength(lines.issued)
  expect(file.rows(`SELECT 1 FROM outbox WHERE purpose = 'esim'`)).toHaveLength(lines.issued)
}

/** What holds in the end: the shop and the bank agree, and nothing is left undone. */
function expectSettled(facts: readonly PaymentFact[]): void {
  const nameOf = ({ kind, id, amount }: PaymentFact) =>
    `${kind} ${id} ${amount.minor} ${amount.currency}`
  expect(storedFacts().map(nameOf).toSorted()).toEqual(facts.map(nameOf).toSorted())
  const refunds = file.rows(`SELECT id, accepted_at IS NOT NULL AS is_accepted,
    refused_at IS NOT NULL AS is_refused FROM refunds`)
  for (const { id, is_accepted, is_refused } of refunds) {
    const isMade = facts.some((fact) => fact.kind === 'refunded' && fact.id === id)
    expect({ id, is_accepted, is_refused }).toEqual({
      id,
      is_accepted: Number(isMade),
      is_refused: Number(!isMade),
    })
  }
  // Lines are returned with their money only.
  const { waiting, returned } = lineCounts()
  const isRefunded = refunds.some(
    ({ id, is_accepted }) => String(id).startsWith('undelivered:') && is_accepted === 1,
  )
  expect(returned > 0).toBe(isRefunded)
  const { is_deliverable: isDeliverable } = expectedBooks(facts, lineCounts())
  if (waiting > 0 && isDeliverable === 1)
    expect(file.rows('SELECT 1 FROM stock WHERE invoice_id IS NULL')).toEqual([])
}
