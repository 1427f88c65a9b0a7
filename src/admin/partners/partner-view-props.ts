import type { AuditEntry } from '../../api/audit.ts'
import type { PartnerForStaff } from '../../partners/partners-for-office.ts'
import type { Action } from '../../api/staff.ts'
import type { RejectedForm } from '../routing/admin-action.ts'

export type PartnerViewProps = {
  readonly partner: PartnerForStaff
  /** Decisions and corrections by staff, oldest first. */
  readonly history: readonly AuditEntry[]
  readonly done: Action | null
  readonly rejected: RejectedForm | null
}
