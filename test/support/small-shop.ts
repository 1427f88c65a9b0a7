import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { createBackend } from '../../src/backend.ts'
import { createCarriers } from '../../src/messages/carriers.ts'
import { sendOutbox } from '../../src/messages/send-outbox.ts'
import type { PaymentFact } from '../../src/payments/payment-provider.ts'
import { paymentProviders } from '../../src/payments/providers.ts'
import { openTestBank } from '../../src/payments/test-bank.ts'
import { signedRequest } from '../../src/payments/generic-provider.ts'
import { createSuppliers } from '../../src/supply/suppliers.ts'
import { backendConfig } from '../../src/settings.ts'
import { prepare, raw, Sql } from '../../src/kit/sql.ts'
import { secretID } from '../../src/kit/tokens.shared.ts'
import type { UtmName } from '../../src/kit/utm.shared.ts'
import { wordsOf } from '../../src/words/words.shared.ts'
import { createApiClient, localApi } from '../../src/site/api/api-client.ts'
import type { ApiCall, ApiClient } from '../../src/site/api/api-client.ts'
import type { Session } from '../../src/api/common.ts'
import type { Order } from '../../src/orders/operations.ts'

export const secret = 'a secret of the test run'
export const clock = { now: new Date('2026-11-21T10:00:00Z') }
export const settings: { [name: string]: string } = {}
/** Bindings that replace the tests' bindings, for example with a failing database. */
export const bindings: { DB: D1Database } = { DB: env.DB }
/** Creates the payment providers. A test replaces the function to make providers fail. */
export const payments = { createProviders: paymentProviders }
/** Creates the suppliers. Tests replace the function to add suppliers. */
export const supply = { createSuppliers }
const backend = createBackend({
  now: () => clock.now,
  providers: (...settled) => payments.createProviders(...settled),
  suppliers: (...settled) => supply.createSuppliers(...settled),
})

const tables = [
  'promo_uses',
  'promo_codes',
  'partner_transactions',
  'passkeys',
  'partners',
  'customers',
  'sessions',
  'challenges',
  'known_browsers',
  'limits',
  'outbox',
  'stock_alerts',
  'alerts',
  'unmet_demand',
  'failures',
  'webhooks',
  'api_keys',
  'reviews',
  'top_ups',
  'push_messages',
  'push_subscriptions',
  'esims',
  'purchases',
  'plan_sources',
  'suppliers',
  'price_rules',
  'exchange_rates',
  'payment_facts',
  'payments',
  'credit_notes',
  'refunds',
  'order_lines',
  'stock',
  'orders',
  'vouchers',
  'placements',
  'plans',
  'operators',
  'places',
]

/** Returns the tables with rows. To delete from the other tables too takes twice the time. */
async function filledTables(): Promise<string[]> {
  const exists = tables.map((table) => `EXISTS (SELECT 1 FROM ${table}) AS ${table}`)
  const [found = {}] = await rows<{ [table: string]: number }>(`SELECT ${exists.join(', ')}`)
  return tables.filter((table) => found[table] === 1)
}

export async function clearShop(): Promise<void> {
  return openShop()
}

/** Starts again with an empty shop, or with one that sells a plan and has `codes` of it in stock. */
export async function openShop(codes?: number): Promise<void> {
  const filled = await filledTables()
  await withoutGuards([
    ...filled.map((table) => `DELETE FROM ${table}`),
    `DELETE FROM state WHERE name <> 'content-version'`,
    ...(codes === undefined ? [] : stockSql(codes)),
  ])
  clock.now = new Date('2026-11-21T10:00:00Z')
  payments.createProviders = paymentProviders
  bindings.DB = env.DB
  supply.createSuppliers = createSuppliers
  for (const name of Object.keys(settings)) delete settings[name]
}

const shops = new Map<string, typeof env>()

/**
 * Returns the bindings of the test's shop: the same object while the settings are the same, because
 * the backend parses the settings of every object.
 */
export function shopBindings(): typeof env {
  const key = JSON.stringify(settings)
  const known = shops.get(key)
  if (known?.DB === bindings.DB) return known
  const shop = { ...env, ...bindings, ...settings }
  shops.set(key, shop)
  return shop
}

let guards: readonly { name: string; table: string; sql: string }[] | undefined

/**
 * Runs statements that delete numbered documents. Only a test starts again without them, or
 * restores an older state.
 */
export async function withoutGuards(statements: readonly string[]): Promise<void> {
  guards ??= await rows<{ name: string; table: string; sql: string }>(
    `SELECT name, tbl_name AS "table", sql FROM sqlite_master
    WHERE type = 'trigger' AND name GLOB '*_are_never_deleted'`,
  )
  const lifted = guards.filter(({ table }) => statements.some((each) => each.includes(table)))
  const drops = lifted.map(({ name }) => `DROP TRIGGER ${name}`)
  const all = [...drops, ...statements, ...lifted.map(({ sql }) => sql)]
  await run(...all)
}

