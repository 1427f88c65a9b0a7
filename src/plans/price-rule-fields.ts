import { z } from 'zod'
import { countryCode, tariffID } from '../api/common.ts'
import { rateOf } from './price-rules.ts'
import type { ExchangeRate, PriceRule } from './price-rules.ts'
import { isCurrency, minorDigits, minorOf } from '../kit/money.shared.ts'

const currency = z.string().refine(isCurrency)
const decimal = z.string().regex(/^\d{1,9}(\.\d+)?$/)

const isA = (schema: z.ZodType) => (text: string) => schema.safeParse(text).success

export const ruleFields = z
  .object({
    currency,
    markup: z
      .string()
      .regex(/^\d{1,4}(\.\d{1,2})?$/)
      .transform((text) => Math.round(Number(text) * 100)),
    'min-profit': decimal.default('0'),
    step: decimal.optional(),
    ending: decimal.default('0'),
    supplier: z.string().optional(),
    country: z.string().refine(isA(countryCode)).optional(),
    plan: z.string().refine(isA(tariffID)).optional(),
  })
  .transform((options, context): PriceRule => {
    const minor = (text: string) => minorOf(text, options.currency)
    const ending = minor(options.ending)
    // The default step with an ending is one major unit, for prices such as 12.90. Without an
    // ending it is one minor unit.
    const unit = ending === 0 ? 1 : 10 ** minorDigits(options.currency)
    const step = options.step === undefined ? unit : minor(options.step)
    if (step === 0 || ending >= step) context.addIssue({ code: 'custom', path: ['ending'] })
    return {
      supplier: options.supplier ?? null,
      countryCode: options.country ?? null,
      tariffID: options.plan ?? null,
      currency: options.currency,
      markupHundredths: options.markup,
      minimumProfit: minor(options['min-profit']),
      step,
      ending,
    }
  })

/** Returns a rate such as `1 USD = 92.50 RUB`, or null for invalid input. */
export function parseRate(from: string, amount: string, to: string): ExchangeRate | null {
  const isRate = isCurrency(from) && isCurrency(to) && from !== to
  return isRate && /^\d{1,9}(\.\d{1,6})?$/.test(amount) && Number(amount) > 0
    ? rateOf(from, amount, to)
    : null
}
