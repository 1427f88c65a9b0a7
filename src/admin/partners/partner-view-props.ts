import type { AuditEntry } from '../../backend/operations/audit.ts'
import type { PartnerForStaff } from '../../backend/operations/partner-for-staff.ts'
import type { Action } from '../../backend/operations/staff.ts'
import type { RejectedForm } from '../routing/admin-action.ts'

export type PartnerViewProps = {
  readonly partner: PartnerForStaff
  /** Decisions and corrections by staff, oldest first. */
  readonly history: readonly AuditEntry[]
  readonly done: Action | null
  readonly rejected: RejectedForm | null
}
