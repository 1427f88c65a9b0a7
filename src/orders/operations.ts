import { z } from 'zod'
import { maxLength, oneLine, marketingCodePattern, withoutLinks } from '../kit/limits.shared.ts'
import { readWord } from '../kit/typed.shared.ts'
import { maxLines } from '../kit/order-number.ts'
import { product } from '../kit/product.shared.ts'
import { paymentOptionPattern } from '../payments/settings.ts'
import {
  email,
  invoiceID,
  lang,
  money,
  phoneModel,
  idempotencyKey,
  signInNonce,
  tariffID,
  utm,
  esimHash,
  time,
  prices,
} from '../api/common.ts'
import { post, get } from '../api/operation.ts'
import { blockedEsim, topUpChoice } from '../esims/operations.ts'
import { tariff } from '../plans/operations.ts'

export const marketingCode = z
  .string()
  .overwrite(readWord)
  .regex(marketingCodePattern)
  .meta({ description: 'Promo code or referral code', examples: ['SUMMER'] })

const paymentURL = z.url({ protocol: /^https?$/ }).meta({
  description: 'Page where the visitor pays',
  examples: ['https://pay.example.com/Jd8sKq2Lx0VnB4yTzR6mCw'],
})

const orderLine = z
  .object({
    tariffID,
    recipient: email.optional().describe('Address that gets the eSIM, if it is not the buyer’s'),
    message: z
      .string()
      .trim()
      .min(1)
      .max(maxLength.giftMessage)
      .regex(oneLine, 'must be one line')
      .regex(withoutLinks, 'must not contain links')
      .optional()
      .describe('Text for the recipient, at the start of the email'),
    deliverOn: z.iso
      .date()
      .optional()
      .describe(
        'UTC date before which the eSIM is not issued, from today to the last day to connect a plan ' +
          'that is issued now',
      ),
  })
  .meta({ id: 'OrderLine', description: 'One plan to order' })
export type OrderLine = z.output<typeof orderLine>

/** Whether exactly one of the values is given. */
function isOne(...values: readonly unknown[]): boolean {
  return values.filter((value) => value !== undefined).length === 1
}

export const orderStatus = z
  .enum(['processing', 'failed', 'expired', 'paid', 'success', 'disputed', 'refunded', 'lost'])
  .meta({
    description:
      '`processing`: not paid yet; `failed`: payment declined, can be retried; `expired`: not paid ' +
      'in time; `paid`: the eSIM is being issued; `success`: issued; `disputed`: the bank is ' +
      'checking the charge; `refunded`: the money was returned; `lost`: the bank returned it ' +
      'after a dispute',
    examples: ['success'],
  })
export type OrderStatus = z.output<typeof orderStatus>

/** The statuses of unpaid orders. */
export const payableStatuses = ['processing', 'failed'] as const satisfies readonly OrderStatus[]

export function isPayable(status: OrderStatus): boolean {
  return payableStatuses.some((each) => each === status)
}

/** Whether all money of an order went back, by refunds or in a lost dispute. */
export function isMoneyBack(status: OrderStatus): boolean {
  return status === 'refunded' || status === 'lost'
}

const placedLine = z
  .object({
    tariff,
    amount: money,
    status: z.enum(['waiting', 'scheduled', 'issued', 'refunded']).meta({
      description:
        '`waiting`: not issued yet; `scheduled`: not before `deliverOn`; `issued`; `refunded`: ' +
        'returned, its eSIM is blocked',
      examples: ['issued'],
    }),
    isRefunding: z.boolean().describe('Whether its refund is on its way').default(false),
    recipient: z
      .string()
      .nullable()
      .describe('Recipient of a gift, or null for the buyer. Masked after a correction'),
    deliverOn: z.iso.date().nullable().describe('UTC date before which the eSIM is not issued'),
    hash: esimHash
      .nullable()
      .describe(
        'The eSIM. null until it is issued or topped up, after the address was corrected, and for a ' +
          'gift, because only its recipient gets the code',
      ),
    topUp: z
      .object({
        hash: esimHash.nullable().describe('The eSIM, or null after the address was corrected'),
        trafficMb: z.int().positive().nullable().describe('MB that it adds, or null if unlimited'),
        validityDays: z.int().positive(),
      })
      .nullable()
      .meta({
        description: 'Data for an eSIM with the plan `tariff`, or null if the line is a plan',
        examples: [null],
      }),
  })
  .meta({ id: 'InvoiceLine', description: 'One plan of an order, or a top-up' })

/** Numbers of receipts and credit notes. */
export const documentNumber = z
  .string()
  .min(1)
  .max(40)
  .meta({ examples: ['A-42'] })

const creditNote = z
  .object({
    number: documentNumber.describe('Consecutive number of the document'),
    cancels: documentNumber
      .nullable()
      .describe('Number of the credit note that this document cancels, or null for a credit note'),
    amount: money.describe('Amount that it credits, or that it no longer credits'),
    vat: money.nullable().describe('VAT in the amount, or null if the seller states none'),
    issuedAt: time,
  })
  .meta({
    id: 'CreditNote',
    description: 'A document about returned money, which corrects the receipt',
  })
