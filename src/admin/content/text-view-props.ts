import type { TopicQuestion } from '../../texts/publish-text.ts'
import type { Action } from '../../api/staff.ts'
import type { FaqTopic, TextForStaff, TextChange } from '../../texts/texts-for-office.ts'
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
