import { z } from 'zod'
import { reissueEsim } from '../../../orders/replace-line.ts'
import { ReasonField, reason } from '../../reason-field.tsx'
import { LineField, isReplaceable, positionOf, unusedLines } from './line-field.tsx'
import { defineOrderAction } from './order-action.ts'

export const reissueAction = defineOrderAction({
  name: 'reissue',
  isPossible: (order) => isReplaceable(order) && unusedLines(order).length > 0,
  fields: (props) => (
    <>
      <LineField {...props} lines={unusedLines(props.order)} />
      <ReasonField {...props} />
    </>
  ),
  schemaFor: (order) => z.object({ position: positionOf(order), reason }),
  run: reissueEsim,
})
