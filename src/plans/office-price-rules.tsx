import { z } from 'zod'
import type { StoredPriceRule, PriceBookChange } from './price-book.ts'
import { rateOf } from './price-rules.ts'
import type { PriceRule, ExchangeRate } from './price-rules.ts'
import { formatPercent } from '../words/formats.shared.ts'
import { officeHref } from '../words/office-paths.ts'
import { useOffice } from '../office/office.tsx'
import type { OfficeWords, Office } from '../office/office.tsx'
import { WideTable } from '../office/lists.tsx'
import { err, ok } from '../kit/result.shared.ts'
import type { Result } from '../kit/result.shared.ts'
import type { ActionFailure } from '../office/action-form.tsx'
import { formFields } from '../office/form-body.ts'
import type { FormFields } from '../office/form-body.ts'
import type { AuditEntry } from '../api/audit.ts'
import type { PricePreview } from './set-prices.ts'
import { isCurrency, minorDigits, minorOf } from '../kit/money.shared.ts'
import type { Currencies } from '../kit/money.shared.ts'
import { countryCode, tariffID } from '../api/common.ts'

/** Lists the rules, the general rules first. */
export function RuleTable({ rules }: Pick<PricesViewProps, 'rules'>) {
  const office = useOffice()
  const { locale, words, may, money } = office
  if (rules.length === 0) return <p className="soft">{words('prices.noRules')}</p>
  return (
    <WideTable
      name={{ id: 'rules' }}
      rows={rules}
      keyOf={({ id }) => String(id)}
      columns={[
        [words('prices.scope'), (rule) => ruleName(words, rule)],
        [
          words('prices.markup'),
          ({ markupHundredths }) => formatPercent(locale, markupHundredths / 100),
          'number',
        ],
        [
          words('prices.minimumProfit'),
          ({ minimumProfit, currency }) => money({ minor: minimumProfit, currency }),
          'number',
        ],
        [words('prices.rounding'), (rule) => roundingText(office, rule) ?? '—', 'number'],
        [
          words('order.actions'),
          (rule) => may('remove-rule') && <RemoveLink rule={rule} />,
          'action',
        ],
      ]}
    />
  )
}

/** Returns null if the rule does not round. */
export function roundingText({ words, money }: Office, rule: PriceRule): string | null {
  const { step, ending, currency } = rule
  if (step === 1) return null
  const amount = (minor: number) => money({ minor, currency })
  return words('prices.steps', { step: amount(step), ending: amount(ending) })
}

function RemoveLink({ rule }: { rule: StoredPriceRule }) {
  const { words } = useOffice()
  return (
    <a href={officeHref('prices', { change: 'remove', id: rule.id })}>
      {words('prices.remove')}
      <span className="unseen"> {ruleName(words, rule)}</span>
    </a>
  )
}

function ruleName(words: OfficeWords, rule: PriceRule): string {
  return `${scopeText(words, rule)}, ${rule.currency}`
}

/** Names the plans to which a rule applies. */
export function scopeText(words: OfficeWords, rule: PriceRule): string {
  const { supplier, countryCode, tariffID } = rule
  const parts = [supplier, countryCode?.toUpperCase(), tariffID].filter((each) => each)
  return parts.length === 0 ? words('prices.everyPlan') : parts.join(', ')
}

/** Names of form fields, by the names of the command's options. */
const ruleOptions = {
  currency: 'currency',
  markup: 'markup',
  'min-profit': 'minimumProfit',
  step: 'step',
  ending: 'ending',
  supplier: 'onlySupplier',
  country: 'onlyCountry',
  plan: 'onlyPlan',
} as const

/** Parses the change from the form that confirms it. */
export const changeFields = formFields.transform((fields, context) => {
  const change = typedChange(fields)
  if (change?.ok) return { change: change.value }
  context.addIssue({ code: 'custom' })
  return z.NEVER
})

/** Parses the change from the fields of a form or a query. Returns null if there is none. */
export function typedChange(fields: FormFields): Result<PriceBookChange, ActionFailure> | null {
  const typedText = (name: string) => (fields[name] ?? '').trim().replace(',', '.')
  switch (fields['change']) {
    case 'rule': {
      const options = Object.entries(ruleOptions).flatMap(([option, name]) =>
        typedText(name) === '' ? [] : [[option, typedText(name)] as const],
      )
      const rule = ruleFields.safeParse(Object.fromEntries(options))
      if (rule.success) return ok({ kind: 'rule', rule: rule.data })
      const [wrong] = rule.error.issues[0]?.path ?? []
      const [, name = ''] = Object.entries(ruleOptions).find(([option]) => option === wrong) ?? []
      return invalid(name)
    }
    case 'remove': {
      const id = typedText('id')
      return /^\d{1,9}$/.test(id) ? ok({ kind: 'remove', id: Number(id) }) : invalid('id')
    }
    case 'rate': {
      const rate = parseRate(typedText('from'), typedText('amount'), typedText('to'))
      return rate ? ok({ kind: 'rate', rate }) : invalid('amount')
    }
    case undefined:
    default:
      return null
  }
}

/** Returns the fields that describe a change, for the form that confirms it. */
export function fieldsOf(fields: FormFields): FormFields {
  const names = ['change', 'id', 'from', 'amount', 'to', ...Object.values(ruleOptions)]
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = fields[name] ?? ''
      return value === '' ? [] : [[name, value] as const]
    }),
  )
}

export function actionOf({ kind }: PriceBookChange) {
  return ({ rule: 'set-rule', remove: 'remove-rule', rate: 'set-rate' } as const)[kind]
}

function invalid(field: string): Result<never, ActionFailure> {
  return err({ code: 'invalid', field })
}

export type PricesViewProps = {
  readonly currencies: Currencies
  readonly suppliers: readonly string[]
  readonly rules: readonly StoredPriceRule[]
  readonly rates: readonly ExchangeRate[]
  readonly version: number
  readonly history: readonly AuditEntry[]
  /** The fields of the change in the preview. */
  readonly fields: FormFields
  readonly change: PriceBookChange | null
  readonly preview: PricePreview | null
  readonly failure: ActionFailure | null
}

const currency = z.string().refine(isCurrency)
const decimal = z.string().regex(/^\d{1,9}(\.\d+)?$/)

const isA = (schema: z.ZodType) => (text: string) => schema.safeParse(text).success

const ruleFields = z
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
function parseRate(from: string, amount: string, to: string): ExchangeRate | null {
  const isRate = isCurrency(from) && isCurrency(to) && from !== to
  return isRate && /^\d{1,9}(\.\d{1,6})?$/.test(amount) && Number(amount) > 0
    ? rateOf(from, amount, to)
    : null
}
