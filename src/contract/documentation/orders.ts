import type { Operations } from '../operations.ts'
import {
  exampleDone,
  exampleEmail,
  exampleEsimBalance,
  exampleHash,
  exampleInvoiceID,
  exampleKey,
  exampleOperator,
  exampleTariff,
} from './entities.ts'
import type { OperationDocs } from './operation-docs.ts'

const paymentURL = `https://pay.example.com/${exampleInvoiceID}`

export const orderPrice: OperationDocs<Operations['orderPrice']> = {
  tag: 'Orders',
  description:
    'Returns what an order costs in each currency of the plan, after a promo code. A code that ' +
    'cannot be used is a message of the field `promocode`.',
  request: {
    lang: 'en',
    tariffID: exampleTariff.tariffID,
    email: exampleEmail,
    promocode: 'SUMMER',
  },
  response: { data: { prices: { USD: 1400, RUB: 129_000 }, totals: { USD: 1260, RUB: 116_100 } } },
  refusals: {
    'not-found': 'There is no such plan on sale.',
    'too-many-requests': 'Too many promo codes were checked from this address within an hour.',
  },
}

export const activation: OperationDocs<Operations['activation']> = {
  tag: 'Orders',
  description:
    'Creates an invoice and returns the page where the visitor pays. `expectedAmount` makes sure ' +
    'that nobody pays another price than the one they saw. Generate `idempotencyKey` ' +
    'once per form: a repeated request returns the same invoice and never charges twice. Guests ' +
    'can order too. For one plan, send `tariffID`. For up to ten, send `lines`: they are priced ' +
    'and paid together, and each gets an eSIM of its own.',
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
    'not-found': 'There is no such plan on sale.',
    'out-of-stock': 'The plan is out of stock.',
    'price-changed': 'The order does not cost `expectedAmount`. `amount` is its price now.',
    'key-reused': 'The key was used for a different order.',
    'order-expired': 'The order was not paid in time. Use a new key to place it again.',
    'too-many-requests': 'Too many orders came from this address or for this email within an hour.',
    'already-paid': 'The order is already paid.',
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
      email: exampleEmail,
      tariff: exampleTariff,
      hash: exampleHash,
      lines: [
        {
          tariff: exampleTariff,
          amount: { minor: 1400, currency: 'USD' },
          status: 'issued',
          hash: exampleHash,
        },
      ],
      refunded: { minor: 0, currency: 'USD' },
      overcharged: { minor: 0, currency: 'USD' },
      refundBy: null,
      createdAt: '2026-11-12T10:00:00Z',
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
    'payment-unavailable': 'No payment provider can start a payment now.',
  },
}

export const esim: OperationDocs<Operations['esim']> = {
  tag: 'eSIMs',
  description: 'Returns a purchased eSIM with everything a phone needs to install it.',
  request: { lang: 'en', hash: exampleHash },
  response: {
    data: {
      hash: exampleHash,
      status: 'ready',
      tariff: exampleTariff,
      operator: exampleOperator,
      countryTitle: 'Türkiye',
      mobileNumber: null,
      iccid: '8990011234567890123',
      smdpAddress: 'smdp.example.com',
      matchingId: 'JQ-209U6H-6I82J5',
      confirmationCode: null,
      isSample: false,
      dataLimitMb: 10240,
      validityDays: 30,
      purchasedAt: '2026-11-12T10:00:00Z',
      activateBy: '2027-02-09T10:00:00Z',
    },
  },
  refusals: {
    'not-found': 'There is no such eSIM.',
    refunded: 'The order was refunded. Its code is no longer shown.',
  },
}

export const esimInfo: OperationDocs<Operations['esimInfo']> = {
  tag: 'eSIMs',
  description:
    'With `hash`, returns the balance of an eSIM and the contacts of its operator. With ' +
    '`operator`, returns the contacts only. Pass exactly one of them.',
  request: { lang: 'en', hash: exampleHash, operator: 'tr-turkcell' },
  response: { data: { operator: exampleOperator, esim: exampleEsimBalance } },
  refusals: {
    'not-found': 'There is no such eSIM or operator, or neither parameter was given.',
  },
}

export const esimResend: OperationDocs<Operations['esimResend']> = {
  tag: 'eSIMs',
  description:
    'Sends the email with the eSIM to the address of its order again, at most once in ten ' +
    'minutes.',
  request: { lang: 'en', hash: exampleHash },
  response: exampleDone,
  refusals: {
    'not-found': 'There is no such eSIM.',
    refunded: 'The order was refunded.',
  },
}

export const esimUsageMails: OperationDocs<Operations['esimUsageMails']> = {
  tag: 'eSIMs',
  description:
    'Starts or stops emails about an eSIM: one when 80 % of the data is used, and one a day before ' +
    'the end. They go to the address that got the eSIM.',
  request: { lang: 'en', hash: exampleHash, isOn: true },
  response: exampleDone,
  refusals: { 'not-found': 'There is no such eSIM.' },
}
