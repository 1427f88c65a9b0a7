import { z } from 'zod'
import { email } from '../api/common.ts'
import { maxNote } from '../api/staff.ts'
import { err } from '../kit/result.shared.ts'
import { erased, readAddress } from '../kit/email.shared.ts'
import { erasePerson } from '../office/erase-person.ts'
import { isTicked, reasonInput, typedLines } from '../office/fields.tsx'
import type { Office } from '../office/office-context.tsx'
import {
  canFindOrders,
  decideSupplierOrder,
  supplierDecisions,
} from '../purchases/decide-supplier-order.ts'
import { formatTime } from '../words/formats.shared.ts'
import { correctAddress, redirectGift } from './correct-address.ts'
import { exchangeAction, orderAction, reissueAction, resendAction } from './office-line-actions.tsx'
import type { OrderAction } from './office-line-actions.tsx'
import { refundActions } from './office-refund-decisions.tsx'
import { addNote, freezeOrder, resendReceipt, unfreezeOrder } from './order-actions.ts'
import type { HeldOrder, LineForOffice, OrderForOffice } from './order-for-office.ts'

const noteAction = orderAction({
  name: 'note',
  isPossible: () => true,
  inputs: () => ({ text: { schema: typedLines(maxNote), kind: 'lines', maxLength: maxNote } }),
  run: addNote,
})

const freezeAction = orderAction({
  name: 'freeze',
  isPossible: ({ frozenAt }) => frozenAt === null,
  inputs: () => ({ reason: reasonInput }),
  run: freezeOrder,
})

const unfreezeAction = orderAction({
  name: 'unfreeze',
  isPossible: ({ frozenAt }) => frozenAt !== null,
  inputs: () => ({ reason: reasonInput }),
  run: unfreezeOrder,
})

const sendReceiptAction = orderAction({
  name: 'send-receipt',
  isPossible: (order) => order.paidAt !== null && order.email !== erased,
  inputs: () => ({}),
  run: resendReceipt,
})

/**
 * Erases the customer of the order. The address must be typed, because erasing cannot be undone.
 */
const eraseAction = orderAction({
  name: 'erase',
  // An order of an erased customer has no address.
  isPossible: (order) => email.safeParse(order.email).success,
  inputs: (order) => ({
    confirmation: {
      schema: z
        .string()
        .trim()
        .toLowerCase()
        .refine((typed) => typed === order.email),
    },
  }),
  run: async (context, person, { confirmation, idempotencyKey }) =>
    erasePerson(context, person, {
      person: { kind: 'customer', address: confirmation },
      idempotencyKey,
    }),
})

/** The value of the field for the address of the order. A gift has the number of its line. */
const buyer = 'buyer'

const addressAction = orderAction({
  name: 'address',
  isPossible: (order) => order.frozenAt === null && order.email !== erased,
  inputs: (order) => ({
    addressee: addresseeInput(order),
    email: { schema: z.string().transform(readAddress).pipe(email), type: 'email' },
  }),
  run: async (context, person, { addressee, ...input }) =>
    addressee === buyer
      ? correctAddress(context, person, input)
      : redirectGift(context, person, { ...input, position: Number(addressee) }),
})

/** Chooses between the buyer and the recipients of gifts. */
function addresseeInput(order: OrderForOffice) {
  const gifts = order.lines.filter(({ recipient }) => recipient !== null)
  if (gifts.length === 0)
    return { schema: z.literal(buyer).default(buyer), kind: 'hidden' } as const
  const open = gifts.filter(({ isReturned, isErased }) => !isReturned && !isErased)
  // Includes returned gifts, because the action returns the stored answer of a repeated form.
  const positions = gifts.map(({ position }) => String(position))
  return {
    schema: z.string().refine((value) => value === buyer || positions.includes(value)),
    kind: open.length === 0 ? 'hidden' : 'choice',
    isRequired: true,
    options: ({ words }: Office) => [
      // Nothing is chosen, because a wrong choice gives the order to the recipient.
      ['', words('order.choose')] as const,
      [buyer, words('order.buyer', { email: order.email })] as const,
      ...open.map((gift) => [gift.position, giftName(words, gift)] as const),
    ],
  } as const
}

function giftName(words: Office['words'], { title, recipient }: LineForOffice): string {
  return words('order.giftOf', { title, email: recipient ?? '' })
}

const maxReference = 100

/** Says what staff found at the supplier of a held order: the order, what to do, and its number. */
const decideSupplierOrderAction = orderAction({
  name: 'decide-supplier-order',
  isPossible: ({ heldOrders }) => heldOrders.length > 0,
  inputs({ heldOrders }) {
    const blind = heldOrders.find(({ supplier }) => !canFindOrders(supplier))
    return {
      key: {
        // Accepts any key, because the action returns the stored answer of an order that is no
        // longer held.
        schema: z.string(),
        kind: 'choice',
        options: () => heldOrders.map((held) => [held.key, heldName(held)] as const),
      },
      decision: {
        schema: z.enum(supplierDecisions),
        kind: 'radio',
        options: ({ words }) =>
          supplierDecisions.map((kind) => [kind, words(`supplierDecisions.${kind}`)] as const),
      },
      reference: {
        schema: z.string().trim().max(maxReference).default(''),
        maxLength: maxReference,
      },
      isConfirmed: {
        schema: isTicked,
        kind: blind ? 'check' : 'hidden',
        isRequired: false,
        label: ({ words }) => words('fields.isBlindRetry', { supplier: blind?.supplier ?? '' }),
      },
    } as const
  },
  async run(context, person, { decision: kind, reference, isConfirmed, ...input }) {
    if (kind === 'found' && reference === '') return err({ code: 'invalid', field: 'reference' })
    const decision = { kind, reference, isConfirmed }
    return decideSupplierOrder(context, person, { ...input, decision })
  },
})

function heldName({ supplier, planCode, orderedAt }: HeldOrder): string {
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
  ...refundActions,
  freezeAction,
  unfreezeAction,
  noteAction,
  eraseAction,
]
