import { parseArgs } from 'node:util'
import { z } from 'zod'
import { countryCode, tariffID } from '../../src/contract/common.ts'
import { rateOf } from '../../src/domain/exchange-rates.ts'
import type { ExchangeRate } from '../../src/domain/exchange-rates.ts'
import { isCurrency, minorDigits, minorOf } from '../../src/domain/money.ts'
import type { Money } from '../../src/domain/money.ts'
import type { PriceRule } from '../../src/domain/price-rules.ts'
import { targetFlags, targetOf } from '../import/command.ts'
import type { Target } from '../import/d1.ts'

export type PricesCommand =
  | { readonly action: 'list' }
  | { readonly action: 'add' | 'preview'; readonly rule: PriceRule | null }
  | { readonly action: 'remove'; readonly id: number }
  | { readonly action: 'rate'; readonly rate: ExchangeRate }
  | { readonly action: 'set'; readonly tariffID: string; readonly price: Money }
  | { readonly action: 'unset'; readonly tariffID: string; readonly currency: string }

export const usage = `Usage:
  npm run prices -- list
  npm run prices -- add --currency USD --markup 40 [--min-profit 1.00] [--step 1.00] [--ending 0.90]
      [--supplier airalo] [--country tr] [--plan ID]
  npm run prices -- preview [the options of add]
  npm run prices -- remove RULE
  npm run prices -- rate "1 USD = 92.50 RUB"
  npm run prices -- set PLAN "12.50 USD"
  npm run prices -- unset PLAN USD
Add --remote for production. A price is the cost plus the markup, and at least the cost plus the
minimum profit. It is rounded up to a multiple of the step plus the ending.`

const ruleFlags = {
  currency: { type: 'string' },
  markup: { type: 'string' },
  'min-profit': { type: 'string' },
  step: { type: 'string' },
  ending: { type: 'string' },
  supplier: { type: 'string' },
  country: { type: 'string' },
  plan: { type: 'string' },
} as const

const currency = z.string().refine(isCurrency, 'must be an ISO 4217 code such as USD')
const decimal = z.string().regex(/^\d{1,9}(\.\d+)?$/, 'must be an amount such as 1.00')
const ruleOptions = z
  .object({
    currency,
    markup: z
      .string()
      .regex(/^\d{1,4}(\.\d{1,2})?$/, 'must be a percentage with two decimals at most')
      .transform((text) => Math.round(Number(text) * 100)),
    'min-profit': decimal.default('0'),
    step: decimal.optional(),
    ending: decimal.default('0'),
    supplier: z.string().optional(),
    country: countryCode.optional(),
    plan: tariffID.optional(),
  })
  .transform((options, context): PriceRule => {
    const minor = (text: string) => minorOf(text, options.currency)
    const ending = minor(options.ending)
    // Prices such as 12.90 repeat with each unit; without an ending every minor unit is a price.
    const unit = ending === 0 ? 1 : 10 ** minorDigits(options.currency)
    const step = options.step === undefined ? unit : minor(options.step)
    if (step === 0 || ending >= step)
      context.addIssue({ code: 'custom', path: ['ending'], message: 'must be less than --step' })
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

/** Parses the command line. Throws an error that names every bad option. */
export function pricesArguments(
  args: readonly string[],
): PricesCommand & { readonly target: Target } {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { ...targetFlags, ...ruleFlags },
  })
  return { ...commandOf(positionals, values), target: targetOf(values) }
}

function commandOf(positionals: readonly string[], values: { readonly currency?: string }) {
  const [action, name = '', value = ''] = positionals
  const [, from = '', amount = '', to = ''] =
    /^1 ([A-Z]{3}) = (\d{1,9}(?:\.\d{1,6})?) ([A-Z]{3})$/.exec(name) ?? []
  const [, price = '', priceCurrency = ''] = /^(\d{1,9}(?:\.\d+)?) ([A-Z]{3})$/.exec(value) ?? []
  if (action === 'list' && positionals.length === 1) return { action } as const
  if (action === 'preview' && values.currency === undefined) return { action, rule: null } as const
  if (action === 'add' || action === 'preview') return { action, rule: parseRule(values) } as const
  if (action === 'remove' && /^\d+$/.test(name)) return { action, id: Number(name) } as const
  if (action === 'rate' && isCurrency(from) && isCurrency(to) && Number(amount) > 0)
    return { action, rate: rateOf(from, amount, to) } as const
  if (action === 'set' && isAmount(price, priceCurrency)) {
    const money = { minor: minorOf(price, priceCurrency), currency: priceCurrency }
    return { action, tariffID: name, price: money } as const
  }
  if (action === 'unset' && isCurrency(value))
    return { action, tariffID: name, currency: value } as const
  throw new Error(usage)
}

function isAmount(price: string, code: string): boolean {
  const fraction = price.split('.')[1] ?? ''
  return isCurrency(code) && fraction.length <= minorDigits(code) && Number(price) > 0
}

function parseRule(values: object): PriceRule {
  const parsed = ruleOptions.safeParse(values)
  if (parsed.success) return parsed.data
  throw new Error(
    parsed.error.issues.map(({ path, message }) => `--${path.join('.')}: ${message}`).join('\n'),
  )
}
