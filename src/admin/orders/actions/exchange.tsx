import { z } from 'zod'
import { exchangePlan } from '../../../backend/operations/exchange-plan.ts'
import { maxLength } from '../../../domain/field-limits.ts'
import { LabelledField } from '../../labelled-field.tsx'
import { ReasonField, reason } from '../../reason-field.tsx'
import { LineField, isReplaceable, positionOf, unusedLines } from './line-field.tsx'
import { defineOrderAction } from './order-action.ts'

export const exchangeAction = defineOrderAction({
  name: 'exchange',
  isPossible: (order) => isReplaceable(order) && unusedLines(order).length > 0,
  fields: (props) => (
    <>
      <LineField {...props} lines={unusedLines(props.order)} />
      <LabelledField label={props.words('fields.tariffID')}>
        <input
          name="tariffID"
          maxLength={maxLength.tariffID}
          placeholder={props.order.lines[0]?.tariffID}
          defaultValue={props.values['tariffID']}
          required
        />
        <small>{props.words('order.tariffHint')}</small>
      </LabelledField>
      <ReasonField {...props} />
    </>
  ),
  schemaFor: (order) =>
    z.object({
      position: positionOf(order),
      tariffID: z.string().trim().min(1).max(maxLength.tariffID),
      reason,
    }),
  run: exchangePlan,
})
