import { maxLength } from '../../domain/field-limits.ts'
import type { Currencies } from '../../domain/money.ts'
import { officeHref } from '../../locale/office-paths.ts'
import { ActionFields } from '../action-form.tsx'
import type { AdminWords } from '../admin-words.ts'
import { FieldProblems } from '../field-problem.tsx'
import { LabelledField } from '../labelled-field.tsx'
import type { RejectedForm } from '../routing/admin-action.ts'

type Props = {
  readonly words: AdminWords
  readonly now: Date
  readonly currencies: Currencies
  readonly rejected: RejectedForm | null
}

const maxList = 400

/** The form for a new code: a percentage or amounts by currency, and the restrictions. */
export function AddPromoCode({ words, now, currencies, rejected }: Props) {
  const values = rejected?.fields ?? {}
  const input = (name: string, more: object = {}) => (
    <input name={name} defaultValue={values[name]} {...more} />
  )
  return (
    <section className="panel">
      <details open={rejected !== null}>
        <summary>{words('actions.add-promo-code.title')}</summary>
        <form method="post" action={officeHref('promoCodes')} className="fields">
          <ActionFields action="add-promo-code" version={0} now={now} />
          <p className="soft">{words('actions.add-promo-code.text')}</p>
          <FieldProblems words={words} failure={rejected?.failure ?? null}>
            <div className="columns">
              <LabelledField label={words('fields.code')}>
                {input('code', {
                  maxLength: maxLength.marketingCode,
                  placeholder: 'SUMMER',
                  required: true,
                })}
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
          </FieldProblems>
          <button className="button">{words('actions.add-promo-code.submit')}</button>
        </form>
      </details>
    </section>
  )
}
