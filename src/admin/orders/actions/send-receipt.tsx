import { z } from 'zod'
import { resendReceipt } from '../../../backend/operations/resend-receipt.ts'
import { erased } from '../../../domain/erased-address.ts'
import { defineOrderAction } from './order-action.ts'

export const sendReceiptAction = defineOrderAction({
  name: 'send-receipt',
  isPossible: ({ paidAt, email }) => paidAt !== null && email !== erased,
  fields: () => null,
  schemaFor: () => z.object({}),
  run: resendReceipt,
})
