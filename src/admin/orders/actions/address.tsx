import { z } from 'zod'
import { correctAddress } from '../../../backend/operations/correct-address.ts'
import { email } from '../../../contract/common.ts'
import { defineOrderAction } from './order-action.ts'

export const addressAction = defineOrderAction({
  name: 'address',
  isPossible: ({ frozenAt }) => frozenAt === null,
  fields: ({ words, values }) => (
    <label className="field">
      <span>{words('fields.email')}</span>
      <input type="email" name="email" defaultValue={values['email']} required />
    </label>
  ),
  schemaFor: () => z.object({ email: z.string().trim().pipe(email) }),
  run: correctAddress,
})
