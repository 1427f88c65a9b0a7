import { exampleOf } from '../../../scripts/contract/examples.ts'
import { tariff } from '../../../src/plans/operations.ts'
import { secretID } from '../../../src/kit/tokens.shared.ts'
import type { WordKey } from '../../../src/words/words.shared.ts'

/**
 * The result of a page or action when its API calls fail. `whole`: the page, because it needs no
 * data. `list`: the page with a message in place of the list. `detail`: the error page. `form`: the
 * form with `message` and the typed values. `data`: 503 and no page.
 */
type VisitKind = 'whole' | 'list' | 'detail' | 'form' | 'data'

export type Visit = {
  readonly name: string
  readonly path: string
  readonly kind: VisitKind
  /** Rendered pages are served from the last good copy. */
  readonly isStored?: true
  readonly form?: { readonly [name: string]: string }
  readonly message?: WordKey
  readonly typed?: string
  /** The redirect target for an ended session, in place of the error page. */
  readonly signIn?: string
  /** The result when the API works. By default the page is shown. */
  readonly done?: string
}

const { tariffID } = exampleOf(tariff)
const hash = secretID()
const email = 'typed@example.com'
const plan = `/esim-order?tariffID=${tariffID}`
const stored = { isStored: true } as const

const pages: readonly Visit[] = [
  { name: 'home', path: '/', kind: 'list', ...stored },
  { name: 'countries', path: '/esim/countries', kind: 'list', ...stored },
  { name: 'country', path: '/ru/esim/countries/tr', kind: 'list', ...stored },
  { name: 'regions', path: '/esim/regions/tr', kind: 'list', ...stored },
  { name: 'world region', path: '/esim/region', kind: 'list', ...stored },
  { name: 'plans', path: '/esim/tariffs', kind: 'list', ...stored },
  { name: 'plan', path: `/esim/tariffs/tr-turkcell/${tariffID}`, kind: 'detail', ...stored },
  { name: 'questions', path: '/klientam/questions-and-answers', kind: 'list', ...stored },
  { name: 'post', path: '/blog/turkiye', kind: 'detail', ...stored },
  { name: 'about', path: '/about', kind: 'whole', ...stored },
  { name: 'search suggestions', path: '/esim/countries.json', kind: 'data' },
  { name: 'order form', path: plan, kind: 'detail' },
  { name: 'eSIM', path: `/esim-instruction?hash=${hash}`, kind: 'detail' },
  { name: 'balance', path: `/esim-operator-info?hash=${hash}`, kind: 'detail' },
  { name: 'paid order', path: `/payment/success?invoiceID=${hash}`, kind: 'detail' },
  { name: 'sign-in form', path: '/login', kind: 'whole' },
  { name: 'account', path: '/account', kind: 'detail', signIn: '303 /register' },
  { name: 'partner account', path: '/referral-program', kind: 'detail', signIn: '301 /' },
]

const key = secretID()
/** Only the call that changes something fails. */
const actions: readonly Visit[] = [
  {
    name: 'order',
    path: plan,
    kind: 'form',
    form: { email, paymentOption: 'card-usd', consent: '1', idempotencyKey: key },
    message: 'order.failed',
    typed: email,
    done: '303 pay.example.com',
  },
  {
    name: 'message to support',
    path: '/contacts',
    kind: 'form',
    form: { topic: 'support', name: 'Anna', email, message: 'Cold', consent: '1' },
    message: 'contacts.failed',
    typed: email,
    done: '303 /contacts',
  },
  {
    name: 'send a code',
    path: '/login',
    kind: 'form',
    form: { step: 'send', email },
    message: 'signIn.failed',
    typed: email,
  },
  {
    name: 'sign in by code',
    path: '/login',
    kind: 'form',
    form: { step: 'confirm', email, code: '123456' },
    message: 'signIn.failed',
    typed: email,
    done: '303 /account',
  },
  {
    name: 'sign in by password',
    path: '/login',
    kind: 'form',
    form: { step: 'password', email, password: 'a long password' },
    message: 'signIn.failed',
    typed: email,
    done: '303 /account',
  },
  {
    name: 'withdraw',
    path: '/referral-program',
    kind: 'form',
    form: { action: 'withdraw', payoutDetails: 'typed DE00', idempotencyKey: key },
    message: 'partner.withdrawFailed',
    typed: 'typed DE00',
    done: '303 /referral-program',
  },
  { name: 'sign out', path: '/account', kind: 'whole', form: { action: 'log-out' }, done: '303 /' },
]

export const visits = [...pages, ...actions]
