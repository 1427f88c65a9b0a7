import type { Operations } from '../../operations.ts'
import {
  exampleEmail,
  exampleHash,
  exampleInvoiceID,
  exampleKey,
  exampleTariff,
} from './entities.ts'
import type { OperationDocs } from './operation-docs.ts'

const paymentURL = `https://pay.example.com/${exampleInvoiceID}`

export const orderPrice: OperationDocs<Operations['orderPrice']> = {
  tag: 'Orders',
  description:
    'Returns the price of an order of plans or a top-up in each currency, after a promo code. For a ' +
    'code that cannot be used, returns a message of the field `promocode`.',
  request: {
    lang: 'en',
    tariffID: exampleTariff.tariffID,
    email: exampleEmail,
    promocode: 'SUMMER',
  },
  response: { data: { prices: { USD: 1400, RUB: 129_000 }, totals: { USD: 1260, RUB: 116_100 } } },
  refusals: {
    'not-found': 'There is no such plan, or no such eSIM.',
    refunded: 'The eSIM is refunded. Nothing can be added to it.',
    replaced: 'Another eSIM has replaced the one of the top-up.',
    frozen: 'The order of the eSIM is being checked. Nothing can be added to it until then.',
    'out-of-stock': 'The supplier does not offer the top-up any more.',
    'too-many-requests': 'Too many promo codes were checked from this address within an hour.',
  },
}

export const activation: OperationDocs<Operations['activation']> = {
  tag: 'Orders',
  description:
    'Creates an invoice and returns the page where the visitor pays. `expectedAmount` makes sure ' +
    'that visitors pay the price that they saw. Generate `idempotencyKey` ' +
    'once per form: a repeated request returns the same invoice and never charges twice. Guests ' +
    'can order too. For one plan, send `tariffID`. For up to ten plans, send `lines`: they are priced ' +
    'and paid together, and each line gets its own eSIM. A line with a `recipient` ' +
    'is a gift: its eSIM is emailed to that address, and the buyer never sees its code. To add data ' +
    'to an eSIM, send `topUp`.',
  request: {
    lang: 'en',
    tariffID: exampleTariff.tariffID,
    email: exampleEmail,
    paymentOption: 'card-usd',
    expectedAmount: { minor: 1260, currency: 'USD' },
    consent: true,
    promocode: 'SUMMER',
    referralCode: 'k7w2m9xq4b',
    utm: { utm_source: 'newsletter' },
    idempotencyKey: exampleKey,
  },
  response: { data: { invoiceID: exampleInvoiceID, paymentURL } },
  refusals: {
    'not-found': 'There is no such plan, or no such eSIM.',
    'out-of-stock':
      'The plan is out of stock or delisted, or the supplier does not offer the top-up any more.',
    refunded: 'The eSIM is refunded. Nothing can be added to it.',
    replaced: 'Another eSIM has replaced the one of the top-up.',
    frozen: 'The order of the eSIM is being checked. Nothing can be added to it until then.',
    'price-changed': 'The order does not cost `expectedAmount`. `amount` is the current price.',
    'key-reused': 'The key was used for a different order.',
    'order-expired': 'The order was not paid in time. Use a new key to place it again.',
    'too-many-requests': 'Too many orders came from this address or for this email within an hour.',
    'already-paid': 'The order is already paid. `invoiceID` opens it.',
    'payment-unavailable': 'No payment provider can start a payment now. Nothing was ordered.',
  },
}

export const invoice: OperationDocs<Operations['invoice']> = {
  tag: 'Orders',
  description:
    'Returns an invoice. Reading a paid invoice resumes its delivery if that was interrupted.',
  request: { lang: 'en', invoiceID: exampleInvoiceID },
  response: {
    data: {
      invoiceID: exampleInvoiceID,
      status: 'success',
      amount: { minor: 1260, currency: 'USD' },
      promocode: 'SUMMER',
      reduction: { minor: 140, currency: 'USD' },
      email: exampleEmail,
      tariff: exampleTariff,
      hash: exampleHash,
      lines: [
        {
          tariff: exampleTariff,
          amount: { minor: 1260, currency: 'USD' },
          status: 'issued',
          recipient: null,
          deliverOn: null,
          hash: exampleHash,
          topUp: null,
        },
      ],
      refunded: { minor: 0, currency: 'USD' },
      overcharged: { minor: 0, currency: 'USD' },
      refundBy: null,
      isFrozen: false,
      canOrderAgain: true,
      vatPercent: 20,
      receiptNumber: 'A-42',
      creditNotes: [],
      createdAt: '2026-11-12T10:00:00Z',
      paidAt: '2026-11-12T10:01:00Z',
    },
  },
  refusals: { 'not-found': 'There is no such invoice.' },
}

export const invoicePayment: OperationDocs<Operations['invoicePayment']> = {
  tag: 'Orders',
  description:
    'Starts the payment of an unpaid or declined invoice again. The previous payment page is ' +
    'closed first.',
  request: { lang: 'en', invoiceID: exampleInvoiceID },
  response: { data: { paymentURL } },
  refusals: {
    'not-found': 'There is no such invoice.',
    'out-of-stock': 'The plan is out of stock.',
    'order-expired': 'The invoice was not paid in time.',
    'already-paid': 'The invoice is already paid.',
    'too-many-requests': 'Too many orders or payments came from this address within an hour.',
    'payment-unavailable': 'No payment provider can start a payment now.',
  },
}

export const deliveryCounts: OperationDocs<Operations['deliveryCounts']> = {
  tag: 'Orders',
  description:
    'Returns the number of eSIMs that the shop delivered in the last 24 hours, and the median time ' +
    'from the payment. Excludes gifts with a date and replaced eSIMs.',
  request: { lang: 'en' },
  response: { data: { delivered: 41, medianSeconds: 9 } },
}
