import { z } from 'zod'
import { setPlanPrices } from './set-prices.ts'
import type { Currencies, Currency, Prices } from '../kit/money.shared.ts'
import { err, ok } from '../kit/result.shared.ts'
import type { Result } from '../kit/result.shared.ts'
import { LabelledField, typedMinor, ReasonField, reason } from '../office/fields.tsx'
import { useOffice } from '../office/office.tsx'
import { defineSubjectAction } from '../office/subject-forms.tsx'
import type { SubjectAction, SubjectFieldsProps } from '../office/subject-forms.tsx'
import { formatTyped } from '../words/formats.shared.ts'
import type { Locale } from '../words/locales.shared.ts'
import type { PlanForStaff, SourceOfPlan } from './plan-for-office.ts'
import type { PlanAction } from '../api/staff.ts'
import {
  putOnSale,
  takeOffSale,
  describePlan,
  addSource,
  highestPriority,
  removeSource,
  sourceNames,
} from './plan-actions.ts'
import type { PlanSource } from './plan-actions.ts'
import { ownStock } from './can-sell.ts'

const limits = { maxDigits: 9, isSigned: false } as const

const setPricesAction = defineSubjectAction({
  name: 'set-prices',
  isPossible: () => true,
  fields: PriceFields,
  schemaFor: ({ plan, currencies }: PlanSubject) =>
    z.record(z.string(), z.string()).transform((fields, context) => {
      const typed = typedPrices(fields, currencies)
      const isConfirmed = fields['isConfirmed'] === 'yes'
      const [base] = currencies
      const lacksBase = typed.ok && plan.supplier === null && !(base in typed.value)
      if (typed.ok && !lacksBase)
        return { prices: { ...otherPrices(plan, currencies), ...typed.value }, isConfirmed }
      context.addIssue({ code: 'custom', path: [nameOf(typed.ok ? base : typed.error)] })
      return z.NEVER
    }),
  run: async (context, person, input, { plan }) =>
    setPlanPrices(context, person, { ...input, tariffID: plan.tariffID }),
})

/**
 * Shows a field for each currency of the shop. An empty field means no price, or the price that the
 * rules give.
 */
function PriceFields({ subject, values, failure }: PlanFieldsProps) {
  const { locale, words } = useOffice()
  const { plan, currencies } = subject
  const known = plan.supplier === null ? plan.prices : plan.setPrices
  const isSuspicious = failure?.code === 'refused' && failure.reason === 'suspicious-price'
  return (
    <>
      {currencies.map((currency, index) => (
        <LabelledField key={currency} label={words('fields.price', { currency })}>
          <input
            name={nameOf(currency)}
            inputMode="decimal"
            defaultValue={values[nameOf(currency)] ?? typedPrice(locale, known, currency)}
            placeholder={typedPrice(locale, plan.prices, currency)}
            required={plan.supplier === null && index === 0}
          />
          <small>
            {plan.supplier === null
              ? words(index === 0 ? 'plans.basePrice' : 'plans.emptyNotSold')
              : words('plans.emptyByRules')}
          </small>
        </LabelledField>
      ))}
      {plan.supplier === null && <small>{words('plans.importNote')}</small>}
      {isSuspicious && (
        <label className="check">
          <input type="checkbox" name="isConfirmed" value="yes" required />
          {words('fields.isConfirmed')}
        </label>
      )}
    </>
  )
}

function nameOf(currency: Currency): string {
  return `price${currency}`
}

function typedPrice(locale: Locale, prices: Prices, currency: Currency): string {
  const minor = prices[currency]
  return minor === undefined ? '' : formatTyped(locale, { minor, currency })
}

/** Returns prices in currencies that the shop no longer charges. The form does not change them. */
function otherPrices(
  { prices, setPrices, supplier }: PlanSubject['plan'],
  currencies: Currencies,
): Prices {
  const known = supplier === null ? prices : setPrices
  return Object.fromEntries(Object.entries(known).filter(([each]) => !currencies.includes(each)))
}

