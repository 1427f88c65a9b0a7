import type { PartnerForStaff } from '../../backend/operations/partner-for-staff.ts'
import type { StaffMember } from '../../backend/operations/staff.ts'
import type { Locale } from '../../locale/locales.ts'
import type { AdminWords } from '../admin-words.ts'
import type { RejectedFields } from '../rejected-fields.ts'

export type PartnerViewProps = {
  readonly locale: Locale
  readonly words: AdminWords
  readonly person: StaffMember
  readonly now: Date
  readonly partner: PartnerForStaff
  readonly done: string | null
  readonly rejected: RejectedFields | null
}