export type CreditNote = z.output<typeof creditNote>

const order = z
  .object({
    invoiceID,
    status: orderStatus,
    amount: money.describe('Price of the order, after the promo code'),
    promocode: z
      .string()
      .meta({ examples: ['SUMMER'] })
      .nullable()
      .describe('The promo code of the order'),
    byVoucher: money.default({ minor: 0, currency: 'USD' }).meta({
      description: 'Part of the amount that a voucher pays',
      examples: [{ minor: 0, currency: 'USD' }],
    }),
    reduction: money.meta({
      description: 'Reduction by the promo code',
      examples: [{ minor: 140, currency: 'USD' }],
    }),
    email: z.string().meta({
      description: 'Address the eSIM is sent to. Masked after a correction',
      examples: ['anna@example.com'],
    }),
    tariff: tariff.describe('The plan of the first line'),
    hash: esimHash.nullable().describe('The eSIM of the first line, or null until it is issued'),
    lines: z.array(placedLine).min(1).max(maxLines).describe('Plans of the order'),
    refunded: money.meta({
      description: 'Amount returned so far, without refunds that failed at the bank',
      examples: [{ minor: 0, currency: 'USD' }],
    }),
    lost: money.default({ minor: 0, currency: 'USD' }).meta({
      description: 'Part of this amount that a bank returned after a dispute',
      examples: [{ minor: 0, currency: 'USD' }],
    }),
    overcharged: money.meta({
      description: 'Amount that was charged by mistake and is not returned yet',
      examples: [{ minor: 0, currency: 'USD' }],
    }),
    refundBy: time.nullable().meta({
      description: 'Time at which a paid plan that sold out is refunded, unless it is issued first',
      examples: [null],
    }),
    isFrozen: z
      .boolean()
      .describe('Whether the order is being checked: no eSIM is issued, and no code is shown')
      .default(false),
    canOrderAgain: z.boolean().describe('Whether all plans of the order are still on sale'),
    vatPercent: z
      .number()
      .positive()
      .nullable()
      .default(null)
      .describe('VAT in the price in percent, or null if the seller states none'),
    receiptNumber: documentNumber
      .nullable()
      .default(null)
      .describe('Consecutive number of the receipt, or null before the payment'),
    creditNotes: z
      .array(creditNote)
      .nullable()
      .default(null)
      .meta({
        description:
          'Documents that correct the receipt, oldest first, or null without such documents',
        examples: [null],
      }),
    createdAt: time,
    paidAt: time.nullable().default(null).describe('Time of the payment, or null before it'),
  })
  .meta({ id: 'Invoice', description: 'An order and the state of its payment' })
export type Order = z.output<typeof order>
export type PlacedLine = z.output<typeof placedLine>

