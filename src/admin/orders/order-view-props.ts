import type { OrderForStaff } from '../../backend/operations/order-for-staff.ts'
import type { TimelineEntry } from '../../backend/operations/timeline-entry.ts'
import type { Action } from '../../backend/operations/staff.ts'
import type { OpenAlert } from '../../backend/reports/open-alerts.ts'
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
