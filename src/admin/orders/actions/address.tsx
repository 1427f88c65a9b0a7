import { z } from 'zod'
import { correctAddress, redirectGift } from '../../../orders/correct-address.ts'
import type { LineForStaff, OrderForStaff } from '../../../orders/order-for-office.ts'
import { email } from '../../../api/common.ts'
import { erased } from '../../../kit/email.shared.ts'
import { LabelledField } from '../../labelled-field.tsx'
import { useOffice } from '../../office.tsx'
import { defineOrderAction } from './order-action.ts'
import type { FieldsProps } from './order-action.ts'

/** The value of the field for the address of the order. A gift has the number of its line. */
const buyer = 'buyer'

export const addressAction = defineOrderAction({
  name: 'address',
  isPossible: ({ frozenAt, email: address }) => frozenAt === null && address !== erased,
  fields: AddressFields,
  schemaFor: (order) =>
    z.object({
      addressee: giftsOf(order).length === 0 ? z.literal(buyer).default(buyer) : addresseeOf(order),
      email: z.string().trim().pipe(email),
    }),
  run: async (context, person, { addressee, ...input }) =>
    addressee === buyer
      ? correctAddress(context, person, input)
      : redirectGift(context, person, { ...input, position: Number(addressee) }),
})

function AddressFields({ values, order }: FieldsProps) {
  const { words } = useOffice()
  const gifts = giftsOf(order).filter(({ isReturned, isErased }) => !isReturned && !isErased)
  return (
    <>
      {gifts.length > 0 && (
        <LabelledField label={words('fields.addressee')}>
          {/* Nothing is chosen, because a wrong choice gives the order to the recipient. */}
          <select name="addressee" defaultValue={values['addressee'] ?? ''} required>
            <option value="">{words('order.choose')}</option>
            <option value={buyer}>{words('order.buyer', { email: order.email })}</option>
            {gifts.map(({ position, title, recipient }) => (
              <option key={position} value={position}>
                {words('order.giftOf', { title, email: recipient ?? '' })}
              </option>
            ))}
          </select>
        </LabelledField>
      )}
      <LabelledField label={words('fields.email')}>
        <input type="email" name="email" defaultValue={values['email']} required />
      </LabelledField>
    </>
  )
}

/** Includes returned gifts, because the action returns the stored answer of a repeated form. */
function addresseeOf(order: OrderForStaff) {
  const positions = giftsOf(order).map(({ position }) => String(position))
  return z.string().refine((value) => value === buyer || positions.includes(value))
}

function giftsOf({ lines }: OrderForStaff): readonly LineForStaff[] {
  return lines.filter(({ recipient }) => recipient !== null)
}
