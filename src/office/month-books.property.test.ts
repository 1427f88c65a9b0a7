import fc from 'fast-check'
import { expect, it, vi } from 'vitest'
import { bank, file, openOrder, runScenarioEvent } from '../../test/fixtures/ledger-shop.ts'
import type { BankPlan } from '../../test/fixtures/ledger-shop.ts'
import { scenarios } from '../../test/fixtures/ledger-scenarios.ts'
import type { Scenario } from '../../test/fixtures/ledger-scenarios.ts'
import { config } from '../../test/fixtures/shop-of-one-plan.ts'
import type { Money } from '../kit/money.shared.ts'
import { monthOf } from '../kit/time.shared.ts'
import type { CalendarMonth } from '../kit/time.shared.ts'
import { monthDocuments } from './month-documents.ts'
import { monthPartners, monthStatement } from './month-statement.ts'
import { monthMovements, monthPayments } from './month-payments.ts'
import { undocumentedMoney } from './undocumented-money.ts'

const numRuns = Number(process.env['LEDGER_RUNS'] ?? 1000)
const starts = ['2026-11-21', '2026-12-15', '2027-01-15', '2027-02-15'].map((day) => new Date(day))
const months = starts.map(monthOf)
/** After each step of a scenario, staff record a refund or revert one, which most scenarios lack. */
const records = fc.array(
  fc.record({
    action: fc.constantFrom('record refund', 'record line', 'revert refund'),
    stop: fc.constantFrom(null, null, { calls: 8, takesEffect: true }),
  }),
  { minLength: 4, maxLength: 4 },
)
/** The month of each step. */
const monthNumbers = fc
  .array(fc.nat(starts.length - 1), { minLength: 9, maxLength: 9 })
  .map((numbers) => numbers.toSorted((a, b) => a - b))
const kinds = new Set<string>()

it('agrees in page and files for each month, and never changes a month that is over', async () => {
  vi.spyOn(console, 'error').mockReturnValue()
  await fc.assert(
    fc.asyncProperty(scenarios, records, monthNumbers, async (scenario, staff, numbers) => {
      const recorded = staff.map(({ action, stop }, index): Step => {
        const key = `record-${index}`
        return [{ event: { kind: 'staff', key, action }, stop }]
      })
      const charges = scenario.facts.filter(({ kind }) => kind === 'charged')
      const paid: Step = [{ event: { kind: 'webhook', facts: charges }, stop: null }]
      const steps = [
        paid,
        ...recorded.flatMap((each, index) => [scenario.steps[index] ?? [], each]),
      ]
      await file.runAndRollBack(async () => check({ ...scenario, steps }, numbers))
    }),
    { numRuns },
  )
  // The scenarios have refunds that staff recorded and reverted, and refunds that a bank returned.
  expect([...kinds]).toEqual(
    expect.arrayContaining(['manual refunded', 'manual refund-failed', 'test refund-failed']),
  )
}, 10_800_000)

type Step = Scenario['steps'][number]

/** @param numbers the month of each step */
async function check(scenario: Scenario, numbers: readonly number[]): Promise<void> {
  const { facts, lines, codes, steps, answers } = scenario
  await openOrder(lines, codes)
  file.exec('UPDATE orders SET vat_hundredths = 2000')
  for (const fact of facts) await bank.book(fact)
  const bankPlan: BankPlan = { answers: [...answers], decided: new Map() }
  const known = new Map<CalendarMonth, Books>()
  for (const [index, step] of steps.entries()) {
    const start = starts[numbers[index] ?? 0]
    await Promise.all(
      step.map(async ({ event, stop }) => runScenarioEvent(event, stop, bankPlan, start)),
    )
    const current = months[numbers[index] ?? 0]
    for (const month of months) {
      const books = await booksOf(month)
      expectEqualSums(books)
      const isOver = current !== undefined && month.until <= current.since
      expect(books).toEqual((isOver && known.get(month)) || books)
      known.set(month, books)
    }
    expectEverything([...known.values()])
  }
}

type Books = Awaited<ReturnType<typeof booksOf>>

/** Everything that the page and the files of a month say about money. */
async function booksOf(month: CalendarMonth) {
  const context = { db: file.connect(null), config }
  const [{ currencies }, movements, documents, others, providers, partners] = await Promise.all([
    monthStatement(context, month),
    monthMovements(context, month),
    monthDocuments(context, month),
    undocumentedMoney(context, month),
    monthPayments(context, month),
    monthPartners(context, month),
  ])
  return { currencies, movements, documents, others, providers, partners }
}

function expectEqualSums({ currencies, movements, documents, others, providers }: Books): void {
  for (const { provider, kind } of movements) kinds.add(`${provider} ${kind}`)
  for (const { currency, charged, refunded, lost, undocumented, vat, fees } of currencies) {
    const total = charged.minor - refunded.minor - lost.minor
    expect(
      sumOf(
        currency,
        movements.map(({ amount }) => amount),
      ),
    ).toBe(total)
    expect(
      sumOf(
        currency,
        providers.map((row) => row.total),
      ),
    ).toBe(total)
    expect(
      sumOf(
        currency,
        documents.map(({ amount }) => amount),
      ) + undocumented.minor,
    ).toBe(total)
    expect(
      sumOf(
        currency,
        others.map(({ amount }) => amount),
      ),
    ).toBe(undocumented.minor)
    expect(
      sumOf(
        currency,
        documents.map((document) => document.vat),
      ),
    ).toBe(vat.minor)
    expect(
      sumOf(
        currency,
        movements.map(({ fee }) => fee),
      ),
    ).toBe(fees.minor)
  }
  // A currency that the page leaves out has rows that add up to nothing.
  const named = currencies.map(({ currency }) => currency)
  for (const rows of [movements, documents, others]) {
    const amounts = rows.map(({ amount }) => amount)
    for (const amount of amounts)
      if (amount !== null && !named.includes(amount.currency))
        expect(sumOf(amount.currency, amounts)).toBe(0)
  }
}

function sumOf(currency: string, amounts: readonly (Money | null)[]): number {
  return amounts.reduce(
    (sum, amount) => sum + (amount?.currency === currency ? amount.minor : 0),
    0,
  )
}

/** All months together have each fact of the ledger once. */
function expectEverything(all: readonly Books[]): void {
  const moved = file.rows(`SELECT f.currency, sum(iif(kind IN ('refunded', 'dispute-lost'),
      -amount_minor, amount_minor)) AS minor FROM payment_facts f
    WHERE kind IN ('charged', 'refunded', 'dispute-lost') OR EXISTS (
      SELECT 1 FROM payment_facts gone WHERE gone.provider = f.provider AND gone.id = f.id
        AND gone.kind = CASE f.kind WHEN 'dispute-won' THEN 'dispute-lost'
          WHEN 'refund-failed' THEN 'refunded' END)
    GROUP BY f.currency`)
  for (const { currency, minor } of moved) {
    const amounts = all.flatMap(({ movements }) => movements.map(({ amount }) => amount))
    expect(sumOf(String(currency), amounts)).toBe(minor)
  }
}
