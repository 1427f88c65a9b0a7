import { z } from 'zod'
import type { FieldsProps } from './order-action.ts'

const maxReason = 300

/** Why something is done. It stays in the books. */
export const reason = z.string().trim().min(1).max(maxReason)

export function ReasonField({ words, values }: Pick<FieldsProps, 'words' | 'values'>) {
  return (
    <label className="field">
      <span>{words('fields.reason')}</span>
      <input name="reason" maxLength={maxReason} defaultValue={values['reason']} required />
    </label>
  )
}
