import { openTestBank } from '../../src/payments/test-bank.ts'
import { backendConfig } from '../../src/settings.ts'
import { openShopFile } from './shop-file.ts'

const currency = 'USD'
const openedAt = '2026-11-21'

export const config = backendConfig({
  SITE_ORIGIN: 'https://shop.example',
  BRAND_NAME: 'Meridian',
  LEGAL_NAME: 'Meridian Sample Ltd',
  SUPPORT_EMAIL: 'help@shop.example',
  PARTNERS_EMAIL: 'partners@shop.example',
  CODE_PEPPER: 'a pepper of the test run',
  PAYMENT_SECRET: 'a secret of the test run',
  DEV_TOOLS: '1',
})

type ShopFile = ReturnType<typeof openShopFile>
type NewOrder = {
  readonly invoiceID: string
  readonly paymentID: string
  readonly lines: number
  readonly referralCode?: string
  readonly expiresAt: Date
}

/**
 * Opens a database in memory with one plan, `plan`, and the payments of the test provider.
 * @param price of the plan, in cents
 */
export async function openShopOfOnePlan(price: number) {
  const file = openShopFile()
  const bank = openTestBank(file.connect(null))
  // Creates the bank's tables once. Tables that a scenario creates would be dropped with it, and
  // SQLite prepares every statement again when tables change.
  await bank.payment('')
  file.exec(`
    INSERT INTO operators (ident, title, search_title) VALUES ('op', 'Operator', 'operator');
    INSERT INTO tariffs (id, operator_ident, kind, country_codes, market, validity_days, prices)
      VALUES ('plan', 'op', 'country', '["tr"]', 'travel', 30, '{"${currency}":${price}}');`)

  async function placeOrder(order: NewOrder): Promise<void> {
    const { invoiceID, paymentID, lines, expiresAt } = order
    const minor = price * lines
    await bank.open({
      attemptID: paymentID,
      startedAt: new Date(0),
      invoiceID,
      amount: { minor, currency },
      lines: [],
      email: 'anna@example.com',
      locale: 'en',
      successURL: 'https://shop.example/payment/success',
      failureURL: 'https://shop.example/payment/failed',
      expiresAt,
    })
    insertOrder(file, order, price)
  }

  return {
    file,
    bank,
    placeOrder,
    placeOrders: async (ids: readonly string[]) => placeOrders(placeOrder, ids),
    addStock: (profiles: number) => addStock(file, profiles),
  }
}

/** Stores an order whose payment has started. */
function insertOrder(file: ShopFile, order: NewOrder, price: number): void {
  const { invoiceID, paymentID, lines, referralCode, expiresAt } = order
  const minor = price * lines
  const referral = referralCode === undefined ? 'NULL' : `'${referralCode}'`
  file.exec(`
    INSERT INTO invoices (id, idempotency_key, email, lang, amount_minor, currency, referral_code,
        created_at)
      VALUES ('${invoiceID}', 'key of ${invoiceID}', 'anna@example.com', 'en', ${minor},
        '${currency}', ${referral}, '${openedAt}');
    INSERT INTO payments (attempt_id, invoice_id, provider, reference, started_at, expires_at)
      VALUES ('${paymentID}', '${invoiceID}', 'test', '${paymentID}', '${openedAt}',
        '${expiresAt.toISOString()}');`)
  for (let position = 1; position <= lines; position += 1)
    file.exec(`INSERT INTO invoice_lines (invoice_id, position, tariff_id, amount_minor,
      reward_base) VALUES ('${invoiceID}', ${position}, 'plan', ${price}, ${price})`)
}

/** Places orders of one line each. The payment of an order has the order's id. */
async function placeOrders(
  placeOrder: (order: NewOrder) => Promise<void>,
  ids: readonly string[],
): Promise<void> {
  const expiresAt = new Date('2026-11-22')
  for (const id of ids) await placeOrder({ invoiceID: id, paymentID: id, lines: 1, expiresAt })
}

function addStock(file: ShopFile, profiles: number): void {
  for (let profile = 0; profile < profiles; profile += 1)
    file.exec(`INSERT INTO stock (iccid, tariff_id, smdp_address, matching_id)
      VALUES ('891030000000000001${profile}', 'plan', 'rsp.example.com', 'CODE-${profile}')`)
}
