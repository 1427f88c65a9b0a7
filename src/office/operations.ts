import { z } from 'zod'
import {
  countryCode,
  done,
  idempotencyKey,
  lang,
  money,
  tariffID,
  time,
  wholeNumber,
} from '../api/common.ts'
import { officeApiPath } from '../api/links.ts'
import { get, post } from '../api/operation.ts'
import { maxLines, orderNumberPattern } from '../kit/order-number.ts'
import { esimStatus } from '../esims/operations.ts'
import { documentNumber, marketingCode, orderStatus } from '../orders/operations.ts'
import { factKinds } from '../payments/payment-provider.ts'
import { providerNames } from '../payments/settings.ts'

/** The uses of eSIMs by which staff filter. */
export const esimUses = ['unused', 'used', 'ended'] as const

const orderNumber = z
  .string()
  .regex(orderNumberPattern)
  .meta({
    description: 'Number of an order, which does not open its page',
    examples: ['A2B3C4D5E6'],
  })
const iccid = z
  .string()
  .min(1)
  .max(30)
  .meta({
    description:
      'ICCID of an eSIM. An earlier profile of the same ICCID has `/` and a number after it',
    examples: ['8990011234567890123'],
  })
const address = z
  .string()
  .nullable()
  .meta({ description: 'Email address, or null after its erasure', examples: ['anna@example.com'] })
const title = z.string().meta({ description: 'Name of the plan', examples: ['Türkiye, 10 GB'] })
const megabytes = z
  .number()
  .nonnegative()
  .meta({ description: 'MB used', examples: [120] })

const rowsOfCall = 100
const day = z.iso.date().meta({ examples: ['2026-11-21'] })
const filters = {
  since: day.optional().describe('First day, UTC'),
  until: day.optional().describe('Last day, UTC'),
  plan: tariffID.optional(),
  country: countryCode.optional(),
  supplier: z
    .string()
    .max(40)
    .optional()
    .meta({ description: 'Id of a supplier', examples: ['airalo'] }),
  sort: z.enum(['newest', 'oldest']).default('newest').describe('Which rows come first'),
  limit: wholeNumber({ min: 1, max: rowsOfCall }).default(50).describe('Rows of the answer'),
}

const orderSummary = z
  .object({
    order: orderNumber,
    status: orderStatus,
    email: address,
    amount: money,
    plans: z.array(z.object({ tariffID, title })).describe('Plans, without replaced ones'),
    isRefunding: z.boolean().describe('Whether the refund of the whole order is on its way'),
    createdAt: time,
    paidAt: time.nullable().describe('Time of the payment, or null before it'),
  })
  .meta({ id: 'OfficeOrderSummary', description: 'An order in a list of the back office' })

const line = z
  .object({
    position: z
      .int()
      .positive()
      .meta({ description: 'Place in the order', examples: [1] }),
    tariffID,
    title,
    amount: money,
    recipient: address.describe('Recipient of a gift, or null for the buyer'),
    iccid: iccid.nullable().describe('The eSIM, or null before its delivery'),
    isReturned: z.boolean().describe('Whether the line is refunded or replaced'),
    isRefunding: z.boolean().describe('Whether its refund is on its way'),
    replacedBy: z
      .int()
      .nullable()
      .meta({
        description: 'Place of the line that replaced this one, or null',
        examples: [null],
      }),
    firstUsedAt: time.nullable(),
    dataUsedMb: megabytes,
  })
  .meta({ id: 'OfficeOrderLine' })

const provider = z.string().meta({ description: 'Payment provider', examples: ['stripe'] })
const payment = z
  .object({
    provider,
    kind: z.enum(factKinds).describe('What the provider reported'),
    id: z.string().meta({
      description: 'The provider’s id of the charge, refund or dispute',
      examples: ['ch_3PqX7mT0aL9c'],
    }),
    reference: z
      .string()
      .meta({ description: 'The provider’s id of the payment', examples: ['cs_live_q3vX7mT0'] }),
    amount: money,
    fee: money.nullable().describe('The provider’s fee, or null if it has not reported one'),
    at: time,
  })
  .meta({ id: 'OfficePayment', description: 'A report of a payment provider' })

const refund = z
  .object({
    origin: z.enum(['staff', 'automatic', 'provider', 'hand', 'customer']),
    state: z.enum(['requested', 'sent', 'succeeded', 'failed', 'cancelled']),
    provider,
    amount: money,
    positions: z
      .array(z.int())
      .meta({ description: 'Places of the lines that it returns', examples: [[1]] }),
    requestedAt: time,
    endedAt: time.nullable().describe('Time at which it succeeded or failed, or null'),
  })
  .meta({ id: 'OfficeRefund', description: 'Money that goes back to the customer' })

const order = orderSummary
  .omit({ plans: true })
  .extend({
    lang: lang.describe('Language of the order'),
    unrefunded: money.describe('Amount that can still be refunded'),
    promocode: z
      .string()
      .nullable()
      .meta({ description: 'The promo code of the order, or null', examples: [null] }),
    receiptNumber: documentNumber
      .nullable()
      .describe('Number of the receipt, or null before payment'),
    isFrozen: z.boolean().describe('Whether staff check the order'),
    lines: z.array(line).max(maxLines),
    payments: z.array(payment).describe('Reports of providers, oldest first'),
    refunds: z.array(refund).describe('Refunds, oldest first'),
  })
  .meta({ id: 'OfficeOrder', description: 'An order as the back office shows it' })

