import { z } from 'zod'
import type { ActionFailure } from '../office/action-form.tsx'
import type { PlanAction } from '../api/staff.ts'
import type { Currencies, Currency, Prices } from '../kit/money.shared.ts'
import { oneLine } from '../kit/limits.shared.ts'
import { err, ok, type Result } from '../kit/result.shared.ts'
import { defineAction, defineSubjectAction, type OfficeAction } from '../office/actions.tsx'
import { InputFields, reasonInput, typedMinor, type Input, type Inputs } from '../office/fields.tsx'
import type { Office } from '../office/office-context.tsx'
import { formatTyped } from '../words/formats.shared.ts'
import type { Locale } from '../words/locales.shared.ts'
import { ownStock } from './can-sell.ts'
import { maxConditions } from './columns.ts'
import {
  addSource,
  describePlan,
  highestPriority,
  putOnSale,
  removeSource,
  sourceNames,
  takeOffSale,
} from './plan-actions.ts'
import type { PlanSource } from './plan-actions.ts'
import type { PlanForOffice, SourceOfPlan } from './plans-for-office.ts'
import { setPlanPrices } from './set-prices.ts'

export type PlanSubject = { readonly plan: PlanForOffice; readonly currencies: Currencies }

const limits = { maxDigits: 9, isSigned: false } as const

const setPricesAction = defineSubjectAction({
  name: 'set-prices',
  isPossible: () => true,
  fields: ({ subject, failure, ...props }) => (
    <InputFields inputs={priceInputs(subject, failure)} {...props} />
  ),
  schemaFor: ({ plan, currencies }: PlanSubject) =>
    z.record(z.string(), z.string()).transform((fields, context) => {
      const typed = typedPrices(fields, currencies)
      const isConfirmed = fields['isConfirmed'] === 'yes'
      const [base] = currencies
      const lacksBase = typed.ok && plan.supplier === null && !(base in typed.value)
      if (typed.ok && !lacksBase)
        return { prices: { ...otherPrices(plan, currencies), ...typed.value }, isConfirmed }
      context.addIssue({ code: 'custom', path: [priceName(typed.ok ? base : typed.error)] })
      return z.NEVER
    }),
  run: async (context, person, input, { plan }) =>
    setPlanPrices(context, person, { ...input, tariffID: plan.tariffID }),
})

/**
 * Returns an input for each currency of the shop. An empty input means no price, or the price that
 * the rules give.
 */
function priceInputs({ plan, currencies }: PlanSubject, failure: ActionFailure | null): Inputs {
  const isOwn = plan.supplier === null
  const known = isOwn ? plan.prices : plan.setPrices
  const inputs = currencies.map((currency, index): readonly [string, Input] => [
    priceName(currency),
    {
      schema: z.string(),
      label: ({ words }) => words('fields.price', { currency }),
      inputMode: 'decimal',
      value: ({ locale }) => typedPrice(locale, known, currency),
      placeholder: ({ locale }) => typedPrice(locale, plan.prices, currency),
      isRequired: isOwn && index === 0,
      hint({ words }) {
        if (!isOwn) return words('plans.emptyByRules')
        const text = words(index === 0 ? 'plans.basePrice' : 'plans.emptyNotSold')
        return index < currencies.length - 1 ? text : `${text} ${words('plans.importNote')}`
      },
    },
  ])
  const isSuspicious = failure?.code === 'refused' && failure.reason === 'suspicious-price'
  const confirmation = { schema: z.string(), kind: 'check', isRequired: true } as const
  return { ...Object.fromEntries(inputs), ...(isSuspicious && { isConfirmed: confirmation }) }
}

function priceName(currency: Currency): string {
  return `price${currency}`
}

function typedPrice(locale: Locale, prices: Prices, currency: Currency): string {
  const minor = prices[currency]
  return minor === undefined ? '' : formatTyped(locale, { minor, currency })
}

/** Returns prices in currencies that the shop no longer charges. The form does not change them. */
function otherPrices({ prices, setPrices, supplier }: PlanSubject['plan'], currencies: Currencies) {
  const known = supplier === null ? prices : setPrices
  return Object.fromEntries(Object.entries(known).filter(([each]) => !currencies.includes(each)))
}

/** The error is the currency of the first field that is not an amount. */
function typedPrices(
  fields: { readonly [name: string]: string },
  currencies: Currencies,
): Result<Prices, Currency> {
  const typed = currencies.flatMap((currency) => {
    const text = (fields[priceName(currency)] ?? '').trim()
    return text === '' ? [] : [[currency, typedMinor(text, currency, limits)] as const]
  })
  const [wrong] = typed.find(([, minor]) => minor === null) ?? []
  if (wrong !== undefined) return err(wrong)
  const prices = typed.flatMap(([currency, minor]) => (minor === null ? [] : [[currency, minor]]))
  return ok(Object.fromEntries(prices))
}