/** Runs statements of SQL in one transaction. */
export async function run(...statements: readonly (string | Sql)[]): Promise<void> {
  await env.DB.batch(
    statements.map((statement) =>
      statement instanceof Sql ? prepare(env.DB)`${statement}` : env.DB.prepare(statement),
    ),
  )
}

/** SQL: rows with a `value` from 1 to `count`. */
export function numbersTo(count: number): Sql {
  return raw(`(WITH RECURSIVE n (value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM n
    LIMIT ${count}) SELECT value FROM n)`)
}

export async function ask(request: Request): Promise<Response> {
  const context = createExecutionContext()
  const response = await backend.fetch(request, shopBindings(), context)
  await waitOnExecutionContext(context)
  return response
}

export function api(locale: 'en' | 'ru' = 'en', clientAddress = '192.0.2.1'): ApiClient {
  return createApiClient({ call, locale, requestId: 'test', clientAddress })
}

const call: ApiCall = async (...operation) => {
  const executionCtx = createExecutionContext()
  const answer = await localApi(backend, { env: shopBindings(), executionCtx })(...operation)
  await waitOnExecutionContext(executionCtx)
  return answer
}

/** Settings of a shop that sends its email through a webhook. */
export const mailWebhook = {
  MAIL_CARRIER: 'webhook',
  MAIL_WEBHOOK_URL: 'https://carrier.example/send',
  MESSAGE_WEBHOOK_TOKEN: 'a token of the test run',
}

/** Sends the outbox as the scheduled job does. Returns the number of sent messages. */
export async function sendMessages(): Promise<number> {
  const config = backendConfig({ ...env, ...settings })
  const surroundings = { email: env.EMAIL, fetch: async (...call: Call) => fetch(...call) }
  const carriers = createCarriers(config, surroundings)
  return sendOutbox({ db: bindings.DB, config, carriers, now: clock.now, clock: () => clock.now })
}
type Call = [url: string, init: RequestInit]

export async function stockShop(codes: number): Promise<void> {
  await run(...stockSql(codes))
}

function stockSql(codes: number): string[] {
  const plan = (id: string, price: number) =>
    `INSERT INTO plans (id, operator_ident, kind, country_codes, market, traffic_mb, validity_days, prices) VALUES ('${id}', 'tr-turkcell', 'country', '["tr"]', 'travel', 10240, 30, '${JSON.stringify({ USD: price, RUB: price * 92 })}')`
  const placement = (place: string, id: string, price: number) =>
    `INSERT INTO placements (place, plan_id, operator_ident, kind, traffic_mb, validity_days, traffic_size, day_range, price, unit_price, in_stock) VALUES ('${place}', '${id}', 'tr-turkcell', 'country', 10240, 30, '10', '30', ${price}, ${price / 10}, ${Number(id === 'tr-10')})`
  return [
    `INSERT INTO places (place, aliases, popularity, titles) VALUES
      ('tr', '["Istanbul"]', 1, '{"en":"Türkiye","ru":"Турция"}'),
      ('cu', '[]', NULL, '{"en":"Cuba","ru":"Куба"}')`,
    `INSERT INTO operators (ident, title, search_title) VALUES ('tr-turkcell', 'Turkcell', 'turkcell')`,
    plan('tr-10', 1250),
    plan('tr-sold-out', 900),
    ...['tr', 'all'].flatMap((place) => [
      placement(place, 'tr-10', 1250),
      placement(place, 'tr-sold-out', 900),
    ]),
    ...Array.from(
      { length: codes },
      (_, index) =>
        `INSERT INTO stock (iccid, plan_id, smdp_address, matching_id, is_sample) VALUES ('89103000000000000${10 + index}', 'tr-10', 'rsp.example.com', 'CODE-${index}', 1)`,
    ),
  ]
}

type OrderChange = Partial<
  Pick<
    Parameters<ApiClient['activation']>[0],
    'email' | 'referralCode' | 'paymentOption' | 'utm' | 'promocode'
  >
>

export async function placeOrder(change: OrderChange = {}): Promise<string> {
  const started = await api().activation({ ...orderOf(), ...change })
  if (!started.ok) throw new Error(`order failed: ${started.error.status}`)
  return started.value.data.invoiceID
}

type OrderInput = Parameters<ApiClient['activation']>[0]
type NewLine = NonNullable<OrderInput['lines']>[number]

/** Orders several plans or gifts. Each line without a plan is for the plan `tr-10`. */
export async function placeLines(
  lines: readonly Partial<NewLine>[],
  change: OrderChange = {},
  locale: 'en' | 'ru' = 'en',
): Promise<string> {
  const { tariffID, ...order } = { ...orderOf(), ...change }
  const started = await api(locale).activation({
    ...order,
    lines: lines.map((line) => ({ tariffID, ...line })),
  })
  if (!started.ok) throw new Error(`order failed: ${started.error.status}`)
  return started.value.data.invoiceID
}

