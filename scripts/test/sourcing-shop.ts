import { checkBalances } from '../../src/purchases/check-balances.ts'
import { receiveReport } from '../../src/purchases/receive-report.ts'
import { recordSuppliers } from '../../src/purchases/supplier-states.ts'
import { withdrawOldStock } from '../../src/purchases/return-profile.ts'
import { sourceOrders } from '../../src/purchases/source-orders.ts'
import type { SourcingContext } from '../../src/purchases/claims.ts'
import { refundUndelivered } from '../../src/orders/refund-undelivered.ts'
import { sendOpenRefunds } from '../../src/orders/refund-invoice.ts'
import { deliverPaidInvoices } from '../../src/orders/delivery.ts'
import { recordFacts } from '../../src/orders/ledger.ts'
import type { PaymentFact } from '../../src/payments/payment-provider.ts'
import { paymentProviders } from '../../src/payments/providers.ts'
import { simulatedSecret } from './simulated-supplier.ts'
import type { SimulatedSupplier } from './simulated-supplier.ts'
import { decideSupplierOrder } from '../../src/purchases/decide-supplier-order.ts'
import { secretID } from '../../src/kit/tokens.shared.ts'
import { commandStaff } from '../shop/settings.ts'
import { actAsStaff } from './ledger-staff.ts'
import { WorkerStop } from './shop-file.ts'
import type { StopPlan } from './shop-file.ts'
import { config, openShopOfOnePlan } from './shop-of-one-plan.ts'

export type SourcingEvent =
  | { readonly kind: 'pay' | 'refund' | 'dispute' | 'win'; readonly invoice: number }
  | { readonly kind: 'job' | 'answer' | 'person' | 'reconcile' }
  | {
      readonly kind: 'staff'
      readonly invoice: number
      readonly action: 'refund order' | 'freeze' | 'unfreeze'
      readonly key: string
    }
  /**
   * A webhook arrives at the address of the first supplier, at any time and any number of times.
   */
  | { readonly kind: 'webhook'; readonly reference: string; readonly isForged: boolean }

const price = 1000
const start = Date.parse('2026-11-21T10:00:00Z')
const facts = {
  pay: 'charged',
  refund: 'refunded',
  dispute: 'disputed',
  win: 'dispute-won',
} as const

const shop = await openShopOfOnePlan(price)
export const { file } = shop
const { bank } = shop

/** Number of orders of each kind. The first orders buy plans. */
export type OrderCounts = { readonly plans: number; readonly topUps: number }

/**
 * Inserts unpaid orders, profiles in stock, suppliers in the order of their priority, and an eSIM
 * of the first supplier. The top-ups are for this eSIM.
 */
export async function openShop(
  suppliers: readonly SimulatedSupplier[],
  { plans, topUps, codes }: OrderCounts & { readonly codes: number },
): Promise<void> {
  sellEsim(suppliers[0]?.id ?? '')
  for (let order = 0; order < plans + topUps; order += 1)
    await shop.placeOrder({
      invoiceID: `invoice-${order}`,
      paymentID: `payment-${order}`,
      lines: 1,
      expiresAt: new Date(start + 86_400_000),
    })
  for (let order = plans; order < plans + topUps; order += 1)
    file.exec(`
      UPDATE invoice_lines SET kind = 'top-up' WHERE invoice_id = 'invoice-${order}';
      INSERT INTO top_ups (invoice_id, line_position, esim_hash, supplier, plan_code, traffic_mb,
          validity_days, cost_minor, cost_currency)
        VALUES ('invoice-${order}', 1, 'esim', '${suppliers[0]?.id}', 'code', 1024, 7, 300, 'USD');`)
  shop.addStock(codes)
  for (const [index, { id }] of suppliers.entries())
    file.exec(`INSERT INTO tariff_sources (tariff_id, supplier, plan_code, priority, cost_minor,
      cost_currency, seen_at) VALUES ('plan', '${id}', 'code', ${index + 1}, 450, 'USD', '2026-11-21')`)
  const db = file.connect(null)
  await recordSuppliers({ db, config, now: new Date(start), suppliers })
}

export const soldIccid = '8999000000000000001'

