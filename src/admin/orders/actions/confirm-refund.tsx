import { z } from 'zod'
import { confirmRefund } from '../../../orders/confirm-refund.ts'
import { ReasonField, reason } from '../../reason-field.tsx'
import { defineOrderAction } from './order-action.ts'
import { RefundField } from './refund-field.tsx'

export const confirmRefundAction = defineOrderAction({
  name: 'confirm-refund',
  isPossible: ({ doubtedRefunds }) => doubtedRefunds.length > 0,
  fields: (props) => (
    <>
      <RefundField {...props} refunds={props.order.doubtedRefunds} />
      <ReasonField {...props} />
    </>
  ),
  // Accepts any time, because the action returns the stored answer of a form that was sent before.
  schemaFor: () => z.object({ requestedAt: z.string(), reason }),
  run: confirmRefund,
})
