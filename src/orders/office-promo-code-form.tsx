import { z } from 'zod'
import { countryCode, tariffID } from '../api/common.ts'
import { marketingCode } from './operations.ts'
import { parseMoney, typedDecimal, type Currencies } from '../kit/money.shared.ts'
import { readDecimal } from '../kit/typed.shared.ts'
import { canonicalPromoCode, type PromoCode } from './promo-code.ts'
import { dayMs, timeAfter } from '../kit/time.shared.ts'
import { maxLength } from '../kit/limits.shared.ts'
import { err, ok, type Result } from '../kit/result.shared.ts'
import { defineAction, defineSubjectAction } from '../office/actions.tsx'
import { InputFields, type Input, type Inputs } from '../office/fields.tsx'
import type { FormFields } from '../office/form-body.ts'
import { addPromoCode, changePromoCode, stopPromoCode } from './promo-codes-for-office.ts'

/** Converts a code to the form in which it is stored. */
const promoCodeName = marketingCode.transform(canonicalPromoCode)

const day = z.iso.date().transform((text) => new Date(text))
const limit = z
  .string()
  .regex(/^[1-9]\d{0,8}$/)
  .transform(Number)
const listOf = (item: z.ZodType<string, string>) =>
  z
    .string()
    .transform((text) => text.split(',').map((each) => each.trim()))
    .pipe(z.array(item))
const percent = z
  .string()
  .regex(/^\d{1,2}(\.\d{1,2})?$/)
  .transform((text) => Math.round(Number(text) * 100))
  .refine((hundredths) => hundredths > 0)
const amount = z.string().transform((text, context) => {
  const money = parseMoney(text)
  if (money && money.minor > 0) return [money.currency, money.minor] as const
  context.addIssue({ code: 'custom' })
  return z.NEVER
})

/** The fields of a new promo code. Days are in UTC. A code is valid until the end of the last day. */
const promoFields = z
  .object({
    percent: percent.optional(),
    amount: z.array(amount).optional(),
    from: day.optional(),
    until: day.optional(),
    limit: limit.optional(),
    perCustomer: limit.optional(),
    plans: listOf(tariffID).default([]),
    countries: listOf(countryCode).default([]),
  })
  .refine(
    ({ percent: share, amount: amounts }) => (share === undefined) !== (amounts === undefined),
  )
  .refine(({ from, until }) => !from || !until || from <= until, { path: ['until'] })

/** The fields that can change while a code is valid, or before it is. */
const promoChangeFields = z.object({ until: day.optional(), limit: limit.optional() })

/** Returns the end of a code whose last day is given. */
function endOfDay(lastDay: Date | undefined): Date | null {
  return lastDay ? timeAfter(lastDay, dayMs) : null
}

/** Returns the promo code that the fields describe. Its last day counts until its end. */
function promoCodeOf(code: string, fields: z.output<typeof promoFields>): PromoCode {
  return {
    code,
    reduction:
      fields.percent === undefined
        ? { kind: 'amount', amounts: Object.fromEntries(fields.amount ?? []) }
        : { kind: 'percent', hundredths: fields.percent },
    startsAt: fields.from ?? null,
    endsAt: endOfDay(fields.until),
    totalLimit: fields.limit ?? null,
    customerLimit: fields.perCustomer ?? null,
    tariffIDs: fields.plans,
    countryCodes: fields.countries,
  }
}

export type PromoSubject = { readonly currencies: Currencies }

const code = { schema: z.string().default('') }

export const stop = defineAction({ name: 'stop-promo-code', inputs: { code }, run: stopPromoCode })

/** An empty field removes the restriction. */
export const change = defineAction({
  name: 'change-promo-code',
  inputs: {
    code,
    until: { schema: optional(promoChangeFields.shape.until), type: 'date' },
    limit: { schema: optional(promoChangeFields.shape.limit), inputMode: 'numeric' },
  },
  run: async (context, person, { until, limit, ...input }) =>
    changePromoCode(context, person, {
      ...input,
      change: { endsAt: endOfDay(until), totalLimit: limit ?? null },
    }),
})

/** Parses a field that can be empty. */
function optional<Value>(schema: z.ZodType<Value, string | undefined>): z.ZodType<Value> {
  return z
    .string()
    .default('')
    .transform((typed) => typed.trim() || undefined)
    .pipe(schema)
}

export const add = defineSubjectAction({
  name: 'add-promo-code',
  isPossible: () => true,
  fields: ({ subject, ...props }) => (
    <div className="columns">
      <InputFields inputs={newCodeInputs(subject)} {...props} />
    </div>
  ),
  schemaFor: ({ currencies }: PromoSubject) =>
    z.record(z.string(), z.string()).transform((fields, context) => {
      const promo = typedPromoCode(fields, currencies)
      if (promo.ok) return { promo: promo.value }
      context.addIssue({ code: 'custom', path: [promo.error] })
      return z.NEVER
    }),
  run: addPromoCode,
})

const maxList = 400

/** A percentage or amounts by currency, and the restrictions. */
function newCodeInputs({ currencies }: PromoSubject): Inputs {
  const schema = z.string()
  const optionalInput = { schema, isRequired: false } as const
  const amounts = currencies.map((currency): readonly [string, Input] => [
    `amount${currency}`,
    {
      ...optionalInput,
      inputMode: 'decimal',
      label: ({ words }) => words('fields.orAmount', { currency }),
    },
  ])
  return {
    code: { schema, isRequired: true, maxLength: maxLength.marketingCode, placeholder: 'SUMMER' },
    percent: { ...optionalInput, inputMode: 'decimal', placeholder: '10' },
    ...Object.fromEntries(amounts),
    from: { ...optionalInput, type: 'date' },
    until: { ...optionalInput, type: 'date' },
    limit: { ...optionalInput, inputMode: 'numeric' },
    perCustomer: { ...optionalInput, inputMode: 'numeric' },
    plans: { ...optionalInput, maxLength: maxList },
    countries: { ...optionalInput, maxLength: maxList, placeholder: 'tr, ge' },
  }
}

function percentOf(typed: string | undefined): string | undefined {
  return typed && (readDecimal(typed, { digits: 2, names: ['%'] }) ?? typed)
}

/** Parses the form of a new code. Empty fields restrict nothing. Returns the name of a wrong field. */
function typedPromoCode(fields: FormFields, currencies: Currencies): Result<PromoCode, string> {
  const textOf = (name: string) => (fields[name] ?? '').trim()
  const optionalTextOf = (name: string) => textOf(name) || undefined
  const reduced = currencies.filter((currency) => textOf(`amount${currency}`) !== '')
  const amounts = reduced.map(
    (currency) => `${typedDecimal(textOf(`amount${currency}`), currency) ?? ''} ${currency}`,
  )
  const code = promoCodeName.safeParse(textOf('code'))
  if (!code.success) return err('code')
  const parsed = promoFields.safeParse({
    percent: percentOf(optionalTextOf('percent')),
    amount: amounts.length > 0 ? amounts : undefined,
    from: optionalTextOf('from'),
    until: optionalTextOf('until'),
    limit: optionalTextOf('limit'),
    perCustomer: optionalTextOf('perCustomer'),
    plans: optionalTextOf('plans'),
    countries: optionalTextOf('countries')?.toLowerCase(),
  })
  if (parsed.success) return ok(promoCodeOf(code.data, parsed.data))
  const [field = 'reduction', index] = parsed.error.issues[0]?.path ?? []
  return err(field === 'amount' ? `amount${reduced[Number(index)] ?? ''}` : String(field))
}
