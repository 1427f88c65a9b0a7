import { z } from 'zod'
import { addNote } from '../../../orders/order-actions.ts'
import { LabelledField } from '../../labelled-field.tsx'
import { maxNote } from '../../../api/staff.ts'
import { useOffice } from '../../office.tsx'
import { typedLines } from '../../unix-lines.ts'
import { defineOrderAction } from './order-action.ts'
import type { FieldsProps } from './order-action.ts'

export const noteAction = defineOrderAction({
  name: 'note',
  isPossible: () => true,
  fields: NoteField,
  schemaFor: () => z.object({ text: typedLines(maxNote) }),
  run: addNote,
})

function NoteField({ values }: FieldsProps) {
  const { words } = useOffice()
  return (
    <LabelledField label={words('fields.text')}>
      <textarea name="text" maxLength={maxNote} defaultValue={values['text']} required />
    </LabelledField>
  )
}
