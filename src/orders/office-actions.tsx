import { z } from 'zod'
import { addNote, freezeOrder, unfreezeOrder, resendReceipt } from './order-actions.ts'
import { LabelledField, typedLines, ReasonField, reason } from '../office/fields.tsx'
import { maxNote } from '../api/staff.ts'
import { useOffice } from '../office/office.tsx'
import {
  defineOrderAction,
  exchangeAction,
  reissueAction,
  resendAction,
} from './office-line-actions.tsx'
import type { FieldsProps, OrderAction } from './office-line-actions.tsx'
import { correctAddress, redirectGift } from './correct-address.ts'
import type { LineForStaff, OrderForStaff, HeldOrder } from './order-for-office.ts'
import { email } from '../api/common.ts'
import { erased } from '../kit/email.shared.ts'
import { erasePerson } from '../office/erase-person.ts'
import {
  canFindOrders,
  decideSupplierOrder,
  supplierDecisions,
} from '../purchases/decide-supplier-order.ts'
import type { SupplierDecision } from '../purchases/decide-supplier-order.ts'
import { formatTime } from '../words/formats.shared.ts'
import {
  cancelRefundAction,
  confirmRefundAction,
  recordRefundAction,
  refundAction,
  revertRefundAction,
} from './office-refunds.tsx'

const noteAction = defineOrderAction({
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

/** The value of the field for the address of the order. A gift has the number of its line. */
const buyer = 'buyer'

const addressAction = defineOrderAction({
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

const freezeAction = defineOrderAction({
  name: 'freeze',
  isPossible: ({ frozenAt }) => frozenAt === null,
  fields: ReasonField,
  schemaFor: () => z.object({ reason }),
  run: freezeOrder,
})

const unfreezeAction = defineOrderAction({
  name: 'unfreeze',
  isPossible: ({ frozenAt }) => frozenAt !== null,
  fields: ReasonField,
  schemaFor: () => z.object({ reason }),
  run: unfreezeOrder,
})

const sendReceiptAction = defineOrderAction({
  name: 'send-receipt',
  isPossible: ({ paidAt, email }) => paidAt !== null && email !== erased,
  fields: () => null,
  schemaFor: () => z.object({}),
  run: resendReceipt,
})

/**
 * Erases the customer of the order. The address must be typed, because erasing cannot be undone.
 */
const eraseAction = defineOrderAction({
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

const maxReference = 100

const decisionForm = z
  .object({
    // Accepts any key, because the action returns the stored answer of an order that is no longer
    // held.
    key: z.string(),
    decision: z.enum(supplierDecisions),
    reference: z.string().trim().max(maxReference).default(''),
    isConfirmed: z.literal('yes').optional(),
  })
  .refine(({ decision, reference }) => decision !== 'found' || reference !== '', {
    path: ['reference'],
  })
  .transform(({ key, decision: kind, reference, isConfirmed }) => ({
    key,
    decision: { kind, reference, isConfirmed: isConfirmed === 'yes' } satisfies SupplierDecision,
  }))

const decideSupplierOrderAction = defineOrderAction({
  name: 'decide-supplier-order',
  isPossible: ({ heldOrders }) => heldOrders.length > 0,
  fields: DecisionFields,
  schemaFor: () => decisionForm,
  run: decideSupplierOrder,
})

/** The order, what the person found at the supplier, and the supplier's number of the order. */
function DecisionFields({ values, order: { heldOrders } }: FieldsProps) {
  const { words } = useOffice()
  const blind = heldOrders.find(({ supplier }) => !canFindOrders(supplier))
  return (
    <>
      <LabelledField label={words('fields.key')}>
        <select name="key" defaultValue={values['key']}>
          {heldOrders.map((held) => (
            <option key={held.key} value={held.key}>
              {nameOf(held)}
            </option>
          ))}
        </select>
      </LabelledField>
      <DecisionField values={values} />
      <LabelledField label={words('fields.reference')}>
        <input name="reference" maxLength={maxReference} defaultValue={values['reference']} />
      </LabelledField>
      {blind && (
        <label className="check">
          <input type="checkbox" name="isConfirmed" value="yes" />
          {words('fields.isBlindRetry', { supplier: blind.supplier })}
        </label>
      )}
    </>
  )
}

function DecisionField({ values }: Pick<FieldsProps, 'values'>) {
  const { words } = useOffice()
  return (
    <fieldset>
      <legend>{words('fields.decision')}</legend>
      {supplierDecisions.map((kind) => (
        <label key={kind} className="check">
          <input
            type="radio"
            name="decision"
            value={kind}
            defaultChecked={values['decision'] === kind}
            required
          />
          {words(`supplierDecisions.${kind}`)}
        </label>
      ))}
    </fieldset>
  )
}

function nameOf({ supplier, planCode, orderedAt }: HeldOrder): string {
  return `${supplier} · ${planCode} · ${formatTime(orderedAt)}`
}

/** The forms of an order's page, in the order in which they are shown. */
export const orderActions: readonly OrderAction[] = [
  decideSupplierOrderAction,
  resendAction,
  sendReceiptAction,
  addressAction,
  reissueAction,
  exchangeAction,
  refundAction,
  recordRefundAction,
  revertRefundAction,
  confirmRefundAction,
  cancelRefundAction,
  freezeAction,
  unfreezeAction,
  noteAction,
  eraseAction,
]
