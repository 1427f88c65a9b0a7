import { renderToStaticMarkup } from 'react-dom/server'
import { createElement, type ComponentType } from 'react'
import { expect, it } from 'vitest'
import { nestFieldErrors } from './form-errors.shared.ts'
import { answerReviewForm } from '../texts/answer-review-form.shared.tsx'
import { contactForm } from '../messages/contact-form.shared.tsx'
import { orderForm } from '../orders/order-form.shared.tsx'
import { PasswordLoginForm, NewPasswordForm } from '../accounts/password-forms.shared.tsx'
import { reviewForm } from '../reviews/review-form.shared.tsx'
import { signInForm } from '../accounts/sign-in-form.shared.tsx'
import { withdrawalForm } from '../partners/withdrawal-form.shared.tsx'

/** Every text is its own key. */
const texts = new Proxy({}, { get: (_, key) => String(key) })
const common = { texts, action: '/', turnstile: null, utm: {}, resendAfter: 0, isTooSoon: false }

const names = `email phone code password name message screenshot consent topic paymentOption
  promocode tariffID total idempotencyKey payoutDetails helpful comment text author agreesToDataPolicy
  agreesToUserAgreement utm.utm_source aFieldOfAnotherServer`.split(/\s+/)
const messages = names.map((name) => `<${name} is bad>`)
const fields = nestFieldErrors(Object.fromEntries(names.map((name) => [name, `<${name} is bad>`])))
const errors = { status: 422, code: 'invalid-input', message: null, fields }

const order = {
  cards: [],
  peopleActions: [],
  promocode: { applied: '', messages: [] },
  assurances: [],
  values: { utm: {} },
}

const forms: readonly [form: string, Component: unknown, props: object][] = [
  ['order', orderForm.Component, order],
  ['support', contactForm.Component, { topic: 'support', values: {} }],
  ['partnership', contactForm.Component, { topic: 'partnership', values: {} }],
  ['withdrawal', withdrawalForm.Component, { values: {}, needsPasskey: true }],
  ['answer review', answerReviewForm.Component, { values: {} }],
  ['review', reviewForm.Component, { values: {} }],
  ['password login', PasswordLoginForm, { values: {} }],
  ...['new', 'confirm', 'code', 'saved'].map((step): [string, unknown, object] => [
    `new password: ${step}`,
    NewPasswordForm,
    { step },
  ]),
  ...['login', 'register', 'partner'].flatMap((kind) =>
    ['address', 'code'].map((step): [string, unknown, object] => [
      `${kind}: ${step}`,
      signInForm.Component,
      { kind, step, values: { phone: '+79123456789', utm: {} } },
    ]),
  ),
]

it.each(forms)(
  'the form %s shows every message, and links to several fields',
  (_, Component, props) => {
    const html = rejected(Component, props).replaceAll('&lt;', '<').replaceAll('&gt;', '>')
    const links = [...html.matchAll(/<li><a href="#([^"]*)">(.*?)<\/a>/g)]
    expect(links.length).not.toBe(1)
    for (const [link, id] of links) expect(html, link).toContain(` id="${id}"`)
    const linked = links.map(([, , message]) => message)
    for (const message of messages)
      expect(html.split(message).length - 1, message).toBe(linked.includes(message) ? 2 : 1)
    expect(html).toMatch(/class="form-error"[^>]*><p>errors.formSummary: </)
  },
)

it.each(forms)('the form %s focuses only its first invalid field', (_, Component, props) => {
  const fieldTags = rejected(Component, props).match(/<(?:input|textarea)\b[^>]*>/g) ?? []
  const invalid = fieldTags.filter((tag) => tag.includes(' aria-invalid="true"'))
  const focused = fieldTags.filter((tag) => tag.includes(' autofocus=""'))
  expect(focused).toEqual(invalid.slice(0, 1))
})

it('focuses no field without errors', () => {
  const promocode = { applied: '', messages: ['The code in the link is invalid.'] }
  const html = markupOf(orderForm.Component, { ...order, promocode, errors: null })
  expect(html).not.toContain('autofocus')
})

it.each(['login', 'register', 'partner'])(
  'focuses the code field in the second step of %s',
  (kind) => {
    const values = { phone: '+79123456789', utm: {} }
    const focused = (step: string) =>
      markupOf(signInForm.Component, { kind, step, values, errors: null }).match(
        /<[^>]* autofocus=""[^>]*>/g,
      )
    expect(focused('code')).toEqual([expect.stringContaining(' name="code"')])
    expect(focused('address')).toBeNull()
  },
)

function rejected(Component: unknown, props: object): string {
  return markupOf(Component, { ...props, errors })
}

function markupOf(Component: unknown, props: object): string {
  const allProps: object = { ...common, ...props }
  return renderToStaticMarkup(createElement(Component as ComponentType<object>, allProps))
}
