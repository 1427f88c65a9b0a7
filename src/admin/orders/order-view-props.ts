import type { OrderForStaff } from '../../orders/order-for-office.ts'
import type { TimelineEntry } from '../../orders/timeline.ts'
import type { Action } from '../../api/staff.ts'
import type { OpenAlert } from '../../office/open-alerts.ts'
import type { RejectedForm } from '../routing/admin-action.ts'

export type OrderViewProps = {
  readonly order: OrderForStaff
  /** The alerts about this order, as on Today. */
  readonly alerts: readonly OpenAlert[]
  readonly timeline: readonly TimelineEntry[]
  /** The action that has just been done. */
  readonly done: Action | null
  readonly rejected: RejectedForm | null
}
