import fc from 'fast-check'
import { expect, it } from 'vitest'
import { openShopFile, WorkerStop } from '../../../scripts/test/crashing-database.ts'
import type { StopPlan } from '../../../scripts/test/crashing-database.ts'
import { backendConfig } from '../../config/backend-config.ts'
import type { PaymentFact } from '../payments/payment-provider.ts'
import { deliverPaidInvoices } from './delivery.ts'
import { recordFacts } from './ledger.ts'

/** LEDGER_RUNS=100000 for a long run, FC_SEED=random for another one. */
const numRuns = Number(process.env['LEDGER_RUNS'] ?? 2000)
const price = 1000
const config = backendConfig({
  SITE_ORIGIN: 'https://shop.example',
  BRAND_NAME: 'Meridian',
  SUPPORT_EMAIL: 'help@shop.example',
  PARTNERS_EMAIL: 'partners@shop.example',
  CODE_PEPPER: 'a pepper of the test run',
  PAYMENT_SECRET: 'a secret of the test run',
  DEV_TOOLS: '1',
})
const now = new Date('2026-11-21T10:00:00Z')
const file = openShopFile()
file.exec(`
  INSERT INTO operators (ident, title, search_title) VALUES ('op', 'Operator', 'operator');
  INSERT INTO tariffs (id, operator_ident, kind, country_codes, market, validity_days, prices)
    VALUES ('plan', 'op', 'country', '["tr"]', 'travel', 30, '{"USD":${price}}');
  INSERT INTO referrers (id, phone, code, agreed_at, created_at)
    VALUES ('partner', '+79123456789', 'code', '2026-01-01', '2026-01-01');`)

type Step = {
  /** Facts that arrive at the same moment, each in a worker of its own. */
  readonly arrivals: readonly { readonly fact: PaymentFact; readonly stop: StopPlan | null }[]
  /** Whether the scheduled job runs at that moment too. */
  readonly job: boolean
}
type Story = {
  readonly facts: readonly PaymentFact[]
  readonly lines: number
  readonly codes: number
  readonly steps: readonly Step[]
}

const kinds = [
  'charged',
  'declined',
  'refunded',
  'disputed',
  'dispute-won',
  'dispute-lost',
] as const

const fact = fc
  .record({
    kind: fc.constantFrom('charged' as const, 'refunded' as const, ...kinds),
    id: fc.constantFrom('a', 'b'),
    share: fc.constantFrom(1, 1, 1, 0.5, 0.25),
    currency: fc.constantFrom('USD', 'USD', 'USD', 'USD', 'RUB'),
    invoiceID: fc.constantFrom('invoice', null),
  })
  .map(({ kind, id, share, currency, invoiceID }) => ({ kind, id, share, currency, invoiceID }))

const story: fc.Arbitrary<Story> = fc
  .record({
    seeds: fc.uniqueArray(fact, {
      minLength: 1,
      maxLength: 5,
      selector: (each) => each.kind + each.id,
    }),
    lines: fc.constantFrom(1, 1, 1, 2),
    codes: fc.nat(3),
  })
  .chain(({ seeds, lines, codes }) => {
    const facts = seeds.map(({ kind, id, share, currency, invoiceID }): PaymentFact => {
      const amount = { minor: price * lines * share, currency }
      return { kind, id, reference: 'payment', invoiceID, amount, at: now }
    })
    const stop = fc.option(
      fc.record({ calls: fc.integer({ min: 1, max: 9 }), takesEffect: fc.boolean() }),
    )
    const arrival = fc.record({ fact: fc.constantFrom(...facts), stop })
    const step = fc.record({
      arrivals: fc.array(arrival, { minLength: 1, maxLength: 3 }),
      job: fc.boolean(),
    })
    const steps = fc.array(step, { maxLength: 3 })
    return fc.record({
      facts: fc.shuffledSubarray(facts, { minLength: facts.length }),
      lines: fc.constant(lines),
      codes: fc.constant(codes),
      steps,
    })
  })

it('the books are right in any order, repeated, in parallel, and after stops at any call', async () => {
  console.log(`FC_SEED=${String(fc.readConfigureGlobal().seed)} LEDGER_RUNS=${numRuns}`)
  await fc.assert(
    fc.asyncProperty(story, async (each) => file.discarding(async () => check(each))),
    { numRuns },
  )
}, 3_600_000)

async function check({ facts, lines, codes, steps }: Story): Promise<void> {
  openInvoice(lines, codes)
  for (const { arrivals, job } of steps) {
    await Promise.all([
      ...arrivals.map(async (arrival) => inWorker(arrival.stop, [arrival.fact])),
      ...(job ? [runJob()] : []),
    ])
    expectSound()
  }
  // Reconciliation finds what was lost, and the scheduled job what was left undone.
  await inWorker(null, facts)
  await runJob()
  expectSound()
  expectState(facts)
}