const takeOffSaleAction = defineAction({
  name: 'take-off-sale',
  isPossible: ({ plan }: PlanSubject) => plan.offSaleAt === null,
  inputs: { reason: reasonInput },
  run: async (context, person, input, { plan }: PlanSubject) =>
    takeOffSale(context, person, { ...input, tariffID: plan.tariffID }),
})

const putOnSaleAction = defineAction({
  name: 'put-on-sale',
  isPossible: ({ plan }: PlanSubject) => plan.offSaleAt !== null,
  inputs: {},
  run: async (context, person, input, { plan }: PlanSubject) =>
    putOnSale(context, person, { ...input, tariffID: plan.tariffID }),
})

const hotspots = ['unknown', 'yes', 'limited', 'no'] as const
const maxText = 200

const describePlanAction = defineAction({
  name: 'describe-plan',
  isPossible: ({ plan }) => plan.supplier === null,
  inputsFor: ({ plan }: PlanSubject) =>
    ({
      hotspot: {
        schema: z.enum(hotspots),
        kind: 'choice',
        value: plan.hotspot,
        options: ({ words }: Office) =>
          hotspots.map((each) => [each, words(`plans.hotspots.${each}`)] as const),
      },
      topUp: answerInput(plan.topUp),
      kyc: answerInput(plan.kyc),
      apn: textInput(plan.apn, maxText),
      fairUseNote: textInput(plan.fairUseNote, maxText),
      conditions: textInput(plan.conditions, maxConditions),
      unlimitedApps: {
        schema: z.string().max(maxText).transform(listOf),
        maxLength: maxText,
        value: plan.unlimitedApps.join('; '),
        hint: ({ words }: Office) => words('plans.importNote'),
      },
    }) as const,
  run: async (context, person, { idempotencyKey, version, ...facts }, { plan: { tariffID } }) =>
    describePlan(context, person, { idempotencyKey, version, tariffID, facts }),
})

/** Asks for a line of text that can be empty. */
function textInput(known: string | null, most: number): Input<string | null> {
  const schema = z.string().trim().max(most).regex(oneLine).default('')
  return { schema: schema.transform((text) => text || null), maxLength: most, value: known ?? '' }
}

const answers = ['', 'yes', 'no'] as const

/** Asks for a fact that can be unknown. */
function answerInput(known: boolean | null): Input<boolean | null> {
  return {
    schema: z.enum(answers).transform((text) => (text === '' ? null : text === 'yes')),
    kind: 'choice',
    value: known === null ? '' : known ? 'yes' : 'no',
    options: ({ words }) =>
      answers.map((each) => [each, words(each === '' ? 'plans.unknownFact' : `plans.${each}`)]),
  }
}

function listOf(text: string): string[] {
  return text
    .split(';')
    .map((each) => each.trim())
    .filter((each) => each !== '')
}

const maxPlanCode = 120
const defaultPriority = '10'

const addSourceAction = defineAction({
  name: 'add-source',
  inputs: {
    supplier: {
      schema: z.enum(sourceNames),
      kind: 'choice',
      options: ({ words }: Office) =>
        sourceNames.map(
          (name) => [name, name === ownStock ? words('plans.ownStock') : name] as const,
        ),
    },
    planCode: { schema: z.string().trim().max(maxPlanCode), maxLength: maxPlanCode },
    priority: {
      schema: z
        .string()
        .regex(/^\d{1,4}$/)
        .transform(Number)
        .pipe(z.int().max(highestPriority)),
      inputMode: 'numeric',
      value: defaultPriority,
    },
  } as const,
  run: async (
    context,
    person,
    { supplier, planCode, ...input },
    { plan: { tariffID } }: PlanSubject,
  ) => addSource(context, person, { ...input, tariffID, source: { supplier, planCode } }),
})

const removeSourceAction = defineAction({
  name: 'remove-source',
  isPossible: ({ plan }) => removableSources(plan).length > 0,
  inputsFor: ({ plan }: PlanSubject) => ({
    source: {
      schema: z.string().transform(sourceOf),
      kind: 'choice' as const,
      options: ({ words }: Office) =>
        removableSources(plan).map((source) => {
          const name = sourceName(source)
          return [name, source.supplier === ownStock ? words('plans.ownStock') : name] as const
        }),
    },
  }),
  run: async (context, person, input, { plan }) =>
    removeSource(context, person, { ...input, tariffID: plan.tariffID }),
})

/** Returns sources with a row, except those of the supplier whose catalogue describes the plan. */
function removableSources({ sources, supplier }: PlanSubject['plan']): readonly SourceOfPlan[] {
  return sources.filter((source) => source.isStored === 1 && source.supplier !== supplier)
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
export const planActionForms: readonly OfficeAction<PlanAction, PlanSubject>[] = [
  setPricesAction,
  takeOffSaleAction,
  putOnSaleAction,
  describePlanAction,
  addSourceAction,
  removeSourceAction,
]
