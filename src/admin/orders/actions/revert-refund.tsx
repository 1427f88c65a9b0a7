import { z } from 'zod'
import type { ManualRefund, OrderForStaff } from '../../../orders/order-for-office.ts'
import { revertRefund } from '../../../orders/revert-refund.ts'
import { ReasonField, reason } from '../../reason-field.tsx'
import { defineOrderAction } from './order-action.ts'
import { RefundField } from './refund-field.tsx'

export const revertRefundAction = defineOrderAction({
  name: 'revert-refund',
  isPossible: ({ manualRefunds }) => manualRefunds.length > 0,
  fields: (props) => (
    <>
      <RefundField {...props} refunds={doubtedFirst(props.order)} />
      <ReasonField {...props} />
    </>
  ),
  // Accepts any time, because the action returns the stored answer of a form that was sent before.
  schemaFor: () => z.object({ requestedAt: z.string(), reason }),
  run: revertRefund,
})

/** The refund that an alert is about comes first, because it is chosen first. */
function doubtedFirst({ manualRefunds, doubtedRefunds }: OrderForStaff): readonly ManualRefund[] {
  return [...new Set([...doubtedRefunds, ...manualRefunds])]
}
