import { z } from 'zod'
import { cancelRefund } from '../../../orders/cancel-refund.ts'
import { ReasonField, reason } from '../../reason-field.tsx'
import { defineOrderAction } from './order-action.ts'
import { RefundField } from './refund-field.tsx'

export const cancelRefundAction = defineOrderAction({
  name: 'cancel-refund',
  isPossible: ({ refusedRefunds }) => refusedRefunds.length > 0,
  fields: (props) => (
    <>
      <RefundField {...props} refunds={props.order.refusedRefunds} />
      <ReasonField {...props} />
    </>
  ),
  // Accepts any time, because the action returns the stored answer of a form that was sent before.
  schemaFor: () => z.object({ requestedAt: z.string(), reason }),
  run: cancelRefund,
})
