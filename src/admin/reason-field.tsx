import { z } from 'zod'
import { isReason, maxReason } from '../api/staff.ts'
import { LabelledField } from './labelled-field.tsx'
import { useOffice } from './office.tsx'
import type { FormFields } from './routing/form-fields.ts'

/** The reason for an action. The audit stores it. */
export const reason = z.string().trim().refine(isReason)

type Props = {
  readonly values?: FormFields
  /** Names the subject of the reason when the page has another form. */
  readonly label?: string
}

export function ReasonField({ values = {}, label }: Props) {
  const { words } = useOffice()
  return (
    <LabelledField label={label ?? words('fields.reason')}>
      <input name="reason" maxLength={maxReason} defaultValue={values['reason']} required />
    </LabelledField>
  )
}
