import { z } from 'zod'
import { erasePerson } from '../../../office/erase-person.ts'
import { email } from '../../../api/common.ts'
import { LabelledField } from '../../labelled-field.tsx'
import { useOffice } from '../../office.tsx'
import { defineOrderAction } from './order-action.ts'
import type { FieldsProps } from './order-action.ts'

/**
 * Erases the customer of the order. The address must be typed, because erasing cannot be undone.
 */
export const eraseAction = defineOrderAction({
  name: 'erase',
  // An order of an erased customer has no address.
  isPossible: (order) => email.safeParse(order.email).success,
  fields: ConfirmationField,
  schemaFor: (order) =>
    z.object({
      confirmation: z
        .string()
        .trim()
        .toLowerCase()
        .refine((typed) => typed === order.email),
    }),
  run: async (context, person, { confirmation, idempotencyKey }) =>
    erasePerson({ ...context, deleteFile: async (name) => context.uploads.delete(name) }, person, {
      person: { kind: 'customer', address: confirmation },
      idempotencyKey,
    }),
})

function ConfirmationField({ values }: FieldsProps) {
  const { words } = useOffice()
  return (
    <LabelledField label={words('fields.confirmation')}>
      <input name="confirmation" defaultValue={values['confirmation']} required />
    </LabelledField>
  )
}
