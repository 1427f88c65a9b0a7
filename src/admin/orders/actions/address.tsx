import { z } from 'zod'
import { correctAddress } from '../../../backend/operations/correct-address.ts'
import { email } from '../../../contract/common.ts'
import { erased } from '../../../domain/erased-address.ts'
import { LabelledField } from '../../labelled-field.tsx'
import { defineOrderAction } from './order-action.ts'

export const addressAction = defineOrderAction({
  name: 'address',
  isPossible: ({ frozenAt, email: address }) => frozenAt === null && address !== erased,
  fields: ({ words, values }) => (
    <LabelledField label={words('fields.email')}>
      <input type="email" name="email" defaultValue={values['email']} required />
    </LabelledField>
  ),
  schemaFor: () => z.object({ email: z.string().trim().pipe(email) }),
  run: correctAddress,
})
