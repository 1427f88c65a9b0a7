import type { PlanForStaff } from '../../../backend/operations/goods/plan-for-staff.ts'
import type { PlanAction } from '../../../backend/operations/staff.ts'
import type { Currencies } from '../../../domain/money.ts'
import type { SubjectAction, SubjectFieldsProps } from '../../subject-action.ts'

export type PlanSubject = { readonly plan: PlanForStaff; readonly currencies: Currencies }
export type PlanFieldsProps = SubjectFieldsProps<PlanSubject>
export type PlanActionForm = SubjectAction<PlanAction, PlanSubject>
