import { z } from 'zod'
import type { Currency } from '../domain/money.ts'
import type { Problems } from './setting-problems.ts'
import { optional } from './setting-types.ts'
import type { ValuesOf } from './setting-types.ts'

const mustBePage = 'must be a payment page: https://pay.example/{reference}?sum={amount}'

/** Values that a payment page's address may contain in braces. */
const pageValues =
  'reference invoiceID amount currency email locale successURL failureURL expiresAt'.split(' ')

export const genericPaymentSettings = {
  GENERIC_PAYMENT_URL: optional(z.string().refine(isPageTemplate, mustBePage)),
}

type GenericConfig = ValuesOf<typeof genericPaymentSettings> & {
  readonly CURRENCIES: readonly Currency[]
}

export const generic = {
  pagesOrigin: ({ GENERIC_PAYMENT_URL: page }: GenericConfig) => page && new URL(page).origin,
  currencies: ({ CURRENCIES }: GenericConfig) => CURRENCIES,
  problems: ({ GENERIC_PAYMENT_URL: page }: GenericConfig): Problems => ({
    GENERIC_PAYMENT_URL: [page === null && mustBePage],
  }),
}

function isPageTemplate(value: string): boolean {
  const names = [...value.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
  return (
    names.every((name) => pageValues.includes(name)) &&
    names.includes('reference') &&
    z.url({ protocol: /^https?$/ }).safeParse(value.replaceAll(/[{}]/g, '')).success
  )
}
