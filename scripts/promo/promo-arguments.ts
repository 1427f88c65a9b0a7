import { parseArgs } from 'node:util'
import { z } from 'zod'
import { countryCode, tariffID } from '../../src/contract/common.ts'
import { marketingCode } from '../../src/contract/purchase.ts'
import { isCurrency, minorDigits, minorOf } from '../../src/domain/money.ts'
import { canonicalPromoCode } from '../../src/domain/promo-code.ts'
import type { PromoCode } from '../../src/domain/promo-code.ts'
import { targetFlags, targetOf } from '../import/command.ts'
import type { Target } from '../import/d1.ts'

export type PromoCommand =
  | { readonly action: 'add'; readonly promo: PromoCode }
  | { readonly action: 'list' }
  | { readonly action: 'stop'; readonly code: string }

export const usage = `Usage:
  npm run promo -- add SUMMER --percent 10 [--from 2026-12-01] [--until 2026-12-31]
      [--limit 500] [--per-customer 1] [--plans ID,ID] [--countries tr,ge]
  npm run promo -- add FIVE --amount "5.00 USD" --amount "450 RUB"
  npm run promo -- list
  npm run promo -- stop SUMMER
Add --remote for production. Days are UTC; the code is valid until the end of the last day.`

const dayMs = 86_400_000

const code = marketingCode.transform(canonicalPromoCode)
const day = z.iso.date('must be a day such as 2026-12-31').transform((text) => new Date(text))
const limit = z
  .string()
  .regex(/^[1-9]\d{0,8}$/, 'must be a whole number from 1')
  .transform(Number)
const listOf = (item: z.ZodType<string, string>) =>
  z
    .string()
    .transform((text) => text.split(','))
    .pipe(z.array(item))
const percent = z
  .string()
  .regex(/^\d{1,2}(\.\d{1,2})?$/, 'must be less than 100, with two decimals at most')
  .transform((text) => Math.round(Number(text) * 100))
  .refine((hundredths) => hundredths > 0, 'must be more than 0')
const amount = z.string().transform((text, context) => {
  const [, decimal = '', currency = ''] = /^(\d{1,9}(?:\.\d+)?) ([A-Z]{3})$/.exec(text) ?? []
  const fraction = decimal.split('.')[1] ?? ''
  const isAmount = isCurrency(currency) && fraction.length <= minorDigits(currency)
  if (isAmount && Number(decimal) > 0) return [currency, minorOf(decimal, currency)] as const
  context.addIssue({ code: 'custom', message: 'must be an amount such as "5.00 USD"' })
  return z.NEVER
})

const addition = z
  .object({
    percent: percent.optional(),
    amount: z.array(amount).optional(),
    from: day.optional(),
    until: day.optional(),
    limit: limit.optional(),
    'per-customer': limit.optional(),
    plans: listOf(tariffID).default([]),
    countries: listOf(countryCode).default([]),
  })
  .refine(
    ({ percent: share, amount: amounts }) => (share === undefined) !== (amounts === undefined),
    {
      error: 'Give either --percent or --amount.',
    },
  )
  .refine(({ from, until }) => !from || !until || from <= until, {
    path: ['until'],
    error: 'must not be before --from',
  })

/** Parses the command line. Throws an error that names every bad option. */
export function promoArguments(
  args: readonly string[],
): PromoCommand & { readonly target: Target } {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      ...targetFlags,
      percent: { type: 'string' },
      amount: { type: 'string', multiple: true },
      from: { type: 'string' },
      until: { type: 'string' },
      limit: { type: 'string' },
      'per-customer': { type: 'string' },
      plans: { type: 'string' },
      countries: { type: 'string' },
    },
  })
  const [action, name, ...others] = positionals
  const target = targetOf(values)
  if (action === 'list' && name === undefined) return { action, target }
  if ((action !== 'add' && action !== 'stop') || name === undefined || others.length > 0)
    throw new Error(usage)
  const parsedCode = code.safeParse(name)
  if (!parsedCode.success) throw new Error(`${name}: a code has 1 to 64 letters, digits, - and _.`)
  if (action === 'stop') return { action, code: parsedCode.data, target }
  const added = addition.safeParse(values)
  if (!added.success) throw new Error(added.error.issues.map(describeIssue).join('\n'))
  return { action, promo: toPromoCode(parsedCode.data, added.data), target }
}

function describeIssue({ path, message }: z.core.$ZodIssue): string {
  return path.length === 0 ? message : `--${String(path[0])}: ${message}`
}

function toPromoCode(promoCode: string, added: z.output<typeof addition>): PromoCode {
  return {
    code: promoCode,
    reduction:
      added.percent === undefined
        ? { kind: 'amount', amounts: Object.fromEntries(added.amount ?? []) }
        : { kind: 'percent', hundredths: added.percent },
    startsAt: added.from ?? null,
    endsAt: added.until ? new Date(added.until.getTime() + dayMs) : null,
    totalLimit: added.limit ?? null,
    customerLimit: added['per-customer'] ?? null,
    tariffIDs: added.plans,
    countryCodes: added.countries,
  }
}
