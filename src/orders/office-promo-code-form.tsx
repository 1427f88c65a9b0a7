import type { InputHTMLAttributes } from 'react'
import { maxLength } from '../kit/limits.shared.ts'
import type { Currencies } from '../kit/money.shared.ts'
import { officeHref } from '../words/office-paths.ts'
import { ActionFields, FieldProblems, invalidField } from '../office/action-form.tsx'
import type { ActionFailure } from '../office/action-form.tsx'
import { useOffice } from '../office/office.tsx'
import type { OfficeWords } from '../office/office.tsx'
import { LabelledField } from '../office/fields.tsx'
import type { RejectedForm } from '../office/routing.ts'
import {
  endOfDay,
  promoChangeFields,
  promoCodeName,
  promoCodeOf,
  promoFields,
} from './promo-fields.ts'
import type { PromoCode } from './promo-code.ts'
import { err, ok } from '../kit/result.shared.ts'
import type { Result } from '../kit/result.shared.ts'
import type { FormFields } from '../office/form-body.ts'

type Props = {
  readonly currencies: Currencies
  readonly rejected: RejectedForm | null
}

const maxList = 400

/** Shows the form for a new code: a percentage or amounts by currency, and the restrictions. */
export function AddPromoCode({ currencies, rejected }: Props) {
  const { words } = useOffice()
  const values = rejected?.fields ?? {}
  return (
    <section className="panel">
      <details open={rejected !== null}>
        <summary>{words('actions.add-promo-code.title')}</summary>
        <form method="post" action={officeHref('promoCodes')} className="fields">
          <ActionFields action="add-promo-code" version={0} />
          <p className="soft">{words('actions.add-promo-code.text')}</p>
          <FieldProblems failure={rejected?.failure ?? null}>
            <div className="columns">
              {fieldsOf(words, currencies).map(({ name, label, ...attributes }) => (
                <LabelledField key={name} label={label}>
                  <input name={name} defaultValue={values[name]} {...attributes} />
                </LabelledField>
              ))}
            </div>
          </FieldProblems>
          <button className="button">{words('actions.add-promo-code.submit')}</button>
        </form>
      </details>
    </section>
  )
}

type CodeField = InputHTMLAttributes<HTMLInputElement> & {
  readonly name: string
  readonly label: string
}

function fieldsOf(words: OfficeWords, currencies: Currencies): readonly CodeField[] {
  return [
    {
      name: 'code',
      label: words('fields.code'),
      maxLength: maxLength.marketingCode,
      placeholder: 'SUMMER',
      required: true,
    },
    { name: 'percent', label: words('fields.percent'), inputMode: 'decimal', placeholder: '10' },
    ...currencies.map((currency) => ({
      name: `amount${currency}`,
      label: words('fields.orAmount', { currency }),
      inputMode: 'decimal' as const,
    })),
    { name: 'from', label: words('fields.from'), type: 'date' },
    { name: 'until', label: words('fields.until'), type: 'date' },
    { name: 'limit', label: words('fields.limit'), inputMode: 'numeric' },
    { name: 'perCustomer', label: words('fields.perCustomer'), inputMode: 'numeric' },
    { name: 'plans', label: words('fields.plans'), maxLength: maxList },
    {
      name: 'countries',
      label: words('fields.countries'),
      maxLength: maxList,
      placeholder: 'tr, ge',
    },
  ]
}

/** Parses the form of a change. An empty field removes the restriction. */
export function typedChange(
  fields: FormFields,
): Result<Pick<PromoCode, 'endsAt' | 'totalLimit'>, ActionFailure> {
  const optionalTextOf = (name: string) => (fields[name] ?? '').trim() || undefined
  const parsed = promoChangeFields.safeParse({
    until: optionalTextOf('until'),
    limit: optionalTextOf('limit'),
  })
  if (!parsed.success) return err(invalidField(parsed.error.issues))
  const { until, limit } = parsed.data
  return ok({ endsAt: endOfDay(until), totalLimit: limit ?? null })
}

/** Parses the form of a new code. Empty fields restrict nothing. */
export function typedPromoCode(
  fields: FormFields,
  currencies: Currencies,
): Result<PromoCode, ActionFailure> {
  const textOf = (name: string) => (fields[name] ?? '').trim()
  const optionalTextOf = (name: string) => textOf(name) || undefined
  const reduced = currencies.filter((currency) => textOf(`amount${currency}`) !== '')
  const amounts = reduced.map(
    (currency) => `${textOf(`amount${currency}`).replace(',', '.')} ${currency}`,
  )
  const code = promoCodeName.safeParse(textOf('code'))
  if (!code.success) return err({ code: 'invalid', field: 'code' })
  const parsed = promoFields.safeParse({
    percent: optionalTextOf('percent')?.replace(',', '.'),
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
  if (field === 'amount')
    return err({ code: 'invalid', field: `amount${reduced[Number(index)] ?? ''}` })
  return err({ code: 'invalid', field: String(field) })
}
