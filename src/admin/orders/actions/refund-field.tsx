import type { Money } from '../../../domain/money.ts'
import { formatMoney, formatTime } from '../../../locale/formats.ts'
import { LabelledField } from '../../labelled-field.tsx'
import type { FieldsProps } from './order-action.ts'

type Props = Pick<FieldsProps, 'words' | 'locale' | 'values'> & {
  readonly refunds: readonly { readonly requestedAt: string; readonly amount: Money }[]
}

/** Chooses a refund. The field is hidden when there is only one refund. */
export function RefundField({ words, locale, values, refunds }: Props) {
  const [first, ...others] = refunds
  if (!first) return null
  const name = 'requestedAt'
  if (others.length === 0) return <input type="hidden" name={name} value={first.requestedAt} />
  return (
    <LabelledField label={words('fields.requestedAt')}>
      <select name={name} defaultValue={values[name]}>
        {refunds.map(({ requestedAt, amount }) => (
          <option key={requestedAt} value={requestedAt}>
            {formatMoney(locale, amount)} · {formatTime(requestedAt)}
          </option>
        ))}
      </select>
    </LabelledField>
  )
}
