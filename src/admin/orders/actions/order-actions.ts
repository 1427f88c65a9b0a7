import { addressAction } from './address.tsx'
import { eraseAction } from './erase.tsx'
import { exchangeAction } from './exchange.tsx'
import { freezeAction, unfreezeAction } from './freeze.tsx'
import { noteAction } from './note.tsx'
import type { OrderAction } from './order-action.ts'
import { refundAction } from './refund.tsx'
import { reissueAction } from './reissue.tsx'
import { resendAction } from './resend.tsx'

/** What can be done about an order, in the order of the page. */
export const orderActions: readonly OrderAction[] = [
  resendAction,
  addressAction,
  reissueAction,
  exchangeAction,
  refundAction,
  freezeAction,
  unfreezeAction,
  noteAction,
  eraseAction,
]
