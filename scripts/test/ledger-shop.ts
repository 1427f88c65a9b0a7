import type { BackendContext } from '../../src/context.ts'
import { orderForStaff } from '../../src/orders/order-for-office.ts'
import { refundInvoice, sendOpenRefunds } from '../../src/orders/refund-invoice.ts'
import { returnRefusedLines } from '../../src/orders/return-refused-lines.ts'
import { refundUndelivered } from '../../src/orders/refund-undelivered.ts'
import { deliverPaidInvoices } from '../../src/orders/delivery.ts'
import { actAsStaff } from './ledger-staff.ts'
import { recordFacts } from '../../src/orders/ledger.ts'
import { PaymentProviderError } from '../../src/payments/payment-provider.ts'
import type { PaymentProvider } from '../../src/payments/payment-provider.ts'
import { paymentProviders } from '../../src/payments/providers.ts'
import { linePrice, scenarioTime } from './ledger-scenarios.ts'
import type { BankAnswer, ScenarioEvent } from './ledger-scenarios.ts'
import { WorkerStop } from './shop-file.ts'
import type { StopPlan } from './shop-file.ts'
import { config, openShopOfOnePlan } from './shop-of-one-plan.ts'

const hour = 3_600_000
const shop = await openShopOfOnePlan(linePrice)
export const { file, bank } = shop
file.exec(`INSERT INTO referrers (id, phone, code, agreed_at, created_at)
  VALUES ('partner', '+79123456789', 'code', '2026-01-01', '2026-01-01')`)

file.exec(`INSERT INTO tariffs (id, operator_ident, kind, country_codes, market, validity_days,
    prices)
  SELECT 'cheaper', operator_ident, kind, country_codes, market, validity_days,
    '{"USD":${linePrice / 2}}' FROM tariffs LIMIT 1`)

/** The bank's responses to requests for refunds. */
export type BankPlan = {
  /** The remaining responses. */
  readonly answers: BankAnswer[]
  readonly decided: Map<string, 'refused' | 'made'>
}

/** Inserts an order that waits for its payment, and profiles in stock. */
export async function openInvoice(lines: number, codes: number): Promise<void> {
  await shop.placeOrder({
    invoiceID: 'invoice',
    paymentID: 'payment',
    lines,
    referralCode: 'code',
    expiresAt: new Date(scenarioTime.getTime() + 24 * hour),
  })
  file.exec(`INSERT INTO payments (attempt_id, invoice_id, provider, reference, started_at,
      expires_at)
    SELECT 'second', invoice_id, provider, 'second', started_at, expires_at FROM payments;
    INSERT INTO test_bank_payments (reference, payment)
    SELECT 'second', payment FROM test_bank_payments`)
  shop.addStock(codes)
  file.exec(`INSERT INTO stock (iccid, tariff_id, smdp_address, matching_id)
    VALUES ('8910300000000000099', 'cheaper', 'rsp.example.com', 'CHEAPER')`)
}

let events = 0

/** Runs an event in its own worker, until the worker stops. `start` is the time of the step. */
export async function runScenarioEvent(
  event: ScenarioEvent,
  stop: StopPlan | null,
  plan: BankPlan,
  start = scenarioTime,
): Promise<void> {
  const db = file.connect(stop)
  events += 1
  // Refunds are matched with their lines by their time, to the millisecond.
  const time = start.getTime() + (event.kind === 'job' ? event.hours * hour : 0) + events
  const now = new Date(time)
  const providers = paymentProviders(config, { db, now: () => now })
  const plannedProviders = providers.map((each) => withBankPlan(each, plan))
  const context = { db, config, now, providers: plannedProviders, suppliers: [] }
  try {
    await run(context, event)
  } catch (error) {
    if (!(error instanceof WorkerStop)) throw error
  }
}

async function run(
  context: Pick<BackendContext, 'db' | 'config' | 'now' | 'providers' | 'suppliers'>,
  event: ScenarioEvent,
): Promise<void> {
  switch (event.kind) {
    case 'webhook':
      return recordFacts(context, 'test', event.facts)
    case 'refund':
      await refundInvoice(context, {
        version: (await orderForStaff(context, 'invoice', 'en'))?.version ?? -1,
        invoiceID: 'invoice',
        amountMinor: event.amountMinor,
        positions: [],
        reason: 'a complaint',
        actor: 'operator',
        idempotencyKey: event.key,
      })
      return undefined
    case 'staff':
      return actAsStaff(context, event)
    case 'job':
      await deliverPaidInvoices(context)
      await returnRefusedLines(context)
      await refundUndelivered(context)
      await sendOpenRefunds(context)
  }
}

/** Wraps the test provider. Its bank refuses, delays and loses refunds as the scenario defines. */
function withBankPlan(provider: PaymentProvider, plan: BankPlan): PaymentProvider {
  const fail = (outcome: 'refused' | 'unknown') => {
    throw new PaymentProviderError('test', outcome, 'on purpose')
  }
  return {
    ...provider,
    refund: async (reference, amount, key) => {
      const answer = plan.decided.get(key) ?? plan.answers.shift() ?? 'made'
      if (answer === 'pending') return null
      if (answer === 'lost before') return fail('unknown')
      // An idempotency key has one outcome.
      plan.decided.set(key, answer === 'refused' ? 'refused' : 'made')
      if (answer === 'refused') return fail('refused')
      const fact = await provider.refund(reference, amount, key)
      return answer === 'lost after' ? fail('unknown') : fact
    },
  }
}
