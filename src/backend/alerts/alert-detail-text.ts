import { alertDetailWordsOf } from '../../locale/alert-detail-words.ts'
import { formatMoney, formatTime } from '../../locale/formats.ts'
import type { Locale } from '../../locale/locales.ts'
import { readDetail } from './alert-detail.ts'
import type { AlertDetail } from './alert-detail.ts'

/** @param nameOf returns the name of a message's purpose */
export function alertDetailText(
  locale: Locale,
  stored: string,
  nameOf = (purpose: string) => purpose,
): string {
  const detail = readDetail(stored)
  return detail === null ? stored : textOf(locale, detail, nameOf)
}

/** The words of details that are only a count. */
const countWords = {
  'wrong-codes': 'wrongCodes',
  unpaid: 'unpaid',
  failures: 'failed',
  'plan-changes': 'changes',
} as const

function textOf(
  locale: Locale,
  { code, values }: AlertDetail,
  nameOf: (purpose: string) => string,
): string {
  const words = alertDetailWordsOf(locale)
  switch (code) {
    case 'amount':
      return formatMoney(locale, values)
    case 'refund': {
      const at = `${formatMoney(locale, values)} ${values.provider}`
      return values.problem === null ? at : `${at}: ${values.problem}`
    }
    case 'sold-out': {
      if (values.refundAt === null) return values.plans
      return `${values.plans}; ${words('refund', { time: formatTime(values.refundAt) })}`
    }
    case 'codes':
      return words('codes', { count: values.count, time: formatTime(values.hour) })
    case 'messages': {
      const purposes = values.purposes.map(nameOf).join(', ')
      return values.count === null ? purposes : `${values.count}: ${purposes}`
    }
    case 'wrong-codes':
    case 'unpaid':
    case 'failures':
    case 'plan-changes':
      return words(countWords[code], { count: values.count })
    case 'unproven':
      return words('lastAt', { time: formatTime(values.at) })
    case 'stock':
      return stockText(locale, values)
    case 'low-prices':
      return lowPricesText(locale, values)
  }
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