export const orderOperations = {
  activation: post(`/web-${product.slug}-activation`, {
    tag: 'Orders',
    summary: 'Order plans',
    description:
      'Creates an invoice and returns the page where the visitor pays. `expectedAmount` makes sure ' +
      'that visitors pay the price that they saw. Generate `idempotencyKey` ' +
      'once per form: a repeated request returns the same invoice and never charges twice. Guests ' +
      'can order too. For one plan, send `tariffID`. For up to ten plans, send `lines`: they are priced ' +
      'and paid together, and each line gets its own eSIM. A line with a `recipient` ' +
      'is a gift: its eSIM is emailed to that address, and the buyer never sees its code. To add data ' +
      'to an eSIM, send `topUp`.',
    session: 'optional',
    input: z
      .object({
        lang,
        tariffID: tariffID
          .optional()
          .describe('The plan of an order for one plan. Omit `lines` then'),
        lines: z
          .array(orderLine)
          .min(1)
          .max(maxLines)
          .optional()
          .describe('The plans of the order, paid together. Omit `tariffID` then'),
        topUp: topUpChoice
          .optional()
          .describe('Data for an eSIM instead of plans. Omit `tariffID` and `lines` then'),
        email: email.describe('Address for the eSIM and its instructions'),
        paymentOption: z
          .string()
          .regex(paymentOptionPattern)
          .meta({
            description: 'A card charged in a currency that the plan is sold in',
            examples: ['card-usd'],
          }),
        expectedAmount: money
          .optional()
          .describe('The price that the visitor saw, less a voucher. Another price gets a 409'),
        consent: z.literal(true).describe('Consent to personal data processing'),
        promocode: marketingCode
          .optional()
          .describe('Value of `?promo=`, or the code of a voucher'),
        referralCode: marketingCode.optional().describe('Value of `?refid=`'),
        nonce: signInNonce
          .optional()
          .describe(
            'Sign-in nonce of the browser. Partners get no reward for orders in their own browser',
          ),
        utm: utm.optional(),
        phoneModel: phoneModel.optional(),
        idempotencyKey: idempotencyKey.describe(
          'Random key of the form. A repeated request returns the same invoice',
        ),
      })
      .meta({
        examples: [
          {
            lang: 'en',
            tariffID: 'tr-turkcell-10gb-30d',
            email: 'anna@example.com',
            paymentOption: 'card-usd',
            expectedAmount: { minor: 1260, currency: 'USD' },
            consent: true,
            promocode: 'SUMMER',
            referralCode: 'k7w2m9xq4b',
            utm: { utm_source: 'newsletter' },
            idempotencyKey: 'f5Hn1PzQeW7uGa3sXbM9Ro',
          },
        ],
      })
      .refine(({ tariffID: plan, lines, topUp }) => isOne(plan, lines, topUp), {
        path: ['tariffID'],
        error: 'is required without lines and topUp, and not allowed with them',
      }),
    output: z.object({ data: z.object({ invoiceID, paymentURL }) }),
    refusals: {
      ...blockedEsim,
      'not-found': 'There is no such plan, or no such eSIM.',
      'out-of-stock':
        'The plan is out of stock or delisted, or the supplier does not offer the top-up any more.',
      'price-changed': 'The order does not cost `expectedAmount`. `amount` is the current price.',
      'key-reused': 'The key was used for a different order.',
      'order-expired': 'The order was not paid in time. Use a new key to place it again.',
      'too-many-requests':
        'Too many orders came from this address or for this email within an hour.',
      'already-paid': 'The order is already paid. `invoiceID` opens it.',
      'payment-unavailable': 'No payment provider can start a payment now. Nothing was ordered.',
    },
  }),

  invoice: get('/web-invoice', {
    tag: 'Orders',
    summary: 'Get an invoice',
    description:
      'Returns an invoice. Reading a paid invoice resumes its delivery if that was interrupted.',
    input: z.object({ lang, invoiceID }),
    output: z.object({ data: order }),
    refusals: { 'not-found': 'There is no such invoice.' },
  }),

  invoicePayment: post('/web-invoice-payment', {
    tag: 'Orders',
    summary: 'Retry a payment',
    description:
      'Starts the payment of an unpaid or declined invoice again. The previous payment page is ' +
      'closed first.',
    isExtension: true,
    input: z.object({ lang, invoiceID }),
    output: z.object({ data: z.object({ paymentURL }) }),
    refusals: {
      'not-found': 'There is no such invoice.',
      'out-of-stock': 'The plan is out of stock.',
      'order-expired': 'The invoice was not paid in time.',
      'already-paid': 'The invoice is already paid.',
      'too-many-requests': 'Too many orders or payments came from this address within an hour.',
      'payment-unavailable': 'No payment provider can start a payment now.',
    },
  }),

  orderPrice: post(`/web-${product.slug}-price`, {
    tag: 'Orders',
    summary: 'Get the price of an order',
    description:
      'Returns the price of an order of plans or a top-up in each currency, after a promo code or a ' +
      'voucher. For a code that cannot be used, returns a message of the field `promocode`.',
    isExtension: true,
    input: z
      .object({
        lang,
        tariffID: tariffID.optional().describe('The plan of an order for one plan'),
        tariffIDs: z
          .array(tariffID)
          .min(1)
          .max(maxLines)
          .optional()
          .describe('The plans of the order, one for each line. Replaces `tariffID`'),
        topUp: topUpChoice.optional().describe('A top-up instead of plans'),
        email: email.optional().describe('Checks the limit per customer of the promo code'),
        promocode: marketingCode
          .optional()
          .describe('Promo code or voucher, in upper or lower case'),
      })
      .meta({
        examples: [
          {
            lang: 'en',
            tariffID: 'tr-turkcell-10gb-30d',
            email: 'anna@example.com',
            promocode: 'SUMMER',
          },
        ],
      })
      .refine(({ tariffID: plan, tariffIDs, topUp }) => isOne(plan, tariffIDs, topUp), {
        path: ['tariffID'],
        error: 'is required without tariffIDs and topUp, and not allowed with them',
      }),
    output: z.object({
      data: z.object({
        prices: prices.describe(
          'Prices of the plans or the top-up, in the currencies they all have',
        ),
        totals: prices.meta({
          description: 'Amount to pay in each currency, after the promo code or the voucher',
          examples: [{ USD: 1260, RUB: 116_100 }],
        }),
      }),
    }),
    refusals: {
      ...blockedEsim,
      'not-found': 'There is no such plan, or no such eSIM.',
      'out-of-stock': 'The supplier does not offer the top-up any more.',
      'too-many-requests': 'Too many promo codes were checked from this address within an hour.',
    },
  }),

  deliveryCounts: get('/web-delivery-counts', {
    tag: 'Orders',
    summary: 'Get the number of delivered eSIMs',
    description:
      'Returns the number of eSIMs that the shop delivered in the last 24 hours, and the median time ' +
      'from the payment. Excludes gifts with a date and replaced eSIMs.',
    isExtension: true,
    input: z.object({ lang }),
    output: z.object({
      data: z
        .object({
          delivered: z.int().positive().describe('eSIMs delivered in the last 24 hours'),
          medianSeconds: z
            .int()
            .positive()
            .describe('Median time from payment to delivery, in seconds'),
        })
        .meta({ examples: [{ delivered: 41, medianSeconds: 9 }] })
        .nullable()
        .describe('null if there are fewer than the operator wants to show'),
    }),
  }),
}
