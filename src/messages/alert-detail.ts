import { z } from 'zod'
import { money } from '../api/common.ts'
import { messagePurposes } from './outbox.ts'
import { factKinds } from '../payments/payment-provider.ts'
import { storedJson } from '../kit/stored-json.ts'

const fact = { kind: z.enum(factKinds), id: z.string() }
/** Amounts of a fact in the ledger and at the provider. Null where the fact is not known. */
const factDifference = z.object({
  ...fact,
  ledger: money.nullable(),
  provider: money.nullable(),
})
const lowPrice = z.object({ tariffID: z.string(), currencies: z.array(z.string()).readonly() })
const detailWithCode = <Code extends string, Shape extends z.ZodRawShape>(
  code: Code,
  shape: Shape,
) => z.object({ code: z.literal(code), values: z.object(shape) })

/** Details with words or amounts. Other details are references and are stored as text. */
const alertDetail = z.discriminatedUnion('code', [
  detailWithCode('amount', money.shape),
  detailWithCode('fact', { ...fact, ...money.shape }),
  detailWithCode('unread-fact', { ...fact, problem: z.string() }),
  detailWithCode('fact-differences', { facts: z.array(factDifference).readonly() }),
  detailWithCode('refund', {
    ...money.shape,
    provider: z.string(),
    problem: z.string().nullable(),
  }),
  detailWithCode('sold-out', { plans: z.string(), refundAt: z.string().nullable() }),
  detailWithCode('codes', { count: z.int(), hour: z.string() }),
  detailWithCode('wrong-codes', { count: z.int() }),
  detailWithCode('wrong-passwords', { count: z.int() }),
  detailWithCode('actions-of-hour', { count: z.int() }),
  detailWithCode('actions-of-day', { count: z.int() }),
  detailWithCode('messages', {
    count: z.int().nullable(),
    purposes: z.array(z.enum(messagePurposes)),
  }),
  detailWithCode('unpaid', { count: z.int() }),
  detailWithCode('failures', { count: z.int() }),
  detailWithCode('unproven', { at: z.string() }),
  detailWithCode('plan-changes', { count: z.int() }),
  detailWithCode('stock', { left: z.int(), days: z.int() }),
  detailWithCode('low-prices', {
    plans: z.array(lowPrice).readonly(),
    more: z.int(),
  }),
])

export type AlertDetail = z.output<typeof alertDetail>
export type FactDifference = z.output<typeof factDifference>
type DetailOf<Code extends AlertDetail['code']> = Extract<AlertDetail, { readonly code: Code }>

/** Returns the JSON of a detail, as `alerts.detail` stores it. */
export function storedDetail(detail: AlertDetail): string {
  return JSON.stringify(detail)
}

/** Returns an SQL expression of the stored detail. `values` are SQL expressions too. */
export function storedDetailSql<Code extends AlertDetail['code']>(
  code: Code,
  values: { readonly [name in keyof DetailOf<Code>['values']]: string },
): string {
  const entries = Object.entries<string>(values).map(([name, sql]) => `'${name}', ${sql}`)
  return `json_object('code', '${code}', 'values', json_object(${entries.join(', ')}))`
}

/** Returns null for text: a reference, or a detail that was stored before details had codes. */
export function readDetail(stored: string): AlertDetail | null {
  return storedJson<AlertDetail | null>(alertDetail, stored, null)
}
