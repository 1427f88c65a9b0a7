import { z } from 'zod'
import { checkBalances } from '../../src/backend/sourcing/check-balances.ts'
import { recordSuppliers } from '../../src/backend/sourcing/supplier-states.ts'
import { sourceOrders } from '../../src/backend/sourcing/source-orders.ts'
import { refundUndelivered } from '../../src/backend/operations/refund-undelivered.ts'
import { sendOpenRefunds } from '../../src/backend/operations/refund-invoice.ts'
import { deliverPaidInvoices } from '../../src/backend/orders/delivery.ts'
import { recordFacts } from '../../src/backend/orders/ledger.ts'
import type { PaymentFact } from '../../src/backend/payments/payment-provider.ts'
import { paymentProviders } from '../../src/backend/payments/providers.ts'
import { openTestBank } from '../../src/backend/payments/test-bank.ts'
import { backendConfig } from '../../src/config/backend-config.ts'
import type { SimulatedSupplier } from './simulated-supplier.ts'
import type { Database } from '../import/d1.ts'
import { decideOrder } from '../supplier-orders/orders-sql.ts'
import { openShopFile, WorkerStop } from './shop-file.ts'
import type { StopPlan } from './shop-file.ts'

export type SourcingDeed =
  | { readonly kind: 'pay' | 'refund' | 'dispute' | 'win'; readonly invoice: number }
  | { readonly kind: 'job' | 'answer' | 'person' | 'reconcile' }

const price = 1000
const start = Date.parse('2026-11-21T10:00:00Z')
const config = backendConfig({
  SITE_ORIGIN: 'https://shop.example',
  BRAND_NAME: 'Meridian',
  SUPPORT_EMAIL: 'help@shop.example',
  PARTNERS_EMAIL: 'partners@shop.example',
  CODE_PEPPER: 'a pepper of the test run',
  PAYMENT_SECRET: 'a secret of the test run',
  DEV_TOOLS: '1',
})
const facts = {
  pay: 'charged',
  refund: 'refunded',
  dispute: 'disputed',
  win: 'dispute-won',
} as const

/** A shop with one plan. */
export const file = openShopFile()
const bank = openTestBank(file.connect(null))
file.exec(`
  INSERT INTO operators (ident, title, search_title) VALUES ('op', 'Operator', 'operator');
  INSERT INTO tariffs (id, operator_ident, kind, country_codes, market, validity_days, prices)
    VALUES ('plan', 'op', 'country', '["tr"]', 'travel', 30, '{"USD":${price}}');`)

/** What an operator's commands see. */
const commands: Database = {
  query: async (sql, row) => z.array(row).parse(file.rows(sql)),
  execute: async (statements) => statements.forEach((statement) => file.exec(statement)),
  close: async () => undefined,
}

/** Inserts unpaid orders, profiles in stock, and suppliers in the order of their priority. */
export async function openShop(
  suppliers: readonly SimulatedSupplier[],
  { orders, codes }: { readonly orders: number; readonly codes: number },
): Promise<void> {
  for (let order = 0; order < orders; order += 1) {
    const invoice = `invoice-${order}`
    await bank.open({
      attemptID: `payment-${order}`,
      invoiceID: invoice,
      amount: { minor: price, currency: 'USD' },
      lines: [],
      email: 'anna@example.com',
      locale: 'en',
      successURL: 'https://shop.example/payment/success',
      failureURL: 'https://shop.example/payment/failed',
      expiresAt: new Date(start + 86_400_000),
    })
    file.exec(`
      INSERT INTO invoices (id, idempotency_key, email, lang, amount_minor, currency, created_at)
        VALUES ('${invoice}', 'key-${order}', 'anna@example.com', 'en', ${price}, 'USD', '2026-11-21');
      INSERT INTO payments (attempt_id, invoice_id, provider, reference, started_at, expires_at)
        VALUES ('payment-${order}', '${invoice}', 'test', 'payment-${order}', '2026-11-21', '2026-11-22');
      INSERT INTO invoice_lines (invoice_id, position, tariff_id, amount_minor, reward_base)
        VALUES ('${invoice}', 1, 'plan', ${price}, ${price});`)
  }
  for (let code = 0; code < codes; code += 1)
    file.exec(`INSERT INTO stock (iccid, tariff_id, smdp_address, matching_id)
      VALUES ('891030000000000001${code}', 'plan', 'rsp.example.com', 'CODE-${code}')`)
  for (const [index, { id }] of suppliers.entries())
    file.exec(`INSERT INTO tariff_sources (tariff_id, supplier, plan_code, priority, cost_minor,
      cost_currency, seen_at) VALUES ('plan', '${id}', 'code', ${index + 1}, 450, 'USD', '2026-11-21')`)
  const db = file.connect(null)
  await recordSuppliers({ db, config, now: new Date(start), suppliers })
}

/** Does a deed in a worker of its own, until it stops. */
export async function doInWorker(
  suppliers: readonly SimulatedSupplier[],
  { deed, stop, minutes }: { deed: SourcingDeed; stop: StopPlan | null; minutes: number },
): Promise<void> {
  const now = new Date(start + minutes * 60_000)
  const db = file.connect(stop)
  const providers = paymentProviders(config, { db, now: () => now })
  const context = { db, config, now, suppliers, providers }
  try {
    switch (deed.kind) {
      case 'answer':
        return suppliers.forEach(({ answerLate }) => answerLate())
      case 'person':
        return await decideHeldOrders(suppliers, now)
      case 'reconcile':
        for (const { id } of file.rows('SELECT reference AS id FROM payments'))
          await recordFacts(context, 'test', await bank.factsOf(String(id)))
        return
      case 'job':
        await deliverPaidInvoices(context)
        await sourceOrders(context)
        await checkBalances(context)
        await refundUndelivered(context)
        return await sendOpenRefunds(context)
      case 'pay':
      case 'refund':
      case 'dispute':
      case 'win': {
        const fact = factOf(deed.invoice, facts[deed.kind], now)
        await bank.book(fact)
        await recordFacts(context, 'test', [fact])
        return await sourceOrders(context)
      }
    }
  } catch (error) {
    const causes: readonly unknown[] = error instanceof AggregateError ? error.errors : [error]
    if (!causes.every((cause) => cause instanceof WorkerStop)) throw error
  }
}

function factOf(invoice: number, kind: PaymentFact['kind'], at: Date): PaymentFact {
  return {
    kind,
    // A dispute and its end have the same id.
    id: `${kind.startsWith('disput') ? 'dispute' : kind}-${invoice}`,
    reference: `payment-${invoice}`,
    invoiceID: `invoice-${invoice}`,
    amount: { minor: price, currency: 'USD' },
    at,
  }
}

/** The operator looks into the suppliers' dashboards, and types what is there. */
async function decideHeldOrders(suppliers: readonly SimulatedSupplier[], now: Date): Promise<void> {
  const held = file.rows(`SELECT key, supplier FROM supplier_orders WHERE status = 'held'`)
  for (const [index, { key, supplier }] of held.entries()) {
    const { purchases = [] } = suppliers.find(({ id }) => id === supplier) ?? {}
    const bought = purchases.find((each) => each.key === key)
    const action = index % 2 === 0 ? 'retry' : 'give-up'
    const decision = bought
      ? ({ action: 'found', key: bought.key, reference: bought.reference } as const)
      : ({ action, key: String(key) } as const)
    await decideOrder(commands, decision, now)
  }
}
