import { z } from 'zod'
import { maxLength, oneLine } from '../domain/field-limits.ts'
import { maxLines } from '../domain/order-size.ts'
import { product } from '../domain/product.ts'
import { marketingCodePattern } from '../domain/marketing.ts'
import { maxUtmLength, utmNames } from '../domain/utm.ts'
import { paymentOptionPattern } from '../domain/payment-options.ts'
import { tariff } from './tariffs.ts'
import {
  email,
  hash,
  invoiceID,
  lang,
  money,
  phoneModel,
  secretID,
  signInNonce,
  tariffID,
  time,
} from './common.ts'
import { get, post } from './endpoint.ts'
import { topUpChoice } from './top-ups.ts'

export const marketingCode = z
  .string()
  .regex(marketingCodePattern)
  .describe('Promo code or referral code')
export const utm = z
  .partialRecord(z.enum(utmNames), z.string().max(maxUtmLength))
  .describe('UTM parameters of the visit')

const paymentURL = z.url({ protocol: /^https?$/ }).describe('Page where the visitor pays')

const orderLine = z
  .object({
    tariffID,
    recipient: email.optional().describe('Address the eSIM is sent to, if not the buyer’s'),
    message: z
      .string()
      .trim()
      .min(1)
      .max(maxLength.giftMessage)
      .regex(oneLine, 'must be one line')
      .optional()
      .describe('Text for the recipient, at the start of the email'),
    deliverOn: z.iso
      .date()
      .optional()
      .describe(
        'UTC date: the eSIM is not issued before it. From today to the last day to connect a plan ' +
          'that is issued now',
      ),
  })
  .meta({ id: 'OrderLine', description: 'One plan to order' })
export type OrderLine = z.infer<typeof orderLine>

export const activation = post(
  `/web-${product.slug}-activation`,
  'Order plans',
  z
    .object({
      lang,
      tariffID: tariffID.optional().describe('The plan of an order of one. Leave `lines` out then'),
      lines: z
        .array(orderLine)
        .min(1)
        .max(maxLines)
        .optional()
        .describe('The plans of the order, paid together. Leave `tariffID` out then'),
      topUp: topUpChoice
        .optional()
        .describe('Data for an eSIM, in place of plans. Leave `tariffID` and `lines` out then'),
      email: email.describe('Address for the eSIM and its instructions'),
      paymentOption: z
        .string()
        .regex(paymentOptionPattern)
        .describe('A card charged in a currency that the plan is sold in: `card-usd`'),
      expectedAmount: money
        .optional()
        .describe('The price that the visitor was shown. If the order costs more or less: 409'),
      consent: z.literal(true).describe('Consent to personal data processing'),
      promocode: marketingCode.optional().describe('Value of `?promo=`'),
      referralCode: marketingCode.optional().describe('Value of `?refid=`'),
      nonce: signInNonce
        .optional()
        .describe('Sign-in nonce of the browser: partners earn nothing in their own'),
      utm: utm.optional(),
      phoneModel: phoneModel.optional(),
      idempotencyKey: secretID.describe(
        'Random key of the form. A repeated request returns the same invoice',
      ),
    })
    .refine(({ tariffID: plan, lines, topUp }) => isOne(plan, lines, topUp), {
      path: ['tariffID'],
      error: 'must be there without lines and topUp, and only then',
    }),
  z.object({ data: z.object({ invoiceID, paymentURL }) }),
  { session: 'optional' },
)

/** Whether exactly one of the values is given. */
export function isOne(...values: readonly unknown[]): boolean {
  return values.filter((value) => value !== undefined).length === 1
}

export const invoiceStatus = z
  .enum(['processing', 'failed', 'expired', 'paid', 'success', 'disputed', 'refunded'])
  .describe(
    '`processing`: not paid yet; `failed`: payment declined, can be retried; `expired`: not paid ' +
      'in time; `paid`: the eSIM is being issued; `success`: issued; `disputed`: the bank is ' +
      'checking the charge; `refunded`: the money was returned',
  )
export type InvoiceStatus = z.infer<typeof invoiceStatus>

export function isPayable(status: InvoiceStatus): boolean {
  return status === 'processing' || status === 'failed'
}

export const invoiceLine = z
  .object({
    tariff,
    amount: money,
    status: z
      .enum(['waiting', 'scheduled', 'issued', 'refunded'])
      .describe(
        '`waiting`: not issued yet; `scheduled`: not before `deliverOn`; `issued`; `refunded`: ' +
          'returned, its eSIM is blocked',
      ),
    recipient: z
      .string()
      .nullable()
      .describe('Who gets the eSIM as a gift; null: the buyer. Masked after a correction'),
    deliverOn: z.iso.date().nullable().describe('UTC date: it is not issued before it'),
    hash: hash
      .nullable()
      .describe(
        'The eSIM; null until it is issued or topped up, after the address was corrected, and if ' +
          'it is a gift: only its recipient gets the code',
      ),
    topUp: z
      .object({
        hash: hash.nullable().describe('The eSIM; null after the address was corrected'),
        trafficMb: z.int().positive().nullable().describe('MB that it adds; null: unlimited'),
        validityDays: z.int().positive(),
      })
      .nullable()
      .describe('Data for an eSIM with the plan `tariff`; null: the line is a plan'),
  })
  .meta({ id: 'InvoiceLine', description: 'One plan of an order, or a top-up' })

export const invoice = z
  .object({
    invoiceID,
    status: invoiceStatus,
    amount: money.describe('What the order costs, after the promo code'),
    promocode: z.string().nullable().describe('The promo code of the order'),
    reduction: money.describe('What the promo code took off'),
    email: z.string().describe('Address the eSIM is sent to. Masked after a correction'),
    tariff: tariff.describe('The plan of the first line'),
    hash: hash.nullable().describe('The eSIM of the first line; null until it is issued'),
    lines: z.array(invoiceLine).min(1).max(maxLines).describe('Each plan of the order'),
    refunded: money.describe('What was returned so far'),
    overcharged: money.describe('What was charged by mistake and is not returned yet'),
    refundBy: time
      .nullable()
      .describe('A paid plan sold out: it is refunded then, if it cannot be issued before'),
    canOrderAgain: z.boolean().describe('Whether all its plans are still on sale'),
    createdAt: time,
  })
  .meta({ id: 'Invoice', description: 'An order and the state of its payment' })
export type Invoice = z.infer<typeof invoice>
export type InvoiceLine = z.infer<typeof invoiceLine>

export const invoiceByID = get(
  '/web-invoice',
  'Get an invoice',
  z.object({ lang, invoiceID }),
  z.object({ data: invoice }),
)

export const invoicePayment = post(
  '/web-invoice-payment',
  'Retry a payment',
  z.object({ lang, invoiceID }),
  z.object({ data: z.object({ paymentURL }) }),
  { extension: true },
)
