import type { TopicQuestion } from '../../backend/operations/move-question.ts'
import type { Action } from '../../backend/operations/staff.ts'
import type { FaqTopic } from '../../backend/operations/faq-topics.ts'
import type { TextForStaff } from '../../backend/operations/text-for-staff.ts'
import type { TextChange } from '../../backend/operations/text-history.ts'
import type { ActionFailure } from '../action-form.tsx'
import type { FormFields } from '../routing/form-fields.ts'

export type TextViewProps = {
  readonly text: TextForStaff
  readonly title: string
  readonly isNew: boolean
  readonly topics: readonly FaqTopic[]
  /** The questions of the topic, in their order. */
  readonly questions: readonly TopicQuestion[]
  readonly history: readonly TextChange[]
  readonly values: FormFields
  readonly done: Action | null
  readonly failure: ActionFailure | null
}
