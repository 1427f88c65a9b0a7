import { z } from 'zod'
import { addNote } from '../../../backend/operations/add-note.ts'
import { defineOrderAction } from './order-action.ts'

const maxNote = 2000

export const noteAction = defineOrderAction({
  name: 'note',
  isPossible: () => true,
  fields: ({ words, values }) => (
    <label className="field">
      <span>{words('fields.text')}</span>
      <textarea name="text" maxLength={maxNote} defaultValue={values['text']} required />
    </label>
  ),
  schemaFor: () => z.object({ text: z.string().trim().min(1).max(maxNote) }),
  run: addNote,
})
