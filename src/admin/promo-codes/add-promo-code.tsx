import type { InputHTMLAttributes } from 'react'
import { maxLength } from '../../kit/limits.shared.ts'
import type { Currencies } from '../../kit/money.shared.ts'
import { officeHref } from '../../words/office-paths.ts'
import { ActionFields } from '../action-form.tsx'
import type { AdminWords } from '../admin-words.ts'
import { FieldProblems } from '../field-problem.tsx'
import { LabelledField } from '../labelled-field.tsx'
import { useOffice } from '../office.tsx'
import type { RejectedForm } from '../routing/admin-action.ts'

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

function fieldsOf(words: AdminWords, currencies: Currencies): readonly CodeField[] {
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
