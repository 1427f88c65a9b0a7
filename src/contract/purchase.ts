import { z } from 'zod'
import { iccidPattern } from '../domain/activation-code.ts'
import { maxLength } from '../domain/field-limits.ts'
import { product } from '../domain/product.ts'
import { marketingCodePattern, utmNames } from '../domain/marketing.ts'
import { paymentOptionPattern } from '../domain/payment-options.ts'
import { operator } from './operators.ts'
import { tariff } from './tariffs.ts'
import {
  done,
  email,
  hash,
  invoiceID,
  lang,
  money,
  operatorIdent,
  secretID,
  signInNonce,
  tariffID,
  time,
} from './common.ts'
import { get, post } from './endpoint.ts'

export const marketingCode = z
  .string()
  .regex(marketingCodePattern)
  .describe('Promo code or referral code')
export const utm = z
  .partialRecord(z.enum(utmNames), z.string().max(maxLength.utmValue))
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
      .optional()
      .describe('Text for the recipient, at the start of the email'),
    deliverOn: z.iso.date().optional().describe('UTC date: the eSIM is not issued before it'),
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
        .max(10)
        .optional()
        .describe('The plans of the order, paid together. Leave `tariffID` out then'),
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
      idempotencyKey: secretID.describe(
        'Random key of the form. A repeated request returns the same invoice',
      ),
    })
    .refine((order) => (order.tariffID === undefined) !== (order.lines === undefined), {
      path: ['tariffID'],
      error: 'must be there without lines, and only then',
    }),
  z.object({
    data: z.object({
      invoiceID,
      paymentURL,
    }),
  }),
  { session: 'optional' },
)

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
      .enum(['waiting', 'issued', 'refunded'])
      .describe('`waiting`: not issued yet; `issued`; `refunded`: returned, its eSIM is blocked'),
    hash: hash.nullable().describe('The eSIM; null until it is issued'),
  })
  .meta({ id: 'InvoiceLine', description: 'One plan of an order' })

export const invoice = z
  .object({
    invoiceID,
    status: invoiceStatus,
    amount: money,
    email: z.string().describe('Address the eSIM is sent to'),
    tariff: tariff.describe('The plan of the first line'),
    hash: hash.nullable().describe('The eSIM of the first line; null until it is issued'),
    lines: z.array(invoiceLine).min(1).max(10).describe('Each plan of the order'),
    refunded: money.describe('What was returned so far'),
    overcharged: money.describe('What was charged by mistake and is not returned yet'),
    refundBy: time
      .nullable()
      .describe('A paid plan sold out: it is refunded then, if it cannot be issued before'),
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

export const esimStatus = z
  .enum(['ready', 'installed', 'active', 'finished', 'expired', 'refunded'])
  .describe(
    '`ready`: not connected yet; `installed`: on a phone, not connected yet; `active`: in use; ' +
      '`finished`: no data left; `expired`: over; `refunded`: the order was refunded',
  )

export const esim = z
  .object({
    hash,
    status: esimStatus,
    tariff,
    operator,
    countryTitle: z.string(),
    mobileNumber: z.string().nullable().describe('Phone number in E.164; null: data only'),
    iccid: z.string().regex(iccidPattern),
    smdpAddress: z.string(),
    matchingId: z.string().describe('Activation code for manual entry'),
    confirmationCode: z.string().nullable(),
    isSample: z.boolean().describe('true: a development sample that no phone can install'),
    dataLimitMb: z.int().positive().nullable().describe('Data in MB; null: unlimited'),
    validityDays: z.int().positive(),
    purchasedAt: time,
    activateBy: time.describe('Last moment to connect for the first time'),
  })
  .meta({ id: 'Esim', description: 'A purchased eSIM with its activation code' })
export type Esim = z.infer<typeof esim>

export const esimByHash = get(
  `/web-${product.slug}`,
  'Get an eSIM',
  z.object({ lang, hash }),
  z.object({ data: esim }),
  { session: 'optional' },
)

export const esimResend = post(
  `/web-${product.slug}-resend`,
  'Send the eSIM email again',
  z.object({ lang, hash }),
  done,
  { extension: true },
)

export const esimUsageMails = post(
  `/web-${product.slug}-usage-mails`,
  'Start or stop emails about the data left',
  z.object({
    lang,
    hash,
    isOn: z.boolean().describe('Consent to an email at 80 % and one a day before the end'),
  }),
  done,
  { extension: true },
)

export const balance = z
  .object({
    status: esimStatus,
    dataUsedMb: z.int().nonnegative().describe('MB used since the first connection'),
    dataLimitMb: z.int().positive().nullable().describe('MB in total; null: unlimited'),
    usageAsOf: time.nullable().describe('Time of the last usage report; null: none yet'),
    validUntil: time.nullable().describe('End of validity; null until the first connection'),
    activateBy: time.describe('Last moment to connect for the first time'),
    outlook: z
      .object({
        daysTotal: z.int().positive(),
        daysLeft: z.int().positive().describe('Days left, today included'),
        lastsUntil: time
          .nullable()
          .describe('When the data ends at the pace so far, or the plan; null: unknown'),
        dailyMb: z
          .int()
          .nonnegative()
          .nullable()
          .describe('MB a day that can be used until the end; null: unlimited'),
      })
      .nullable()
      .describe('How long the plan lasts; null before the first connection and after the end'),
    hasUsageMails: z.boolean().describe('true: emails are sent at 80 % and one day before the end'),
  })
  .meta({ id: 'Balance', description: 'Data left and validity of an eSIM' })

export const esimBalance = z
  .object({ hash, tariff, balance })
  .meta({ id: 'EsimBalance', description: 'An eSIM with its balance' })
export type EsimBalance = z.infer<typeof esimBalance>

export const esimInfo = get(
  `/web-${product.slug}-info`,
  'Get a balance or an operator’s contacts',
  z.object({
    lang,
    hash: hash.optional().describe('Returns the balance of this eSIM'),
    operator: operatorIdent.optional().describe('Returns the contacts of this operator'),
  }),
  z.object({
    data: z.object({
      operator,
      esim: esimBalance.nullable().describe('null for a request by operator'),
    }),
  }),
)