/** The error is the currency of the first field that is not an amount. */
function typedPrices(
  fields: { readonly [name: string]: string },
  currencies: Currencies,
): Result<Prices, Currency> {
  const typed = currencies.flatMap((currency) => {
    const text = (fields[nameOf(currency)] ?? '').trim()
    return text === '' ? [] : [[currency, typedMinor(text, currency, limits)] as const]
  })
  const [wrong] = typed.find(([, minor]) => minor === null) ?? []
  if (wrong !== undefined) return err(wrong)
  const prices = typed.flatMap(([currency, minor]) => (minor === null ? [] : [[currency, minor]]))
  return ok(Object.fromEntries(prices))
}

type PlanSubject = { readonly plan: PlanForStaff; readonly currencies: Currencies }
type PlanFieldsProps = SubjectFieldsProps<PlanSubject>
type PlanActionForm = SubjectAction<PlanAction, PlanSubject>

const takeOffSaleAction = defineSubjectAction({
  name: 'take-off-sale',
  isPossible: ({ plan }: PlanSubject) => plan.offSaleAt === null,
  fields: ReasonField,
  schemaFor: () => z.object({ reason }),
  run: async (context, person, input, { plan }) =>
    takeOffSale(context, person, { ...input, tariffID: plan.tariffID }),
})

const putOnSaleAction = defineSubjectAction({
  name: 'put-on-sale',
  isPossible: ({ plan }: PlanSubject) => plan.offSaleAt !== null,
  fields: () => null,
  schemaFor: () => z.object({}),
  run: async (context, person, input, { plan }) =>
    putOnSale(context, person, { ...input, tariffID: plan.tariffID }),
})

const hotspots = ['unknown', 'yes', 'limited', 'no'] as const
const answers = ['', 'yes', 'no'] as const
const maxText = 200

const answer = z.enum(answers).transform((text) => (text === '' ? null : text === 'yes'))

const describePlanAction = defineSubjectAction({
  name: 'describe-plan',
  isPossible: ({ plan }: PlanSubject) => plan.supplier === null,
  fields: FactFields,
  schemaFor: () =>
    z
      .object({
        hotspot: z.enum(hotspots),
        topUp: answer,
        kyc: answer,
        apn: z.string().trim().max(maxText),
        unlimitedApps: z.string().max(maxText),
      })
      .transform(({ apn, unlimitedApps, ...facts }) => ({
        facts: { ...facts, apn: apn === '' ? null : apn, unlimitedApps: listOf(unlimitedApps) },
      })),
  run: async (context, person, input, { plan }) =>
    describePlan(context, person, { ...input, tariffID: plan.tariffID }),
})

function FactFields({ subject: { plan }, values }: PlanFieldsProps) {
  const { words } = useOffice()
  const flags = { topUp: plan.topUp, kyc: plan.kyc } as const
  const texts = { apn: plan.apn ?? '', unlimitedApps: plan.unlimitedApps.join('; ') } as const
  return (
    <>
      <LabelledField label={words('fields.hotspot')}>
        <select name="hotspot" defaultValue={values['hotspot'] ?? plan.hotspot}>
          {hotspots.map((each) => (
            <option key={each} value={each}>
              {words(`plans.hotspots.${each}`)}
            </option>
          ))}
        </select>
      </LabelledField>
      {(['topUp', 'kyc'] as const).map((name) => (
        <LabelledField key={name} label={words(`fields.${name}`)}>
          <select name={name} defaultValue={values[name] ?? answerOf(flags[name])}>
            {answers.map((each) => (
              <option key={each} value={each}>
                {words(each === '' ? 'plans.unknownFact' : `plans.${each}`)}
              </option>
            ))}
          </select>
        </LabelledField>
      ))}
      {(['apn', 'unlimitedApps'] as const).map((name) => (
        <LabelledField key={name} label={words(`fields.${name}`)}>
          <input name={name} maxLength={maxText} defaultValue={values[name] ?? texts[name]} />
        </LabelledField>
      ))}
      <small>{words('plans.importNote')}</small>
    </>
  )
}

