import { freezeAction, unfreezeAction } from './freeze.tsx'
import { noteAction } from './note.tsx'
import type { OrderAction } from './order-action.ts'
import { refundAction } from './refund.tsx'
import { resendAction } from './resend.tsx'

/** What can be done about an order, in the order of the page. */
export const orderActions: readonly OrderAction[] = [
  resendAction,
  refundAction,
  freezeAction,
  unfreezeAction,
  noteAction,
]
