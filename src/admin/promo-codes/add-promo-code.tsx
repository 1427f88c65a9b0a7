import type { ReactNode } from 'react'
import type { Currencies } from '../../domain/money.ts'
import { ActionFields } from '../action-form.tsx'
import type { AdminWords } from '../admin-words.ts'
import type { FormFields } from '../read-form.ts'

type Props = {
  readonly words: AdminWords
  readonly now: Date
  readonly currencies: Currencies
  /** What was typed before the form was rejected. */
  readonly values: FormFields
  readonly isOpen: boolean
}

const maxList = 400

/** The form for a new code: a percentage, or amounts by currency, and what restricts it. */
export function AddPromoCode({ words, now, currencies, values, isOpen }: Props) {
  const input = (name: string, more: object = {}) => (
    <input name={name} defaultValue={values[name]} {...more} />
  )
  return (
    <section className="panel">
      <details open={isOpen}>
        <summary>{words('actions.add-promo-code.title')}</summary>
        <form method="post" action="/admin/promo-codes" className="fields">
          <ActionFields action="add-promo-code" version={0} now={now} />
          <p className="soft">{words('actions.add-promo-code.text')}</p>
          <div className="columns">
            <Field name={words('fields.code')}>
              {input('code', { maxLength: 64, placeholder: 'SUMMER', required: true })}
            </Field>
            <Field name={words('fields.percent')}>
              {input('percent', { inputMode: 'decimal', placeholder: '10' })}
            </Field>
            {currencies.map((currency) => (
              <Field key={currency} name={words('fields.orAmount', { currency })}>
                {input(`amount${currency}`, { inputMode: 'decimal' })}
              </Field>
            ))}
            <Field name={words('fields.from')}>{input('from', { type: 'date' })}</Field>
            <Field name={words('fields.until')}>{input('until', { type: 'date' })}</Field>
            <Field name={words('fields.limit')}>{input('limit', { inputMode: 'numeric' })}</Field>
            <Field name={words('fields.perCustomer')}>
              {input('perCustomer', { inputMode: 'numeric' })}
            </Field>
            <Field name={words('fields.plans')}>{input('plans', { maxLength: maxList })}</Field>
            <Field name={words('fields.countries')}>
              {input('countries', { maxLength: maxList, placeholder: 'tr, ge' })}
            </Field>
          </div>
          <button className="button">{words('actions.add-promo-code.submit')}</button>
        </form>
      </details>
    </section>
  )
}

function Field({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <label className="field">
      <span>{name}</span>
      {children}
    </label>
  )
}
