import { z } from 'zod'
import type { AdminWords } from './admin-words.ts'
import { LabelledField } from './labelled-field.tsx'
import type { FormFields } from './read-form.ts'

const maxReason = 300

/** Why something is done. It stays in the books. */
export const reason = z.string().trim().min(1).max(maxReason)

type Props = {
  readonly words: AdminWords
  readonly values?: FormFields
  /** Says what the reason is for, when the page has another form. */
  readonly label?: string
}

export function ReasonField({ words, values = {}, label = words('fields.reason') }: Props) {
  return (
    <LabelledField label={label}>
      <input name="reason" maxLength={maxReason} defaultValue={values['reason']} required />
    </LabelledField>
  )
}
