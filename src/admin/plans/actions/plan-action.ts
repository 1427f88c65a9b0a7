import type { PlanForStaff } from '../../../plans/plan-for-office.ts'
import type { PlanAction } from '../../../api/staff.ts'
import type { Currencies } from '../../../kit/money.shared.ts'
import type { SubjectAction, SubjectFieldsProps } from '../../subject-action.ts'

export type PlanSubject = { readonly plan: PlanForStaff; readonly currencies: Currencies }
export type PlanFieldsProps = SubjectFieldsProps<PlanSubject>
export type PlanActionForm = SubjectAction<PlanAction, PlanSubject>