const listedEsim = z
  .object({
    iccid,
    order: orderNumber,
    email: address,
    tariffID,
    title,
    purchasedAt: time,
    firstUsedAt: time.nullable(),
    dataUsedMb: megabytes,
    validUntil: time.nullable().describe('End of its days, or null before the first use'),
  })
  .meta({ id: 'OfficeEsimSummary', description: 'An eSIM in a list of the back office' })

const esim = listedEsim
  .extend({
    status: esimStatus,
    dataLimitMb: z
      .number()
      .nullable()
      .meta({ description: 'MB with top-ups, or null if unlimited', examples: [10_240] }),
    usageAsOf: time.nullable().describe('Time of the last usage report'),
    activateBy: time.describe('Last moment to connect'),
    isFrozen: z.boolean().describe('Whether staff check its order'),
    canTopUp: z.boolean(),
  })
  .meta({ id: 'OfficeEsim', description: 'An eSIM as the back office shows it' })

const refusals = {
  forbidden: 'The key is missing, unknown or lacks the right.',
  'too-many-requests': 'The key has made too many calls within an hour.',
} as const

export const officeOperations = {
  officeOrders: get(`${officeApiPath}orders`, {
    tag: 'Office',
    summary: 'List orders',
    description:
      'Returns paid orders, as the list of the back office. With `q`, returns what its search finds; ' +
      'with `state`, also unpaid orders. Needs the right `orders:read`.',
    session: 'key',
    scope: 'orders:read',
    isExtension: true,
    input: z.object({
      lang,
      q: z
        .string()
        .max(254)
        .optional()
        .meta({
          description: 'An email address, ICCID, order number or id of a payment',
          examples: ['anna@example.com'],
        }),
      state: orderStatus.optional(),
      provider: z.enum(providerNames).optional().describe('Id of a payment provider'),
      code: marketingCode.optional().describe('Promo code'),
      ...filters,
      after: orderNumber.optional().describe('`next` of the previous answer'),
    }),
    output: z.object({
      data: z.array(orderSummary),
      next: orderNumber.nullable().describe('`after` of the next call, or null at the end'),
    }),
    refusals: { ...refusals, 'not-found': 'There is no order `after`.' },
  }),

  officeOrder: get(`${officeApiPath}order`, {
    tag: 'Office',
    summary: 'Get an order',
    description:
      'Returns an order with its lines, refunds and payments. Needs the right `orders:read`.',
    session: 'key',
    scope: 'orders:read',
    isExtension: true,
    input: z.object({ lang, order: orderNumber }),
    output: z.object({ data: order }),
    refusals: { ...refusals, 'not-found': 'There is no such order.' },
  }),

  officeOrderResend: post(`${officeApiPath}order-resend`, {
    tag: 'Office',
    summary: 'Send the eSIMs of an order again',
    description:
      'Emails the eSIMs of an order again, to the address of the order or of the gift. The audit ' +
      'records the name of the key. Needs the right `orders:write`, which cannot move money.',
    session: 'key',
    scope: 'orders:write',
    isExtension: true,
    input: z.object({
      order: orderNumber,
      position: z
        .int()
        .positive()
        .max(maxLines)
        .optional()
        .meta({ description: 'Place of a line. Without it, all lines', examples: [1] }),
      idempotencyKey: idempotencyKey.describe('A repeated call with this key sends no more emails'),
    }),
    output: done,
    refusals: {
      ...refusals,
      'not-found': 'There is no such order, or it has no eSIM that can be sent.',
      frozen: 'Staff check the order.',
      'key-reused': 'The idempotency key was used for something else.',
    },
  }),

  officeEsims: get(`${officeApiPath}esims`, {
    tag: 'Office',
    summary: 'List eSIMs',
    description:
      'Returns delivered eSIMs, as the list of the back office. Needs the right `esims:read`.',
    session: 'key',
    scope: 'esims:read',
    isExtension: true,
    input: z.object({
      lang,
      q: z
        .string()
        .max(254)
        .optional()
        .meta({ description: 'An email address, ICCID or order number', examples: ['A2B3C4D5E6'] }),
      state: z.enum(esimUses).optional().describe('Whether it is unused, in use or over'),
      ...filters,
      after: iccid.optional().describe('`next` of the previous answer'),
    }),
    output: z.object({
      data: z.array(listedEsim),
      next: iccid.nullable().describe('`after` of the next call, or null at the end'),
    }),
    refusals,
  }),

  officeEsim: get(`${officeApiPath}esim`, {
    tag: 'Office',
    summary: 'Get an eSIM of any order',
    description:
      'Returns an eSIM with its balance, but without its activation code. Needs the right ' +
      '`esims:read`.',
    session: 'key',
    scope: 'esims:read',
    isExtension: true,
    input: z.object({ lang, iccid }),
    output: z.object({ data: esim }),
    refusals: { ...refusals, 'not-found': 'There is no such eSIM.' },
  }),
}
