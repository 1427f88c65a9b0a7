import type { z } from 'zod'
import { done, notFound, refuse, type OperationResult } from '../api/operation-result.ts'
import { versionOf } from '../api/perform-action.ts'
import type { KeyContext } from '../context.ts'
import { toBalance, selectEsims, type EsimRow } from '../esims/esim-rows.ts'
import { esimRows, esimSql, toListedEsims, type ListedEsim } from '../esims/office-esims.tsx'
import { readJsonColumn } from '../kit/db.ts'
import { erased } from '../kit/email.shared.ts'
import type { Currency } from '../kit/money.shared.ts'
import { orderNumberOf } from '../kit/order-number.ts'
import { ok } from '../kit/result.shared.ts'
import { prepare, raw, readRow, readRows, runBatch, sql } from '../kit/sql.ts'
import type { InputOf, OperationName, Operations } from '../operations.ts'
import { restoreOrders } from '../orders/archive.ts'
import { resendMail } from '../orders/order-actions.ts'
import { lineNumbers, orderForOffice, type LineForOffice } from '../orders/order-for-office.ts'
import { orderRows } from '../orders/office-orders.tsx'
import type { FoundOrder } from '../orders/search-orders.ts'
import { wordsOf } from '../words/words.shared.ts'
import type { Locale } from '../words/locales.shared.ts'
import { readListRows, type ListInput, type ListRows } from './list-rows.ts'

type ApiAnswer<Name extends OperationName> = Promise<
  OperationResult<z.input<Operations[Name]['output']>>
>

/** Lists orders with the query of the back office. */
export async function listOrders(
  context: KeyContext,
  { lang, limit, after, ...query }: InputOf<'officeOrders'>,
): ApiAnswer<'officeOrders'> {
  const last = after === undefined ? '' : await orderIDOf(context, after)
  if (last === null) return notFound(context)
  const { rows, isLast } = await readRowsOf(inLanguage(context, lang), orderRows, {
    limit,
    after: last,
    query,
  })
  const data = rows.map(toSummary)
  return ok({ data, next: isLast ? null : (data.at(-1)?.order ?? null) })
}

/** Lists eSIMs with the query of the back office. */
export async function listEsims(
  context: KeyContext,
  { lang, limit, after = '', ...query }: InputOf<'officeEsims'>,
): ApiAnswer<'officeEsims'> {
  const list = { limit, after, query }
  const { rows, isLast } = await readRowsOf(inLanguage(context, lang), esimRows, list)
  return ok({ data: rows.map(toEsim), next: isLast ? null : (rows.at(-1)?.iccid ?? null) })
}

type ListCall = {
  readonly limit: number
  readonly after: string
  /** The search, the order and the filters that are on. */
  readonly query: { readonly [name: string]: string | undefined }
}

/** Reads the rows after `after`. One more row shows whether there are others. */
async function readRowsOf<Row, Stored>(
  context: KeyContext,
  list: ListRows<Row, Stored>,
  { limit, after, query }: ListCall,
) {
  const on = Object.entries(query).flatMap(([name, value]) => (value ? [[name, value]] : []))
  const input: ListInput = { q: '', sort: '', ...Object.fromEntries(on), after }
  const source = await list.source(context, input)
  if (typeof source === 'string') return { rows: [], isLast: true }
  const found = await readListRows(context, list, source, input, limit + 1)
  return { rows: found.slice(0, limit), isLast: found.length <= limit }
}

function inLanguage(context: KeyContext, locale: Locale): KeyContext {
  return { ...context, locale, words: wordsOf(locale) }
}

/** Returns the id of the order with a number, or null. */
async function orderIDOf({ db }: KeyContext, number: string): Promise<string | null> {
  // Ids are base64url, whose characters sort before `~`.
  const row = await readRow<{ id: string }>(db)`SELECT id FROM orders
    WHERE id >= ${number} AND id < ${`${number}~`} LIMIT 1`
  return row?.id ?? null
}

function addressOf(email: string): string | null {
  return email === erased ? null : email
}

function toSummary({ invoiceID, email, isRefunding, ...found }: FoundOrder) {
  const { scheduledFor: _, plans, ...order } = found
  return {
    ...order,
    order: orderNumberOf(invoiceID),
    email: addressOf(email),
    isRefunding: isRefunding === 1,
    plans: [...plans],
  }
}

function toEsim({ invoiceID, email, usedMb, ...esim }: ListedEsim) {
  return {
    ...esim,
    order: orderNumberOf(invoiceID),
    email: addressOf(email),
    dataUsedMb: usedMb,
  }
}

type ShownOrder = z.input<Operations['officeOrder']['output']>['data']
type StoredAmount = { readonly minor: number; readonly currency: Currency }
type StoredPayment = Omit<ShownOrder['payments'][number], 'amount' | 'fee'> &
  StoredAmount & { readonly feeMinor: number | null; readonly feeCurrency: Currency | null }
