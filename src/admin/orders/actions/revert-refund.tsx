import { z } from 'zod'
import { revertRefund } from '../../../backend/operations/revert-refund.ts'
import { ReasonField, reason } from '../../reason-field.tsx'
import { defineOrderAction } from './order-action.ts'
import { RefundField } from './refund-field.tsx'

export const revertRefundAction = defineOrderAction({
  name: 'revert-refund',
  isPossible: ({ manualRefunds }) => manualRefunds.length > 0,
  fields: (props) => (
    <>
      <RefundField {...props} refunds={props.order.manualRefunds} />
      <ReasonField {...props} />
    </>
  ),
  // Accepts any time, because the action returns the stored answer of a form that was sent before.
  schemaFor: () => z.object({ requestedAt: z.string(), reason }),
  run: revertRefund,
})
