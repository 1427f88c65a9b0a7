import { backendConfig } from '../../src/config/backend-config.ts'
import type { BackendContext } from '../../src/backend/context.ts'
import { refundInvoice, sendOpenRefunds } from '../../src/backend/operations/refund-invoice.ts'
import { refundUndelivered } from '../../src/backend/operations/refund-undelivered.ts'
import { deliverPaidInvoices } from '../../src/backend/orders/delivery.ts'
import { recordFacts } from '../../src/backend/orders/ledger.ts'
import { PaymentProviderError } from '../../src/backend/payments/payment-provider.ts'
import type { PaymentProvider } from '../../src/backend/payments/payment-provider.ts'
import { paymentProviders } from '../../src/backend/payments/providers.ts'
import { openTestBank } from '../../src/backend/payments/test-bank.ts'
import { linePrice, storyTime } from './ledger-stories.ts'
import type { BankAnswer, Deed } from './ledger-stories.ts'
import { openShopFile, WorkerStop } from './shop-file.ts'
import type { StopPlan } from './shop-file.ts'

const hour = 3_600_000
const config = backendConfig({
  SITE_ORIGIN: 'https://shop.example',
  BRAND_NAME: 'Meridian',
  SUPPORT_EMAIL: 'help@shop.example',
  PARTNERS_EMAIL: 'partners@shop.example',
  CODE_PEPPER: 'a pepper of the test run',
  PAYMENT_SECRET: 'a secret of the test run',
  DEV_TOOLS: '1',
})
/** A shop with one plan and a partner. */
export const file = openShopFile()
/** The books of the test provider. */
export const bank = openTestBank(file.connect(null))
const payment = {
  attemptID: 'payment',
  invoiceID: 'invoice',
  amount: { minor: linePrice, currency: 'USD' },
  lines: [],
  email: 'anna@example.com',
  locale: 'en',
  successURL: 'https://shop.example/payment/success',
  failureURL: 'https://shop.example/payment/failed',
  expiresAt: new Date(storyTime.getTime() + 24 * hour),
} as const
await bank.open(payment)
file.exec(`
  INSERT INTO operators (ident, title, search_title) VALUES ('op', 'Operator', 'operator');
  INSERT INTO tariffs (id, operator_ident, kind, country_codes, market, validity_days, prices)
    VALUES ('plan', 'op', 'country', '["tr"]', 'travel', 30, '{"USD":${linePrice}}');
  INSERT INTO referrers (id, phone, code, agreed_at, created_at)
    VALUES ('partner', '+79123456789', 'code', '2026-01-01', '2026-01-01');`)

export type Mood = {
  /** The answers to come. */
  readonly answers: BankAnswer[]
  readonly decided: Map<string, 'refused' | 'made'>
}

/** Inserts an order that waits for its payment. */
export function openInvoice(lines: number, codes: number): void {
  file.exec(`
    INSERT INTO invoices (id, idempotency_key, email, lang, amount_minor, currency, referral_code, created_at)
      VALUES ('invoice', 'key', 'anna@example.com', 'en', ${linePrice * lines}, 'USD', 'code', '2026-11-21');
    INSERT INTO payments (attempt_id, invoice_id, provider, reference, started_at, expires_at)
      VALUES ('payment', 'invoice', 'test', 'payment', '2026-11-21', '2026-11-22');`)
  for (let position = 1; position <= lines; position += 1)
    file.exec(`INSERT INTO invoice_lines (invoice_id, position, tariff_id, amount_minor, reward_base)
      VALUES ('invoice', ${position}, 'plan', ${linePrice}, ${linePrice})`)
  for (let code = 0; code < codes; code += 1)
    file.exec(`INSERT INTO stock (iccid, tariff_id, smdp_address, matching_id)
      VALUES ('891030000000000001${code}', 'plan', 'rsp.example.com', 'CODE-${code}')`)
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
