import { addressAction } from './address.tsx'
import { cancelRefundAction } from './cancel-refund.tsx'
import { confirmRefundAction } from './confirm-refund.tsx'
import { decideSupplierOrderAction } from './decide-supplier-order.tsx'
import { eraseAction } from './erase.tsx'
import { exchangeAction } from './exchange.tsx'
import { freezeAction, unfreezeAction } from './freeze.tsx'
import { noteAction } from './note.tsx'
import type { OrderAction } from './order-action.ts'
import { recordRefundAction } from './record-refund.tsx'
import { refundAction } from './refund.tsx'
import { reissueAction } from './reissue.tsx'
import { resendAction } from './resend.tsx'
import { revertRefundAction } from './revert-refund.tsx'
import { sendReceiptAction } from './send-receipt.tsx'

/** The forms of an order's page, in the order in which they are shown. */
export const orderActions: readonly OrderAction[] = [
  decideSupplierOrderAction,
  resendAction,
  sendReceiptAction,
  addressAction,
  reissueAction,
  exchangeAction,
  refundAction,
  recordRefundAction,
  revertRefundAction,
  confirmRefundAction,
  cancelRefundAction,
  freezeAction,
  unfreezeAction,
  noteAction,
  eraseAction,
]