export async function invoiceOf(invoiceID: string): Promise<Order> {
  const answer = await api().invoice({ invoiceID })
  if (!answer.ok) throw new Error(`The invoice was refused: ${answer.error.status}`)
  return answer.value.data
}

/** The status of an order, or of the answer that refuses to show it. */
export async function statusOf(invoiceID: string): Promise<string> {
  const answer = await api().invoice({ invoiceID })
  return answer.ok ? answer.value.data.status : String(answer.error.status)
}

/** The messages of a purpose, oldest first. */
export async function mailsAbout(purpose: string) {
  return rows<{ recipient: string; subject: string; body: string }>(
    `SELECT recipient, subject, body FROM outbox WHERE purpose = '${purpose}'
      ORDER BY created_at, recipient`,
  )
}

export async function codeFor(recipient: string): Promise<string> {
  const [message] = await rows<{ body: string }>(
    `SELECT body FROM outbox WHERE recipient = '${recipient}' AND purpose = 'sign-in-code' ORDER BY created_at DESC LIMIT 1`,
  )
  return /\d{6,8}/.exec(message?.body ?? '')?.[0] ?? 'no code sent'
}

export function usd(minor: number) {
  return { minor, currency: 'USD' }
}

export function advanceClock(seconds: number): void {
  clock.now = new Date(clock.now.getTime() + seconds * 1000)
}

export const phone = '+79123456789'
/** The nonce of the browser in which tests sign in. */
export const nonce = 'n'.repeat(43)

/** The consents of a partner. */
export const agreements = { agreesToDataPolicy: true, agreesToUserAgreement: true } as const

type Visit = { readonly utm?: { readonly [name in UtmName]?: string } }

export async function signInPartner(number = phone, visit: Visit = {}): Promise<Session> {
  await api().referrerCodeSend({
    nonce,
    phone: number,
    ...agreements,
  })
  const signed = await api().referrerConfirm({
    ...visit,
    nonce,
    phone: number,
    code: await codeFor(number),
  })
  if (!signed.ok) throw new Error(`sign-in failed: ${signed.error.status}`)
  return signed.value
}

export async function signInCustomer(
  email = 'anna@example.com',
  visit: Visit = {},
): Promise<Session> {
  await api().customerCodeSend({ nonce, email })
  const signed = await api().registerConfirm({
    ...visit,
    nonce,
    email,
    code: await codeFor(email),
    consent: true,
  })
  if (!signed.ok) throw new Error(`sign-in failed: ${signed.error.status}`)
  return signed.value
}

export function orderOf(tariffID = 'tr-10') {
  return {
    tariffID,
    email: 'anna@example.com',
    paymentOption: 'card-usd',
    consent: true,
    idempotencyKey: secretID(),
  } as const
}

/** The input of a message to the shop. */
export const contactMessage = {
  topic: 'support',
  name: 'Anna',
  email: 'anna@example.com',
  message: 'It says no service',
  consent: true,
} as const

/** @param where SQL that selects the eSIM, if there are several */
export async function esimHash(where = 'TRUE'): Promise<string> {
  const [esim] = await rows<{ esim_hash: string }>(`SELECT esim_hash FROM esims WHERE ${where}`)
  if (!esim) throw new Error(`no eSIM matches ${where}`)
  return esim.esim_hash
}

/** Reports a fact about the order's newest payment to the shop. The default is a charge. */
export async function pay(
  invoiceID: string,
  change: Partial<PaymentFact> = {},
  signedWith = secret,
): Promise<Response> {
  const [payment] = await rows<{ reference: string }>(
    `SELECT reference FROM payments WHERE order_id = '${invoiceID}' ORDER BY started_at DESC, cancelled_at`,
  )
  const fact: PaymentFact = {
    kind: 'charged',
    id: `fact-${secretID()}`,
    reference: payment?.reference ?? 'unknown',
    invoiceID,
    amount: { minor: 1250, currency: 'USD' },
    at: clock.now,
    ...change,
  }
  // Also books the fact at the test bank, where reconciliation finds it.
  if (payment && signedWith === secret) await openTestBank(env.DB).book(fact)
  const url = 'https://backend.invalid/callbacks/payment/test'
  return ask(await signedRequest(url, fact, signedWith, clock.now))
}

/** SQL that returns a line of every order, with a refund that a provider has not made yet. */
export function returnLineSql(position = 1): string {
  return `INSERT INTO refunds (id, request_id, order_id, origin, state, provider, reference, amount_minor, currency, positions, reason, actor, requested_at) SELECT 'returned-' || id, 'returned', id, 'staff', 'sent', 'removed', 'elsewhere', 1, currency, '[${position}]', 'a complaint', 'anna', created_at FROM orders`
}

export async function rows<T>(sql: string): Promise<T[]> {
  return (await env.DB.prepare(sql).all<T>()).results
}

export const words = wordsOf('en')
