import { z } from 'zod'
import { maxLength, oneLine, marketingCodePattern } from '../kit/limits.shared.ts'
import { maxLines } from '../kit/order-number.ts'
import { product } from '../kit/product.shared.ts'
import { paymentOptionPattern } from '../payments/settings.ts'
import {
  email,
  invoiceID,
  lang,
  money,
  phoneModel,
  secretIDSchema,
  signInNonce,
  tariffID,
} from '../api/common.ts'
import { post } from '../api/endpoint.ts'
import { topUpChoice } from '../esims/top-ups-contract.ts'
import { utm } from '../api/utm.ts'

export const marketingCode = z
  .string()
  .regex(marketingCodePattern)
  .describe('Promo code or referral code')

export const paymentURL = z.url({ protocol: /^https?$/ }).describe('Page where the visitor pays')

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

export const activation = post(
  `/web-${product.slug}-activation`,
  'Order plans',
  z
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
        .describe('A card charged in a currency that the plan is sold in: `card-usd`'),
      expectedAmount: money
        .optional()
        .describe('The price that the visitor saw. An order with another price gets a 409'),
      consent: z.literal(true).describe('Consent to personal data processing'),
      promocode: marketingCode.optional().describe('Value of `?promo=`'),
      referralCode: marketingCode.optional().describe('Value of `?refid=`'),
      nonce: signInNonce
        .optional()
        .describe(
          'Sign-in nonce of the browser. Partners get no reward for orders in their own browser',
        ),
      utm: utm.optional(),
      phoneModel: phoneModel.optional(),
      idempotencyKey: secretIDSchema.describe(
        'Random key of the form. A repeated request returns the same invoice',
      ),
    })
    .refine(({ tariffID: plan, lines, topUp }) => isOne(plan, lines, topUp), {
      path: ['tariffID'],
      error: 'is required without lines and topUp, and not allowed with them',
    }),
  z.object({ data: z.object({ invoiceID, paymentURL }) }),
  { session: 'optional' },
)

/** Whether exactly one of the values is given. */
export function isOne(...values: readonly unknown[]): boolean {
  return values.filter((value) => value !== undefined).length === 1
}
