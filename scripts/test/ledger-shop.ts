import type { BackendContext } from '../../src/backend/context.ts'
import { refundInvoice, sendOpenRefunds } from '../../src/backend/operations/refund-invoice.ts'
import { refundUndelivered } from '../../src/backend/operations/refund-undelivered.ts'
import { deliverPaidInvoices } from '../../src/backend/orders/delivery.ts'
import { recordFacts } from '../../src/backend/orders/ledger.ts'
import { PaymentProviderError } from '../../src/backend/payments/payment-provider.ts'
import type { PaymentProvider } from '../../src/backend/payments/payment-provider.ts'
import { paymentProviders } from '../../src/backend/payments/providers.ts'
import { linePrice, storyTime } from './ledger-stories.ts'
import type { BankAnswer, Deed } from './ledger-stories.ts'
import { WorkerStop } from './shop-file.ts'
import type { StopPlan } from './shop-file.ts'
import { config, openShopOfOnePlan } from './shop-of-one-plan.ts'

const hour = 3_600_000
const shop = openShopOfOnePlan(linePrice)
export const { file, bank } = shop
file.exec(`INSERT INTO referrers (id, phone, code, agreed_at, created_at)
  VALUES ('partner', '+79123456789', 'code', '2026-01-01', '2026-01-01')`)

export type Mood = {
  /** The answers to come. */
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
    expiresAt: new Date(storyTime.getTime() + 24 * hour),
  })
  shop.addStock(codes)
}

/** Does a deed in a worker of its own, until it stops. */
export async function inWorker(deed: Deed, stop: StopPlan | null, mood: Mood): Promise<void> {
  const db = file.connect(stop)
  const now = new Date(storyTime.getTime() + (deed.kind === 'job' ? deed.hours * hour : 0))
  const providers = paymentProviders(config, { db, now: () => now })
  const context = { db, config, now, providers: providers.map((each) => moody(each, mood)) }
  try {
    await run(context, deed)
  } catch (error) {
    if (!(error instanceof WorkerStop)) throw error
  }
}

async function run(
  context: Pick<BackendContext, 'db' | 'config' | 'now' | 'providers'>,
  deed: Deed,
): Promise<void> {
  switch (deed.kind) {
    case 'webhook':
      return recordFacts(context, 'test', deed.facts)
    case 'refund':
      await refundInvoice(context, {
        invoiceID: 'invoice',
        amountMinor: deed.amountMinor,
        positions: [],
        reason: 'a complaint',
        actor: 'operator',
        idempotencyKey: deed.key,
      })
      return undefined
    case 'job':
      await deliverPaidInvoices(context)
      await refundUndelivered(context)
      await sendOpenRefunds(context)
  }
}

/** The test provider with a bank that refuses, delays and loses refunds as the story says. */
function moody(provider: PaymentProvider, mood: Mood): PaymentProvider {
  const fail = (outcome: 'refused' | 'unknown') => {
    throw new PaymentProviderError('test', outcome, 'on purpose')
  }
  return {
    ...provider,
    refund: async (reference, amount, key) => {
      const answer = mood.decided.get(key) ?? mood.answers.shift() ?? 'made'
      if (answer === 'pending') return null
      if (answer === 'lost before') return fail('unknown')
      // A key has one outcome.
      mood.decided.set(key, answer === 'refused' ? 'refused' : 'made')
      if (answer === 'refused') return fail('refused')
      const fact = await provider.refund(reference, amount, key)
      return answer === 'lost after' ? fail('unknown') : fact
    },
  }
}
