import { z } from 'zod'
import { alertDetailWordsOf } from '../words/office-texts.ts'
import type { Money } from '../kit/money.shared.ts'
import { formatMoney, formatNumber, formatTime } from '../words/formats.shared.ts'
import type { Locale } from '../words/locales.shared.ts'
import { money } from '../api/common.ts'
import { messagePurposes } from './outbox.ts'
import { factKinds } from '../payments/payment-provider.ts'
import { storedJson } from '../kit/db.ts'
import { raw, type Sql } from '../kit/sql.ts'

export function alertDetailText(locale: Locale, stored: string): string {
  const detail = readDetail(stored)
  return detail === null ? stored : textOf(locale, detail)
}

/** The words of details that are only a count. */
const countWords = {
  'wrong-codes': 'wrongCodes',
  'wrong-passwords': 'wrongPasswords',
  'actions-of-hour': 'actionsOfHour',
  'actions-of-day': 'actionsOfDay',
  unpaid: 'unpaid',
  failures: 'failed',
  'plan-changes': 'changes',
} as const
type CountDetail = Extract<AlertDetail, { readonly code: keyof typeof countWords }>

function isCount(detail: AlertDetail): detail is CountDetail {
  return Object.hasOwn(countWords, detail.code)
}

function textOf(locale: Locale, detail: AlertDetail): string {
  const words = alertDetailWordsOf(locale)
  if (isCount(detail)) return words(countWords[detail.code], { count: detail.values.count })
  const { code, values } = detail
  switch (code) {
    case 'amount':
      return formatMoney(locale, values)
    case 'fact':
      return `${factText(locale, values)}: ${formatMoney(locale, values)}`
    case 'unread-fact':
      return `${factText(locale, values)}: ${values.problem}`
    case 'fact-differences':
      return values.facts.map((fact) => differenceText(locale, fact)).join('; ')
    case 'refund': {
      const at = `${formatMoney(locale, values)} ${values.provider}`
      return values.problem === null ? at : `${at}: ${values.problem}`
    }
    case 'sold-out': {
      const plans = countedPlans(values.plans)
      if (values.refundAt === null) return plans
      return `${plans}; ${words('refund', { time: formatTime(values.refundAt) })}`
    }
    case 'warning':
      return warningText(locale, values)
    case 'codes':
      return words('codes', { count: values.count, time: formatTime(values.hour) })
    case 'messages': {
      const purposes = values.purposes.map((purpose) => words(`purposes.${purpose}`)).join(', ')
      return values.count === null ? purposes : `${formatNumber(locale, values.count)}: ${purposes}`
    }
    case 'unproven':
      return words('lastAt', { time: formatTime(values.at) })
    case 'stock':
      return stockText(locale, values)
    case 'low-prices':
      return lowPricesText(locale, values)
  }
}

function warningText(
  locale: Locale,
  { kind, until }: Extract<AlertDetail, { readonly code: 'warning' }>['values'],
): string {
  const words = alertDetailWordsOf(locale)
  const text = words(`warnings.${kind}`)
  return until === null ? text : `${text}, ${words('answerBy', { time: formatTime(until) })}`
}

/** Returns each plan of several lines once, with the number of its lines. */
function countedPlans(plans: string): string {
  const lines = Map.groupBy(plans.split(','), (plan) => plan)
  return [...lines]
    .map(([plan, { length }]) => (length === 1 ? plan : `${plan} ×\u00A0${length}`))
    .join(', ')
}

function factText(locale: Locale, { kind, id }: Pick<FactDifference, 'kind' | 'id'>): string {
  return alertDetailWordsOf(locale)(`facts.${kind}`, { id })
}

function differenceText(locale: Locale, fact: FactDifference): string {
  const amount = (money: Money | null) => (money === null ? '–' : formatMoney(locale, money))
  return `${factText(locale, fact)}: ${amount(fact.ledger)} / ${amount(fact.provider)}`
}

function stockText(
  locale: Locale,
  { left, days }: Extract<AlertDetail, { readonly code: 'stock' }>['values'],
): string {
  const words = alertDetailWordsOf(locale)
  if (left === 0) return words('soldOut')
  const lasts = days === 0 ? words('lastsHours') : words('lasts', { count: days })
  return `${words('left', { count: left })}, ${lasts}`
}

function lowPricesText(
  locale: Locale,
  { plans, more }: Extract<AlertDetail, { readonly code: 'low-prices' }>['values'],
): string {
  const words = alertDetailWordsOf(locale)
  const texts = plans.map(({ tariffID, currencies }) =>
    words('price', { plan: tariffID, currencies: currencies.join(', ') }),
  )
  return [...texts, ...(more > 0 ? [words('more', { count: more })] : [])].join('; ')
}

const fact = { kind: z.enum(factKinds), id: z.string() }
/** Amounts of a fact in the ledger and at the provider. Null where the fact is not known. */
const factDifference = z.object({ ...fact, ledger: money.nullable(), provider: money.nullable() })
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
  detailWithCode('warning', {
    kind: z.enum(['inquiry', 'fraud-warning']),
    until: z.string().nullable(),
  }),
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
  detailWithCode('low-prices', { plans: z.array(lowPrice).readonly(), more: z.int() }),
])

export type AlertDetail = z.output<typeof alertDetail>
export type FactDifference = z.output<typeof factDifference>
type DetailOf<Code extends AlertDetail['code']> = Extract<AlertDetail, { readonly code: Code }>

/** Returns the JSON of a detail, as `alerts.detail` stores it. */
export function storedDetail(detail: AlertDetail): string {
  return JSON.stringify(detail)
}

/** Returns SQL of the stored detail. `values` are expressions of SQL too. */
export function storedDetailSql<Code extends AlertDetail['code']>(
  code: Code,
  values: { readonly [name in keyof DetailOf<Code>['values']]: string },
): Sql {
  const entries = Object.entries<string>(values).map(([name, value]) => `'${name}', ${value}`)
  return raw(`json_object('code', '${code}', 'values', json_object(${entries.join(', ')}))`)
}

/** Returns null for text, such as a reference. */
function readDetail(stored: string): AlertDetail | null {
  return storedJson<AlertDetail | null>(alertDetail, stored, null)
}
