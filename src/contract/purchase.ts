import { z } from 'zod'
import { iccidPattern } from '../domain/activation-code.ts'
import { maxLength } from '../domain/field-limits.ts'
import { product } from '../domain/product.ts'
import { marketingCodePattern, utmNames } from '../domain/marketing.ts'
import { paymentOptions } from '../domain/payment-options.ts'
import { operator, tariff } from './catalogue.ts'
import {
  done,
  email,
  hash,
  invoiceID,
  lang,
  money,
  operatorIdent,
  secretID,
  tariffID,
  time,
} from './common.ts'
import { get, post } from './endpoint.ts'

export const marketingCode = z.string().regex(marketingCodePattern)
export const utm = z.partialRecord(z.enum(utmNames), z.string().max(maxLength.utmValue))

export const activation = post(
  `/web-${product.slug}-activation`,
  'Orders a plan: makes an invoice and starts its payment',
  z.object({
    lang,
    tariffID,
    email: email.describe('Where the eSIM and its instructions are sent'),
    paymentOption: z.enum(paymentOptions),
    consent: z.literal(true).describe('Consent to personal data processing'),
    promocode: marketingCode.optional(),
    referralCode: marketingCode.optional(),
    utm: utm.optional(),
    idempotencyKey: secretID.describe(
      'Made with the form: the same key answers the same invoice, and 409 once it is paid',
    ),
  }),
  z.object({
    data: z.object({
      invoiceID,
      paymentURL: z.url({ protocol: /^https?$/ }).describe('Where the visitor pays'),
    }),
  }),
  { session: 'optional' },
)

/** processing: waiting for the payment; paid: paid, the eSIM is being issued; success: issued; failed: declined, can be paid again; refunded. */
export const invoiceStatus = z.enum(['processing', 'paid', 'success', 'failed', 'refunded'])
export type InvoiceStatus = z.infer<typeof invoiceStatus>

/** Whether an invoice is still to be paid. */
export function isPayable(status: InvoiceStatus): boolean {
  return status === 'processing' || status === 'failed'
}

export const invoice = z.object({
  invoiceID,
  status: invoiceStatus,
  amount: money,
  email: z.string(),
  tariff,
  hash: hash.nullable().describe('The eSIM, once issued'),
  createdAt: time,
})
export type Invoice = z.infer<typeof invoice>

export const invoiceByID = get(
  '/web-invoice',
  'One invoice; reading it resumes a delivery that was cut off',
  z.object({ lang, invoiceID }),
  z.object({ data: invoice }),
)

export const invoicePayment = post(
  '/web-invoice-payment',
  'Starts the payment of an unpaid invoice again',
  z.object({ lang, invoiceID }),
  z.object({ data: z.object({ paymentURL: z.url({ protocol: /^https?$/ }) }) }),
  { extension: true },
)

export const esimStatus = z.enum(['ready', 'active', 'finished', 'expired'])

/** A purchased eSIM as its owner sees it. */
export const esim = z.object({
  hash,
  status: esimStatus.describe(
    'ready: not yet on a network; active; finished: data used up; expired',
  ),
  tariff,
  operator,
  countryTitle: z.string(),
  mobileNumber: z.string().nullable().describe('E.164; null: data only'),
  iccid: z.string().regex(iccidPattern),
  smdpAddress: z.string(),
  matchingId: z.string().describe('The activation code to type by hand'),
  confirmationCode: z.string().nullable(),
  isSample: z.boolean().describe('Made for development: no phone can install it'),
  dataLimitMb: z.int().positive().nullable().describe('null: unlimited'),
  validityDays: z.int().positive(),
  purchasedAt: time,
  activateBy: time,
})
export type Esim = z.infer<typeof esim>

export const esimByHash = get(
  `/web-${product.slug}`,
  'One purchased eSIM with its activation code',
  z.object({ lang, hash }),
  z.object({ data: esim }),
  { session: 'optional' },
)

export const esimResend = post(
  `/web-${product.slug}-resend`,
  'Mails a purchased eSIM to the address of its order once more; several asks within ten minutes are one mail',
  z.object({ lang, hash }),
  done,
  { extension: true },
)

export const balance = z.object({
  status: esimStatus,
  dataUsedMb: z.int().nonnegative(),
  dataLimitMb: z.int().positive().nullable(),
  usageAsOf: time.nullable().describe('When the network last reported; null: never'),
  validUntil: time.nullable().describe('null until the eSIM first meets a network'),
  activateBy: time,
})

export const esimBalance = z.object({ hash, tariff, balance })
export type EsimBalance = z.infer<typeof esimBalance>

export const esimInfo = get(
  `/web-${product.slug}-info`,
  'The data balance of an eSIM (hash), or an operator’s contacts (operator)',
  z.object({ lang, hash: hash.optional(), operator: operatorIdent.optional() }),
  z.object({
    data: z.object({
      operator,
      esim: esimBalance.nullable().describe('null when asked by operator'),
    }),
  }),
)
