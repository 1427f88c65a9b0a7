import { alertDetailWordsOf } from '../words/office-texts.ts'
import type { Money } from '../kit/money.shared.ts'
import { formatMoney, formatNumber, formatTime } from '../words/formats.shared.ts'
import type { Locale } from '../words/locales.shared.ts'
import { readDetail } from './alert-detail.ts'
import type { AlertDetail, FactDifference } from './alert-detail.ts'

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
