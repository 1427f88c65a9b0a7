import { beforeAll, describe, expect, it } from 'vitest'
import type { Fetch } from '../../src/site/api/resilient-fetch.ts'
import type { Session } from '../../src/api/common.ts'
import { secretID } from '../../src/kit/tokens.shared.ts'
import { textOf } from '../../src/words/texts.shared.ts'
import type { WordKey } from '../../src/words/words.shared.ts'
import {
  ask,
  clearShop,
  esimHash,
  pay,
  placeOrder,
  signInCustomer,
  signInPartner,
  words,
} from '../support/small-shop.ts'
import { visitWithApi } from '../support/visit-with-api.ts'
import { insertHostileContent } from './hostile-content.ts'

type PostedForm = {
  readonly path: string
  /** Values that people can type, one of which breaks a rule. */
  readonly fields: { readonly [name: string]: string }
  readonly message: WordKey
  /** A typed value that the page shows again. A page never shows a password again. */
  readonly shown?: string
}

const address = { email: 'anna@example.com', consent: '1' }
const idempotencyKey = secretID()
const question = '/klientam/questions-and-answers/choosing/how-much'

const forms: { readonly [name: string]: PostedForm } = {
  contact: {
    path: '/contacts',
    fields: { ...address, topic: 'support', name: '', message: 'No network' },
    message: 'contacts.nameMissing',
    shown: 'No network',
  },
  'sign-in code': {
    path: '/login',
    fields: { step: 'send', email: 'anna@' },
    message: 'errors.emailInvalid',
    shown: 'anna@',
  },
  registration: {
    path: '/register',
    fields: { step: 'send', email: 'anna@example.com' },
    message: 'signIn.consentMissing',
    shown: 'anna@example.com',
  },
  'confirmation of a code': {
    path: '/login',
    fields: { step: 'confirm', email: 'mailto:anna@example.com', code: '12' },
    message: 'signIn.codeInvalid',
    shown: 'anna@example.com',
  },
  'sign-in of a partner': {
    path: '/login?as=partner',
    fields: { step: 'send', phone: '+7 912', agreesToDataPolicy: '1', agreesToUserAgreement: '1' },
    message: 'signIn.phoneInvalid',
    shown: '+7 912',
  },
  'sign-in by password': {
    path: '/login',
    fields: { step: 'password', email: 'anna@example.com', password: '' },
    message: 'signIn.passwordMissing',
    shown: 'anna@example.com',
  },
  order: {
    path: '/esim-order?tariffID=tr-10',
    fields: { email: 'Anna <anna@example.com>.', paymentOption: 'card-usd', idempotencyKey },
    message: 'order.consentMissing',
    shown: 'anna@example.com',
  },
  'gift in an order': {
    path: '/esim-order?tariffID=tr-10',
    fields: { ...address, paymentOption: 'card-usd', giftEmail: 'Boris', idempotencyKey },
    message: 'order.giftEmailInvalid',
    shown: 'Boris',
  },
  'promo code': {
    path: '/esim-order?tariffID=tr-10',
    fields: { step: 'apply', promocode: 'one code, two' },
    message: 'order.promocodeInvalid',
    shown: 'one code, two',
  },
  'answer review': {
    path: question,
    fields: { comment: 'Which size?' },
    message: 'faq.helpfulMissing',
    shown: 'Which size?',
  },
  'check of an EID': {
    path: '/esim/check',
    fields: { eid: '8904 9032' },
    message: 'check.eidProblems.length',
    shown: '8904 9032',
  },
}

const ofEsim: typeof forms = {
  review: {
    path: '/esim-review',
    fields: { text: 'Fast in the city', author: 'Anna' },
    message: 'review.ratingMissing',
    shown: 'Fast in the city',
  },
  reminder: {
    path: '/esim-instruction',
    fields: { remind: 'on', departure: 'tomorrow' },
    message: 'api.invalid',
    shown: 'tomorrow',
  },
}

const ofPartner: typeof forms = {
  withdrawal: {
    path: '/referral-program',
    fields: { payoutDetails: 'DE', idempotencyKey },
    message: 'partner.payoutInvalid',
    shown: 'DE',
  },
  passkey: {
    path: '/referral-program',
    fields: { action: 'passkey-add', name: '', passkey: '' },
    message: 'passkeys.nameMissing',
  },
}

let hash: string
let customer: Session
let partner: Session

beforeAll(async () => {
  await clearShop()
  await insertHostileContent()
  await pay(await placeOrder())
  hash = await esimHash()
  customer = await signInCustomer()
  partner = await signInPartner()
})

describe('a form that breaks a rule is shown again and sent to no operation', () => {
  const refusal = { status: 422, sentTo: [], hasMessage: true, hasValue: true }

  it.each(Object.entries(forms))('%s', async (_, form) => {
    expect(await answerTo(form)).toEqual(refusal)
  })

  it.each(Object.entries(ofEsim))('%s', async (_, form) => {
    const path = `${form.path}?hash=${hash}`
    expect(await answerTo({ ...form, path })).toEqual(refusal)
  })

  it.each(Object.entries(ofPartner))('%s', async (_, form) => {
    const Cookie = `refAppSessionID=${partner.sessionID}; refToken=${partner.token}`
    expect(await answerTo(form, Cookie)).toEqual(refusal)
  })

  it('new password', async () => {
    const fields = { action: 'password', password: 'short' }
    const Cookie = `esim.sessionID=${customer.sessionID}; esim.token=${customer.token}`
    const form = { path: '/account', fields, message: 'account.passwordInvalid' } as const
    expect(await answerTo(form, Cookie)).toEqual(refusal)
  })
})

it('answers an unknown step of an installation like an unknown page', async () => {
  const response = await send(`/esim-instruction?hash=${hash}`, { step: 'departed' })
  expect(response.status).toBe(404)
})

async function answerTo({ path, fields, message, shown = '' }: PostedForm, Cookie = '') {
  const sentTo: string[] = []
  const recording: Fetch = async (request) => {
    if (request.method !== 'GET') sentTo.push(new URL(request.url).pathname)
    return ask(request)
  }
  const response = await send(path, fields, recording, Cookie)
  const html = await response.text()
  const value = new RegExp(`value="${RegExp.escape(shown)}"|>${RegExp.escape(shown)}</textarea>`)
  return {
    status: response.status,
    sentTo,
    hasMessage: html.includes(textOf(words, message)),
    hasValue: shown === '' || value.test(html),
  }
}

async function send(path: string, fields: PostedForm['fields'], fetch: Fetch = ask, Cookie = '') {
  return visitWithApi(path, fetch, { headers: { ...(Cookie && { Cookie }) }, form: fields })
}
