import type { Money } from '../../../kit/money.shared.ts'
import { formatMoney, formatTime } from '../../../words/formats.shared.ts'
import { LabelledField } from '../../labelled-field.tsx'
import { useOffice } from '../../office.tsx'
import type { FieldsProps } from './order-action.ts'

type ChosenRefund = {
  readonly requestedAt: string
  readonly amount: Money
  /** The reference that staff gave a refund which they recorded. */
  readonly reference?: string
}
type Props = Pick<FieldsProps, 'values'> & { readonly refunds: readonly ChosenRefund[] }

/** Chooses a refund. Without a choice, shows which refund the form is about. */
export function RefundField({ values, refunds }: Props) {
  const { locale, words } = useOffice()
  const [first, ...others] = refunds
  if (!first) return null
  const name = 'requestedAt'
  const nameOf = ({ requestedAt, amount, reference }: ChosenRefund) =>
    [formatMoney(locale, amount), reference, formatTime(requestedAt)]
      .filter((part) => part !== undefined)
      .join(' · ')
  if (others.length === 0)
    return (
      <p>
        <input type="hidden" name={name} value={first.requestedAt} />
        {words('fields.requestedAt')}: <b>{nameOf(first)}</b>
      </p>
    )
  return (
    <LabelledField label={words('fields.requestedAt')}>
      <select name={name} defaultValue={values[name]}>
        {refunds.map((refund) => (
          <option key={refund.requestedAt} value={refund.requestedAt}>
            {nameOf(refund)}
          </option>
        ))}
      </select>
    </LabelledField>
  )
}
