import type { OrderForStaff } from '../../backend/operations/order-for-staff.ts'
import type { TimelineEntry } from '../../backend/operations/timeline-entry.ts'
import type { Action, StaffMember } from '../../backend/operations/staff.ts'
import type { OpenAlert } from '../../backend/reports/open-alerts.ts'
import type { Locale } from '../../locale/locales.ts'
import type { Words } from '../../locale/words.ts'
import type { AdminWords } from '../admin-words.ts'
import type { RejectedForm } from '../routing/admin-action.ts'

export type OrderViewProps = {
  readonly locale: Locale
  readonly words: AdminWords
  readonly person: StaffMember
  readonly now: Date
  readonly order: OrderForStaff
  /** The alerts about this order, as on Today. */
  readonly alerts: readonly OpenAlert[]
  /** Contains the titles of alerts. */
  readonly shopWords: Words
  readonly timeline: readonly TimelineEntry[]
  /** The action that has just been done. */
  readonly done: Action | null
  readonly rejected: RejectedForm | null
}
