import fc from 'fast-check'
import { expect, it, vi } from 'vitest'
import {
  answers,
  cancel,
  extraAmount,
  file,
  makeByHand,
  makeByTransfer,
  makeCancelled,
  openSplitOrder,
  recordTransfer,
  refund,
  restock,
  revert,
  runJob,
  splitScenarios,
} from '../../test/fixtures/split-refund-shop.ts'
import type { SplitScenario } from '../../test/fixtures/split-refund-shop.ts'

/** Set LEDGER_RUNS=10000 for a long run, and FC_SEED=random for new scenarios. */
const numRuns = Number(process.env['LEDGER_RUNS'] ?? 300)

async function check(each: SplitScenario): Promise<void> {
  const total = await openSplitOrder(each)
  let extra = 0
  let isWholeOrder = false
  for (const [index, step] of each.events.entries()) {
    if (step.kind === 'by hand') {
      await makeByHand(step.index, step.isPart)
      await runJob()
    } else if (step.kind === 'by transfer') {
      await makeByTransfer(step.index, step.isPart, `form-${index}`)
      await runJob()
    } else if (step.kind === 'after cancel') {
      await makeCancelled(step.index, step.isPart)
      await runJob()
    } else if (step.kind === 'lines by transfer')
      await recordTransfer({ kind: 'lines', positions: step.positions }, `form-${index}`)
    else if (step.kind === 'revert') {
      await revert(step.index, `form-${index}`)
      await runJob()
    } else if (step.kind === 'cancel') await cancel(step.index, `form-${index}`)
    else {
      answers.splice(0, answers.length, ...step.answers)
      const key = `form-${index}`
      if (step.kind === 'lines') await refund({ kind: 'lines', positions: step.positions }, key)
      else if (step.kind === 'order') {
        const made = await refund({ kind: 'order' }, key)
        isWholeOrder ||= made.ok
      } else if (step.kind === 'amount') {
        // Staff may repeat a refused amount in parts, so one amount can be checked.
        const isPossible = extra === 0 && each.excess >= extraAmount
        const made = isPossible && (await refund({ kind: 'amount', minor: extraAmount }, key))
        if (made && made.ok) extra = extraAmount
      } else {
        if (step.kind === 'restock') restock()
        await runJob(step.kind === 'job' ? step.hours : 0)
      }
    }
    answers.length = 0
  }
  for (let run = 0; run < 3; run += 1) await runJob()
  while (await makeByHand(0)) await runJob()
  const kept = () =>
    file
      .rows('SELECT position FROM invoice_lines WHERE refund_requested_at IS NULL')
      .map(({ position }) => Number(position))
  if (kept().length > 0) await refund({ kind: 'lines', positions: kept() }, 'last')
  for (let run = 0; run < 3; run += 1) await runJob()
  const [sums] = file.rows(`SELECT c.back_minor AS refunded, c.credited_minor AS credited, s.status,
    (SELECT sum(amount_minor) FROM credit_notes) AS noted
    FROM invoice_states s JOIN invoice_credits c USING (invoice_id)`)
  expect(sums?.['noted'] ?? 0).toBe(sums?.['credited'])
  // The eSIMs of an order whose money is back are blocked, even if its lines are kept.
  const isReturned = kept().length === 0 || sums?.['status'] === 'refunded'
  const refused = `SELECT detail FROM alerts WHERE ended_at IS NULL AND kind = 'refund-refused'`
  // The alert about an overcharge replaces the alert about an amount of a refunded order.
  const excess = Number(sums?.['refunded']) - total
  // The refund of a whole order returns the overcharge too.
  const most = isWholeOrder ? each.excess : extra
  const isPaid =
    excess === extra || (sums?.['status'] === 'refunded' && 0 <= excess && excess <= most)
  const end = { isPaid, isReturned, alerts: file.rows(refused) }
  expect(end).toEqual({ isPaid: true, isReturned: true, alerts: [] })
}

/** Scenarios that random runs found. */
const examples: SplitScenario[] = [
  {
    // The automatic refund of the third line counts on money of the first refund.
    prices: [300, 300, 300],
    shares: [1, 1],
    excess: 0,
    codes: 2,
    events: [
      { kind: 'order', answers: ['refused'] },
      { kind: 'job', hours: 25, answers: ['refused'] },
      { kind: 'lines', positions: [1], answers: [] },
    ],
  },
  {
    // The automatic refund counts on a transfer, which staff revert later.
    prices: [300, 300, 300],
    shares: [1, 1],
    excess: 0,
    codes: 1,
    events: [
      { kind: 'order', answers: ['refused'] },
      { kind: 'by transfer', index: 0, isPart: true },
      { kind: 'job', hours: 25, answers: [] },
      { kind: 'revert', index: 0 },
      { kind: 'lines', positions: [1], answers: [] },
    ],
  },
  {
    // A transfer for a line is reverted after another one has paid a refused refund in part.
    prices: [300, 300, 300],
    shares: [1, 1],
    excess: 0,
    codes: 3,
    events: [
      { kind: 'lines', positions: [2, 3], answers: ['refused'] },
      { kind: 'lines by transfer', positions: [1] },
      { kind: 'by transfer', index: 0, isPart: false },
      { kind: 'order', answers: [] },
      { kind: 'revert', index: 0 },
    ],
  },
]

it('pays each line once, over three payments', async () => {
  vi.spyOn(console, 'error').mockReturnValue()
  console.log(`FC_SEED=${String(fc.readConfigureGlobal().seed)} LEDGER_RUNS=${numRuns}`)
  await fc.assert(
    fc.asyncProperty(splitScenarios, async (each) => file.runAndRollBack(async () => check(each))),
    { numRuns, examples: examples.map((each) => [each]) },
  )
}, 10_800_000)