type StoredRefund = Omit<ShownOrder['refunds'][number], 'amount' | 'positions'> &
  StoredAmount & { readonly positions: string }

/** Returns an order with its lines, payments and refunds. */
export async function orderByNumber(
  context: KeyContext,
  { lang, order: number }: InputOf<'officeOrder'>,
): ApiAnswer<'officeOrder'> {
  const id = await orderIDOf(context, number)
  const order = id === null ? null : await orderForOffice(context, id, lang)
  if (order === null) return notFound(context)
  const [payments, refunds] = await readMoneyOf(context, order.invoiceID)
  const { status, amount, unrefunded, promocode, receiptNumber, createdAt, paidAt } = order
  return ok({
    data: {
      order: number,
      status,
      amount,
      unrefunded,
      promocode,
      receiptNumber,
      createdAt,
      paidAt,
      email: addressOf(order.email),
      lang: order.lang,
      isFrozen: order.frozenAt !== null,
      isRefunding: order.isRefunding === 1,
      lines: order.lines.map(toLine),
      payments: payments.results.map(toPayment),
      refunds: refunds.results.map(toRefund),
    },
  })
}

/** Reads the reports of providers about an order, and its refunds. */
async function readMoneyOf({ db }: KeyContext, id: string) {
  return runBatch(db, [
    prepare<StoredPayment>(db)`SELECT provider, kind, id, reference, amount_minor AS minor,
        currency, fee_minor AS feeMinor, fee_currency AS feeCurrency, at
      FROM payment_facts WHERE order_id = ${id} ORDER BY at, kind, id`,
    prepare<StoredRefund>(db)`SELECT origin, state, provider, amount_minor AS minor, currency,
        positions, requested_at AS requestedAt, ended_at AS endedAt
      FROM refunds WHERE order_id = ${id} ORDER BY requested_at, id`,
  ])
}

function toLine({ isErased: _erased, isUsed: _used, deliverOn: _day, ...line }: LineForOffice) {
  return { ...line, recipient: line.recipient === null ? null : addressOf(line.recipient) }
}

function toPayment({ minor, currency, feeMinor, feeCurrency, ...fact }: StoredPayment) {
  const isKnown = feeMinor !== null && feeCurrency !== null
  const fee = isKnown ? { minor: feeMinor, currency: feeCurrency } : null
  return { ...fact, amount: { minor, currency }, fee }
}

function toRefund({ minor, currency, positions, ...refund }: StoredRefund) {
  return {
    ...refund,
    amount: { minor, currency },
    positions: readJsonColumn('refunds.positions', lineNumbers, positions),
  }
}

/** Returns an eSIM with its balance. The code that installs it stays in the back office. */
export async function esimByIccid(
  context: KeyContext,
  { lang, iccid }: InputOf<'officeEsim'>,
): ApiAnswer<'officeEsim'> {
  const { db } = context
  const inLang = inLanguage(context, lang)
  const rows = await readRows<ListedEsim>(db)`SELECT ${esimSql} FROM esims WHERE iccid = ${iccid}`
  const [listed] = await toListedEsims(inLang, rows)
  const row = await readRow<EsimRow>(db)`${raw(selectEsims(lang))} WHERE e.iccid = ${iccid}`
  if (!listed || row === null) return notFound(context)
  const { balance } = toBalance(row, inLang)
  const { status, dataLimitMb, usageAsOf, activateBy, isFrozen, canTopUp } = balance
  const state = { status, dataLimitMb, usageAsOf, activateBy, isFrozen, canTopUp }
  return ok({ data: { ...toEsim(listed), ...state } })
}

/** Emails the eSIMs of an order again. The audit row has the name of the key. */
export async function resendOrder(
  context: KeyContext,
  { order, position, idempotencyKey }: InputOf<'officeOrderResend'>,
): ApiAnswer<'officeOrderResend'> {
  const { db, words, apiKey } = context
  const id = await orderIDOf(context, order)
  if (id === null) return notFound(context)
  const staff = { subject: `api-key:${apiKey.id}`, name: apiKey.name, role: 'support' } as const
  await restoreOrders(context, sql`id = ${id}`)
  const version = (await versionOf(db, { kind: 'invoice', id })) ?? 0
  const input = { invoiceID: id, position: position ?? null, idempotencyKey, version }
  const result = await resendMail(context, staff, input)
  if (result.ok) return done()
  const { error } = result
  if (error.code !== 'refused') return refuse('internal-error', words('api.failed'))
  if (error.reason === 'frozen') return refuse('frozen', words('api.frozen'))
  return error.reason === 'key-used'
    ? refuse('key-reused', words('api.invalid'))
    : notFound(context)
}
