import { z } from 'zod'
import { maxLines } from '../kit/order-number.ts'
import { esimHash, invoiceID, lang, money, time } from '../api/common.ts'
import { get, post } from '../api/endpoint.ts'
import { paymentURL } from './purchase.ts'
import { tariff } from '../plans/plans-contract.ts'

const invoiceStatus = z
  .enum(['processing', 'failed', 'expired', 'paid', 'success', 'disputed', 'refunded'])
  .describe(
    '`processing`: not paid yet; `failed`: payment declined, can be retried; `expired`: not paid ' +
      'in time; `paid`: the eSIM is being issued; `success`: issued; `disputed`: the bank is ' +
      'checking the charge; `refunded`: the money was returned',
  )
export type InvoiceStatus = z.output<typeof invoiceStatus>

/** The statuses of unpaid invoices. */
export const payableStatuses = ['processing', 'failed'] as const satisfies readonly InvoiceStatus[]

export function isPayable(status: InvoiceStatus): boolean {
  return payableStatuses.some((each) => each === status)
}

const invoiceLine = z
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
      .describe('Data for an eSIM with the plan `tariff`, or null if the line is a plan'),
  })
  .meta({ id: 'InvoiceLine', description: 'One plan of an order, or a top-up' })

/** Numbers of receipts and credit notes. */
export const documentNumber = z.string().min(1).max(40)

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

const invoice = z
  .object({
    invoiceID,
    status: invoiceStatus,
    amount: money.describe('Price of the order, after the promo code'),
    promocode: z.string().nullable().describe('The promo code of the order'),
    reduction: money.describe('Reduction by the promo code'),
    email: z.string().describe('Address the eSIM is sent to. Masked after a correction'),
    tariff: tariff.describe('The plan of the first line'),
    hash: esimHash.nullable().describe('The eSIM of the first line, or null until it is issued'),
    lines: z.array(invoiceLine).min(1).max(maxLines).describe('Plans of the order'),
    refunded: money.describe('Amount returned so far, without refunds that failed at the bank'),
    overcharged: money.describe('Amount that was charged by mistake and is not returned yet'),
    refundBy: time
      .nullable()
      .describe('Time at which a paid plan that sold out is refunded, unless it is issued first'),
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
      .describe('Documents that correct the receipt, oldest first, or null without such documents'),
    createdAt: time,
    paidAt: time.nullable().default(null).describe('Time of the payment, or null before it'),
  })
  .meta({ id: 'Invoice', description: 'An order and the state of its payment' })
export type Invoice = z.output<typeof invoice>
export type InvoiceLine = z.output<typeof invoiceLine>

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
  { isExtension: true },
)
