import { z } from 'zod'
import type { StoredPriceRule, PriceBookChange } from './price-book.ts'
import type { PriceRule } from './price-rules.ts'
import { formatPercent } from '../words/formats.shared.ts'
import { officeHref } from '../words/office-paths.ts'
import { useOffice, type OfficeWords, type Office } from '../office/office-context.tsx'
import { WideTable } from '../office/lists.tsx'
import { err, ok, type Result } from '../kit/result.shared.ts'
import type { ActionFailure } from '../office/action-form.tsx'
import { formFields, type FormFields } from '../office/form-body.ts'
import type { AuditEntry } from '../api/audit.ts'
import type { PricePreview } from './set-prices.ts'
import { isCurrency, minorDigits, minorOf, rateOf } from '../kit/money.shared.ts'
import type { Currencies, ExchangeRate } from '../kit/money.shared.ts'
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
      const texts = ruleNames.map((name) => [name, typedText(name)])
      const rule = typedRule.safeParse(Object.fromEntries(texts.filter(([, text]) => text !== '')))
      if (rule.success) return ok({ kind: 'rule', rule: rule.data })
      return invalid(String(rule.error.issues[0]?.path[0]))
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
  const names = new Set(['change', 'id', 'from', 'amount', 'to', ...ruleNames])
  const isTyped = ([name, value]: [string, string]) => names.has(name) && value !== ''
  return Object.fromEntries(Object.entries(fields).filter(isTyped))
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

const ruleFields = z.object({
  currency,
  markup: z
    .string()
    .regex(/^\d{1,4}(\.\d{1,2})?$/)
    .transform((text) => Math.round(Number(text) * 100)),
  minimumProfit: decimal.default('0'),
  step: decimal.optional(),
  ending: decimal.default('0'),
  onlySupplier: z.string().nullable().default(null),
  onlyCountry: z.string().refine(isA(countryCode)).nullable().default(null),
  onlyPlan: z.string().refine(isA(tariffID)).nullable().default(null),
})
const ruleNames = Object.keys(ruleFields.shape)

const typedRule = ruleFields.transform((typed, context): PriceRule => {
  const minor = (text: string) => minorOf(text, typed.currency)
  const ending = minor(typed.ending)
  // The default step with an ending is one major unit, for prices such as 12.90. Without an
  // ending it is one minor unit.
  const unit = ending === 0 ? 1 : 10 ** minorDigits(typed.currency)
  const step = typed.step === undefined ? unit : minor(typed.step)
  if (step === 0 || ending >= step) context.addIssue({ code: 'custom', path: ['ending'] })
  return {
    supplier: typed.onlySupplier,
    countryCode: typed.onlyCountry,
    tariffID: typed.onlyPlan,
    currency: typed.currency,
    markupHundredths: typed.markup,
    minimumProfit: minor(typed.minimumProfit),
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
