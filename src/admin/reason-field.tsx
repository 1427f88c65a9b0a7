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
}

export function ReasonField({ words, values = {} }: Props) {
  return (
    <LabelledField label={words('fields.reason')}>
      <input name="reason" maxLength={maxReason} defaultValue={values['reason']} required />
    </LabelledField>
  )
}
