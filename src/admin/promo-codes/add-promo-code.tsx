import type { Currencies } from '../../domain/money.ts'
import { ActionFields } from '../action-form.tsx'
import type { AdminWords } from '../admin-words.ts'
import { LabelledField } from '../labelled-field.tsx'
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
            <LabelledField label={words('fields.code')}>
              {input('code', { maxLength: 64, placeholder: 'SUMMER', required: true })}
            </LabelledField>
            <LabelledField label={words('fields.percent')}>
              {input('percent', { inputMode: 'decimal', placeholder: '10' })}
            </LabelledField>
            {currencies.map((currency) => (
              <LabelledField key={currency} label={words('fields.orAmount', { currency })}>
                {input(`amount${currency}`, { inputMode: 'decimal' })}
              </LabelledField>
            ))}
            <LabelledField label={words('fields.from')}>
              {input('from', { type: 'date' })}
            </LabelledField>
            <LabelledField label={words('fields.until')}>
              {input('until', { type: 'date' })}
            </LabelledField>
            <LabelledField label={words('fields.limit')}>
              {input('limit', { inputMode: 'numeric' })}
            </LabelledField>
            <LabelledField label={words('fields.perCustomer')}>
              {input('perCustomer', { inputMode: 'numeric' })}
            </LabelledField>
            <LabelledField label={words('fields.plans')}>
              {input('plans', { maxLength: maxList })}
            </LabelledField>
            <LabelledField label={words('fields.countries')}>
              {input('countries', { maxLength: maxList, placeholder: 'tr, ge' })}
            </LabelledField>
          </div>
          <button className="button">{words('actions.add-promo-code.submit')}</button>
        </form>
      </details>
    </section>
  )
}
