import { env } from 'cloudflare:workers'
import type { z } from 'zod'
import type { Session } from '../../src/api/common.ts'
import type { Operations, OperationName } from '../../src/operations.ts'
import type { PasskeyPurpose } from '../../src/kit/passkey.shared.ts'
import { orderNumberOf } from '../../src/kit/order-number.ts'
import { secretID } from '../../src/kit/tokens.shared.ts'
import {
  api,
  codeFor,
  placeOrder,
  orderOf,
  advanceClock,
  pay,
  signInCustomer,
  nonce,
  settings,
  run,
  agreements,
  contactMessage,
} from '../support/small-shop.ts'
import { createSoftPasskey } from '../support/soft-passkey.ts'
import { sql } from '../../src/kit/sql.ts'

type Input<Name extends OperationName> = Omit<z.input<Operations[Name]['input']>, 'lang'>
type Inputs = {
  readonly [Name in OperationName]: (session: Session | null) => Promise<Input<Name>>
}

const password = 'a long password'

/**
 * For each operation, an input without `lang` that the small catalogue's shop accepts with 200.
 * Each call creates the objects that the input refers to: an order, an eSIM, a code.
 */
export const validInputs: Inputs = {
  countries: async () => ({}),
  regions: async () => ({ countryCode2Letters: 'ru' }),
  operators: async () => ({ country: 'tr' }),
  tariffsMarketplace: async () => ({ country: 'tr' }),
  tariffsPopular: async () => ({}),
  tariffFares: async () => ({ country: 'tr' }),
  tripPlans: async () => ({ countries: 'tr,ru', days: 12, gigabytes: 5 }),
  tariffIndex: async () => ({ from: 'tr-10' }),
  stockAlert: async () => stockAlertOf('tr'),
  stockAlertConfirm: async () => {
    await api().stockAlert(stockAlertOf('ru'))
    return { alert: await stockAlertID() }
  },
  stockAlertState: async () => {
    await api().stockAlert(stockAlertOf('ru'))
    return { alert: await stockAlertID() }
  },
  stockAlertDelete: async () => ({ alert: 'a'.repeat(22) }),
  tariff: async () => ({ id: 'tr-10' }),
  deliveryCounts: async () => ({}),
  orderPrice: async () => ({ tariffID: 'tr-10' }),
  activation: async () => orderOf(),
  invoice: async () => ({ invoiceID: await placeOrder() }),
  invoicePayment: async () => ({ invoiceID: await placeOrder() }),
  esim: async () => ({ hash: await boughtEsim() }),
  esimInfo: async () => ({ hash: await boughtEsim() }),
  esimResend: async () => ({ hash: await boughtEsim() }),
  esimProgress: async () => ({ hash: await boughtEsim(), step: 'installed' }),
  esimUsageMails: async () => ({ hash: await boughtEsim(), isOn: true }),
  esimReminder: async () => ({ hash: await boughtEsim(), departure: '2026-12-01' }),
  esimPush: async () => ({ hash: await boughtEsim(), subscription: null }),
  esimGiveBack: async () => ({ hash: await sampleEsim(), reason: 'plans' }),
  esimTopUps: async () => ({ hash: await boughtEsim() }),
  esimReview: async () => ({ hash: await boughtEsim() }),
  esimReviewSend: async () => ({ hash: await usedEsim(), rating: 5 }),
  reviews: async () => ({}),
  faq: async () => ({}),
  faqReview: async () => ({ ident: 'how-much-data', isHelpful: true }),
  mailNotify: async () => contactMessage,
  blogs: async () => ({}),
  blog: async () => ({ id: 'roaming' }),
  countryTexts: async () => ({ countryCode2Letters: 'tr' }),
  regionTexts: async () => ({ countryCode2Letters: 'ru', ident: 'mow' }),
  legalText: async () => ({ name: 'dataPolicy' }),
  referrer: async () => ({}),
  referrerLogout: async () => ({}),
  referrerCodeSend: async () => ({ nonce, phone: '+79120000001', ...agreements }),
  referrerConfirm: async () => {
    const phone = '+79120000002'
    await api().referrerCodeSend({ nonce, phone, ...agreements })
    return { nonce, phone, code: await codeFor(phone) }
  },
  referrerTransactions: async () => ({}),
  referrerWithdrawal: async () => ({ payoutDetails: 'DE00 0000 0000', idempotencyKey: secretID() }),
  referrerSessions: async () => ({}),
  referrerSessionsEnd: async () => ({ keepsCurrent: true }),
  referrerPasskeys: async () => ({}),
  referrerPasskeyChallenge: async () => ({ purpose: 'add' }),
  referrerPasskeySettings: async (session) => {
    const soft = await addedPasskey(session)
    return { passkey: await soft.sign(await passkeyOptions('settings', session)) }
  },
  referrerPasskeyAdd: async (session) => {
    const soft = await createSoftPasskey()
    return { name: 'Phone', passkey: await soft.create(await passkeyOptions('add', session)) }
  },
  referrerPasskeyRemove: async (session) => {
    await addedPasskey(session)
    const settings = await api().referrerPasskeys({}, { session })
    return { id: settings.ok ? (settings.value.data.passkeys[0]?.id ?? '') : '' }
  },
  referrerPasskeyRecovery: async (session) => {
    await addedPasskey(session)
    return {}
  },
  passwordLogin: async () => {
    const email = 'password@example.com'
    await api().customerPassword({ password }, { session: await signInCustomer(email) })
    return { email, password }
  },
  passwordLogout: async () => ({}),
  passwordUser: async () => ({}),
  customerCodeSend: async () => ({ nonce, email: 'code@example.com' }),
  customerAuth: async () => {
    const email = 'auth@example.com'
    await signInCustomer(email)
    advanceClock(60)
    await api().customerCodeSend({ nonce, email })
    return { nonce, email, code: await codeFor(email) }
  },
  registerConfirm: async () => {
    const email = 'register@example.com'
    await api().customerCodeSend({ nonce, email })
    return { nonce, email, code: await codeFor(email), consent: true }
  },
  customerLogout: async () => ({}),
  customerProfile: async () => ({}),
  customerPassword: async () => ({ password }),
  customerSessions: async () => ({}),
  customerSessionsEnd: async () => ({}),
  customerEsims: async () => ({}),
  officeOrders: async () => ({ q: 'anna@example.com', limit: 1 }),
  officeOrder: async () => ({ order: await paidOrderNumber() }),
  officeOrderResend: async () => ({ order: await paidOrderNumber(), idempotencyKey: secretID() }),
  officeEsims: async () => ({ state: 'unused' }),
  officeEsim: async () => {
    await boughtEsim()
    return { iccid: (await env.DB.prepare('SELECT iccid FROM esims').first<string>('iccid')) ?? '' }
  },
}