function openInvoice(lines: number, codes: number): void {
  file.exec(`
    INSERT INTO invoices (id, idempotency_key, email, lang, amount_minor, currency, referral_code, created_at)
      VALUES ('invoice', 'key', 'anna@example.com', 'en', ${price * lines}, 'USD', 'code', '2026-11-21');
    INSERT INTO payments (attempt_id, invoice_id, provider, reference, started_at, expires_at)
      VALUES ('attempt', 'invoice', 'test', 'payment', '2026-11-21', '2026-11-22');`)
  for (let position = 1; position <= lines; position += 1)
    file.exec(`INSERT INTO invoice_lines (invoice_id, position, tariff_id, amount_minor, reward_base)
      VALUES ('invoice', ${position}, 'plan', ${price}, ${price})`)
  for (let code = 0; code < codes; code += 1)
    file.exec(`INSERT INTO stock (iccid, tariff_id, smdp_address, matching_id)
      VALUES ('891030000000000001${code}', 'plan', 'rsp.example.com', 'CODE-${code}')`)
}

async function inWorker(stop: StopPlan | null, facts: readonly PaymentFact[]): Promise<void> {
  try {
    await recordFacts({ db: file.connect(stop), config, now }, 'test', facts)
  } catch (error) {
    if (!(error instanceof WorkerStop)) throw error
  }
}

async function runJob(): Promise<void> {
  await deliverPaidInvoices({ db: file.connect(null), config, now })
}

/** What must hold after every transaction. */
function expectSound(): void {
  const [state] = file.rows(`SELECT s.status = i.status AS is_same FROM invoice_states s
    JOIN invoices i ON i.id = s.invoice_id`)
  expect(state).toEqual({ is_same: 1 })
  const [issued] = file.rows(`SELECT count(*) AS esims, count(DISTINCT line_position) AS lines,
    count(DISTINCT iccid) AS profiles FROM esims`)
  expect(issued).toEqual({
    esims: issued?.['lines'],
    lines: issued?.['lines'],
    profiles: issued?.['lines'],
  })
  const [sold] = file.rows('SELECT count(*) AS sold FROM stock WHERE invoice_id IS NOT NULL')
  expect(sold).toEqual({ sold: issued?.['esims'] })
  expect(file.rows(`SELECT 1 FROM outbox WHERE purpose = 'esim'`)).toHaveLength(
    Number(issued?.['esims']),
  )
  const [status] = file.rows('SELECT status FROM invoices')
  const [lines] = file.rows('SELECT count(*) AS count FROM invoice_lines')
  const isDelivered = issued?.['esims'] === lines?.['count']
  const isEarned = isDelivered && ['success', 'disputed'].includes(String(status?.['status']))
  const reward = isEarned ? (price * Number(lines?.['count'])) / 10 : 0
  expect(
    file.rows('SELECT coalesce(sum(amount_minor), 0) AS reward FROM referrer_transactions'),
  ).toEqual([{ reward }])
}

/** The state by the rules of docs/payments.md, from the set of facts and the issued eSIMs alone. */
function expectState(facts: readonly PaymentFact[]): void {
  const counted = facts.filter(({ amount }) => amount.currency === 'USD')
  const of = (kind: PaymentFact['kind']) => counted.filter((each) => each.kind === kind)
  const sum = (each: readonly PaymentFact[]) =>
    each.reduce((total, { amount }) => total + amount.minor, 0)
  const isClosedBy = (kind: PaymentFact['kind'], { id }: PaymentFact) =>
    facts.some((each) => each.kind === kind && each.id === id)
  const charged = sum(of('charged'))
  const refunded = sum(of('refunded'))
  const lost = sum(of('dispute-lost').filter((each) => !isClosedBy('dispute-won', each)))
  const openDisputes = of('disputed').filter(
    (each) => !isClosedBy('dispute-won', each) && !isClosedBy('dispute-lost', each),
  ).length
  const [row] = file.rows(`SELECT s.*, i.amount_minor AS due,
      (SELECT count(*) FROM esims) AS esims, (SELECT count(*) FROM invoice_lines) AS all_lines,
      (SELECT count(*) FROM stock WHERE invoice_id IS NULL) AS stock
    FROM invoice_states s JOIN invoices i ON i.id = s.invoice_id`)
  const due = Number(row?.['due'])
  const isDelivered = row?.['esims'] === row?.['all_lines']
  const held = charged - refunded - lost
  const isReturned = refunded + lost > 0 && (held <= 0 || (lost > 0 && held < due))
  const isPaid = of('charged').length > 0 && charged >= due
  const expected = isReturned
    ? 'refunded'
    : openDisputes > 0
      ? 'disputed'
      : isPaid
        ? isDelivered
          ? 'success'
          : 'paid'
        : of('declined').length > 0
          ? 'failed'
          : 'processing'
  expect(row).toMatchObject({
    charged_minor: charged,
    refunded_minor: refunded,
    lost_minor: lost,
    held_minor: held,
    status: expected,
    overcharged_minor: charged > 0 ? Math.max(0, charged - lost - due - refunded) : 0,
  })
  // Nothing that is paid for waits while there is stock.
  if (expected === 'paid' && held >= due) expect(row?.['stock']).toBe(0)
}