function sellEsim(supplier: string): void {
  file.exec(`
    INSERT INTO invoices (id, idempotency_key, email, lang, amount_minor, currency, created_at,
        paid_at)
      VALUES ('sold', 'sold', 'anna@example.com', 'en', ${price}, 'USD', '2026-11-01', '2026-11-01');
    INSERT INTO payment_facts (provider, kind, id, reference, invoice_id, amount_minor, currency, at,
        received_at)
      VALUES ('test', 'charged', 'sold', 'sold', 'sold', ${price}, 'USD', '2026-11-01', '2026-11-01');
    INSERT INTO invoice_lines (invoice_id, position, tariff_id, amount_minor)
      VALUES ('sold', 1, 'plan', ${price});
    INSERT INTO stock (iccid, tariff_id, smdp_address, matching_id, invoice_id, line_position)
      VALUES ('${soldIccid}', 'plan', 'rsp.example.com', 'SOLD', 'sold', 1);
    INSERT INTO supplier_orders (key, invoice_id, line_position, kind, supplier, plan_code, status,
        iccid, created_at)
      VALUES ('sold', 'sold', 1, 'plan', '${supplier}', 'code', 'done', '${soldIccid}', '2026-11-01');
    INSERT INTO esims (esim_hash, invoice_id, line_position, iccid, tariff_id, email, purchased_at,
        activate_by)
      VALUES ('esim', 'sold', 1, '${soldIccid}', 'plan', 'anna@example.com', '2026-11-01',
        '2027-02-01');
    UPDATE invoices SET status = 'success' WHERE id = 'sold';`)
}

/** Runs an event in its own worker, until the worker stops. */
export async function runSourcingEvent(
  suppliers: readonly SimulatedSupplier[],
  { event, stop, minutes }: { event: SourcingEvent; stop: StopPlan | null; minutes: number },
): Promise<void> {
  const now = new Date(start + minutes * 60_000)
  const db = file.connect(stop)
  const providers = paymentProviders(config, { db, now: () => now })
  const context = { db, config, now, suppliers, providers }
  try {
    switch (event.kind) {
      case 'answer':
        return suppliers.forEach(({ answerLate }) => answerLate())
      case 'person':
        return await decideHeldOrders(suppliers, now)
      case 'reconcile':
        for (const { id } of file.rows('SELECT reference AS id FROM payments'))
          await recordFacts(context, 'test', await bank.factsOf(String(id)))
        return
      case 'job':
        return await runJobs(context)
      case 'staff':
        return await actAsStaff(context, { ...event, invoiceID: `invoice-${event.invoice}` })
      case 'webhook':
        return await sendWebhook(context, event)
      case 'pay':
      case 'refund':
      case 'dispute':
      case 'win': {
        const fact = factOf(event.invoice, facts[event.kind], now)
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

async function runJobs(context: Parameters<typeof sendOpenRefunds>[0] & SourcingContext) {
  await deliverPaidInvoices(context)
  await sourceOrders(context)
  await checkBalances(context)
  await withdrawOldStock(context)
  await refundUndelivered(context)
  await sendOpenRefunds(context)
}

type Connection = ReturnType<typeof file.connect>

/** Returns a connection for a forged webhook, which may only count unproven webhooks. */
function onlyCounting(db: Connection): Connection {
  return new Proxy(db, {
    get(target, name) {
      return (sql: string) => {
        if (name !== 'prepare' || !sql.includes('unproven_webhooks'))
          throw new Error('A forged webhook changed more than the count of unproven webhooks.')
        return target.prepare(sql)
      }
    },
  })
}

async function sendWebhook(
  context: Parameters<typeof receiveReport>[0],
  { reference, isForged }: Extract<SourcingEvent, { readonly kind: 'webhook' }>,
): Promise<void> {
  const request = new Request('https://shop.example/callbacks/supplier/supplier-0', {
    method: 'POST',
    headers: { Authorization: isForged ? 'a guess' : simulatedSecret },
    body: JSON.stringify({ references: [reference] }),
  })
  const db = isForged ? onlyCounting(context.db) : context.db
  const { status } = await receiveReport({ ...context, db }, 'supplier-0', request)
  const expected = isForged ? 401 : 200
  if (status !== expected) throw new Error(`The webhook returned ${status}, expected ${expected}.`)
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

/** Decides about held orders, like an operator who sees them in the suppliers' dashboards. */
async function decideHeldOrders(suppliers: readonly SimulatedSupplier[], now: Date): Promise<void> {
  const held = file.rows(`SELECT key, supplier FROM supplier_orders WHERE status = 'held'`)
  for (const [index, { key, supplier }] of held.entries()) {
    const { purchases = [], additions = [] } = suppliers.find(({ id }) => id === supplier) ?? {}
    const bought = [...purchases, ...additions].find((each) => each.key === key)
    const notBought =
      index % 2 === 0
        ? ({ kind: 'retry', isConfirmed: true } as const)
        : ({ kind: 'give-up' } as const)
    const decision = bought ? ({ kind: 'found', reference: bought.reference } as const) : notBought
    const context = { db: file.connect(null), config, now, providers: [], suppliers: [] }
    const input = { key: String(key), decision, idempotencyKey: secretID() }
    const decided = await decideSupplierOrder(context, commandStaff(), input)
    // A conflict means that another worker has changed the order first.
    if (!decided.ok && decided.error.code !== 'conflict')
      throw new Error(`The decision was refused: ${JSON.stringify(decided.error)}`)
  }
}