async function paidOrderNumber(): Promise<string> {
  const invoiceID = await placeOrder()
  await pay(invoiceID)
  return orderNumberOf(invoiceID)
}

function stockAlertOf(country: string) {
  const email = 'waiting@example.com'
  return { kind: 'place', subject: country, email, consent: true } as const
}

async function stockAlertID(): Promise<string> {
  return (await env.DB.prepare('SELECT id FROM stock_alerts').first<string>('id')) ?? ''
}

/** An eSIM that can be given back: no phone can install a sample. */
async function sampleEsim(): Promise<string> {
  settings['REFUND_DAYS'] = '14'
  const hash = await boughtEsim()
  await run('UPDATE stock SET is_sample = 1')
  return hash
}

async function addedPasskey(session: Session | null) {
  const soft = await createSoftPasskey()
  const passkey = await soft.create(await passkeyOptions('add', session))
  await api().referrerPasskeyAdd({ name: 'Phone', passkey }, { session })
  return soft
}

async function passkeyOptions(purpose: PasskeyPurpose, session: Session | null) {
  const answer = await api().referrerPasskeyChallenge({ purpose }, { session })
  if (!answer.ok) throw new Error('there was no challenge')
  return { ...answer.value.data, origin: env.SITE_ORIGIN }
}

async function boughtEsim(): Promise<string> {
  const invoiceID = await placeOrder()
  await pay(invoiceID)
  const order = await api().invoice({ invoiceID })
  if (!order.ok || order.value.data.hash === null) throw new Error('the eSIM was not issued')
  return order.value.data.hash
}

/** Returns an eSIM whose plan is over. */
async function usedEsim(): Promise<string> {
  const hash = await boughtEsim()
  await run(sql`UPDATE esims SET first_used_at = purchased_at, valid_until = purchased_at,
      usage_as_of = purchased_at WHERE esim_hash = ${hash}`)
  advanceClock(1)
  return hash
}
