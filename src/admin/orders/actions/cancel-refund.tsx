import { z } from 'zod'
import { cancelRefund } from '../../../backend/operations/cancel-refund.ts'
import { formatMoney, formatTime } from '../../../locale/formats.ts'
import { LabelledField } from '../../labelled-field.tsx'
import { ReasonField, reason } from '../../reason-field.tsx'
import { defineOrderAction } from './order-action.ts'
import type { FieldsProps } from './order-action.ts'

export const cancelRefundAction = defineOrderAction({
  name: 'cancel-refund',
  isPossible: ({ refusedRefunds }) => refusedRefunds.length > 0,
  fields: CancelRefundFields,
  // Accepts any time, because the action returns the stored answer of a form that was sent before.
  schemaFor: () => z.object({ requestedAt: z.string(), reason }),
  run: cancelRefund,
})

function CancelRefundFields(props: FieldsProps) {
  return (
    <>
      <RefundField {...props} />
      <ReasonField {...props} />
    </>
  )
}

/** Chooses a refund. The field is hidden when there is only one refund. */
function RefundField({ words, locale, values, order: { refusedRefunds } }: FieldsProps) {
  const [first, ...others] = refusedRefunds
  if (!first) return null
  const name = 'requestedAt'
  if (others.length === 0) return <input type="hidden" name={name} value={first.requestedAt} />
  return (
    <LabelledField label={words('fields.requestedAt')}>
      <select name={name} defaultValue={values[name]}>
        {refusedRefunds.map(({ requestedAt, amount }) => (
          <option key={requestedAt} value={requestedAt}>
            {formatMoney(locale, amount)} · {formatTime(requestedAt)}
          </option>
        ))}
      </select>
    </LabelledField>
  )
}