function answerOf(flag: boolean | null): (typeof answers)[number] {
  if (flag === null) return ''
  return flag ? 'yes' : 'no'
}

function listOf(text: string): string[] {
  return text
    .split(';')
    .map((each) => each.trim())
    .filter((each) => each !== '')
}

const maxPlanCode = 120
const defaultPriority = 10

const addSourceAction = defineSubjectAction({
  name: 'add-source',
  isPossible: () => true,
  fields: SourceFields,
  schemaFor: () =>
    z
      .object({
        supplier: z.enum(sourceNames),
        planCode: z.string().trim().max(maxPlanCode),
        priority: z
          .string()
          .regex(/^\d{1,4}$/)
          .transform(Number)
          .pipe(z.int().max(highestPriority)),
      })
      .transform(({ priority, ...source }) => ({ source, priority })),
  run: async (context, person, input, { plan }) =>
    addSource(context, person, { ...input, tariffID: plan.tariffID }),
})

const removeSourceAction = defineSubjectAction({
  name: 'remove-source',
  isPossible: ({ plan }: PlanSubject) => removableSources(plan).length > 0,
  fields: SourceField,
  schemaFor: () => z.object({ source: z.string().transform(sourceOf) }),
  run: async (context, person, input, { plan }) =>
    removeSource(context, person, { ...input, tariffID: plan.tariffID }),
})

function SourceField({ subject: { plan }, values }: PlanFieldsProps) {
  const { words } = useOffice()
  return (
    <LabelledField label={words('fields.source')}>
      <select name="source" defaultValue={values['source']}>
        {removableSources(plan).map((source) => (
          <option key={sourceName(source)} value={sourceName(source)}>
            {source.supplier === ownStock ? words('plans.ownStock') : sourceName(source)}
          </option>
        ))}
      </select>
    </LabelledField>
  )
}

function SourceFields({ values }: PlanFieldsProps) {
  const { words } = useOffice()
  return (
    <>
      <LabelledField label={words('fields.supplier')}>
        <select name="supplier" defaultValue={values['supplier']}>
          {sourceNames.map((name) => (
            <option key={name} value={name}>
              {name === ownStock ? words('plans.ownStock') : name}
            </option>
          ))}
        </select>
      </LabelledField>
      <LabelledField label={words('fields.planCode')}>
        <input name="planCode" maxLength={maxPlanCode} defaultValue={values['planCode']} />
      </LabelledField>
      <LabelledField label={words('fields.priority')}>
        <input
          name="priority"
          inputMode="numeric"
          defaultValue={values['priority'] ?? defaultPriority}
          required
        />
      </LabelledField>
    </>
  )
}

/** Returns sources with a row, except those of the supplier whose catalogue describes the plan. */
function removableSources({ sources, supplier }: PlanSubject['plan']): readonly SourceOfPlan[] {
  return sources.filter((source) => source.isStored && source.supplier !== supplier)
}

function sourceName({ supplier, planCode }: PlanSource): string {
  return `${supplier} ${planCode}`.trim()
}

/**
 * Parses the name of a source. Accepts every name, because the action returns the stored answer of
 * a form that has already removed its source.
 */
function sourceOf(name: string): PlanSource {
  const [supplier = '', ...code] = name.split(' ')
  return { supplier, planCode: code.join(' ') }
}

/** The forms of a plan's page, in the order in which they are shown. */
export const planActionForms: readonly PlanActionForm[] = [
  setPricesAction,
  takeOffSaleAction,
  putOnSaleAction,
  describePlanAction,
  addSourceAction,
  removeSourceAction,
]
