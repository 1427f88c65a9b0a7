import { z } from 'zod'
import { exchangePlan } from '../../../orders/replace-line.ts'
import { maxLength } from '../../../kit/limits.shared.ts'
import { LabelledField } from '../../labelled-field.tsx'
import { useOffice } from '../../office.tsx'
import { ReasonField, reason } from '../../reason-field.tsx'
import { LineField, isReplaceable, positionOf, unusedLines } from './line-field.tsx'
import { defineOrderAction } from './order-action.ts'
import type { FieldsProps } from './order-action.ts'

export const exchangeAction = defineOrderAction({
  name: 'exchange',
  isPossible: (order) => isReplaceable(order) && unusedLines(order).length > 0,
  fields: ExchangeFields,
  schemaFor: (order) =>
    z.object({
      position: positionOf(order),
      tariffID: z.string().trim().min(1).max(maxLength.tariffID),
      reason,
    }),
  run: exchangePlan,
})

function ExchangeFields({ values, order }: FieldsProps) {
  const { words } = useOffice()
  return (
    <>
      <LineField values={values} lines={unusedLines(order)} />
      <LabelledField label={words('fields.tariffID')}>
        <input
          name="tariffID"
          maxLength={maxLength.tariffID}
          placeholder={order.lines[0]?.tariffID}
          defaultValue={values['tariffID']}
          required
        />
        <small>{words('order.tariffHint')}</small>
      </LabelledField>
      <ReasonField values={values} />
    </>
  )
}
