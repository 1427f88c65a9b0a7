import { z } from 'zod'
import { resendReceipt } from '../../../orders/order-actions.ts'
import { erased } from '../../../kit/email.shared.ts'
import { defineOrderAction } from './order-action.ts'

export const sendReceiptAction = defineOrderAction({
  name: 'send-receipt',
  isPossible: ({ paidAt, email }) => paidAt !== null && email !== erased,
  fields: () => null,
  schemaFor: () => z.object({}),
  run: resendReceipt,
})
