import { renderToStaticMarkup } from 'react-dom/server'
import { createElement } from 'react'
import type { ComponentType } from 'react'
import { expect, it } from 'vitest'
import { nestFieldErrors } from '../domain/form-errors.ts'
import { answerReviewForm } from './answer-review/form.tsx'
import { contactForm } from './contact/form.tsx'
import { orderForm } from './order/form.tsx'
import { PasswordLoginForm } from './password/login-form.tsx'
import { NewPasswordForm } from './password/new-password-form.tsx'
import { signInForm } from './sign-in/form.tsx'
import { withdrawalForm } from './withdrawal/form.tsx'

/** Every text is its own key. */
const texts = new Proxy({}, { get: (_, key) => String(key) })
const common = { texts, action: '/', turnstile: null, utm: {}, resendAfter: 0, isTooSoon: false }

const names = `email phone code password name message screenshot consent topic paymentOption
  promocode tariffID total idempotencyKey payoutDetails helpful comment agreesToDataPolicy
  agreesToUserAgreement utm.utm_source aFieldOfAnotherServer`.split(/\s+/)
const messages = names.map((name) => `<${name} is bad>`)
const fields = nestFieldErrors(Object.fromEntries(names.map((name) => [name, `<${name} is bad>`])))
const errors = { status: 422, code: 'invalid-input', message: null, fields }

const order = {
  cards: [],
  peopleActions: [],
  promocode: { applied: '', messages: [] },
  values: { utm: {} },
}

it.each<[form: string, Component: unknown, props: object]>([
  ['order', orderForm.Component, order],
  ['support', contactForm.Component, { topic: 'support', values: {} }],
  ['partnership', contactForm.Component, { topic: 'partnership', values: {} }],
  ['withdrawal', withdrawalForm.Component, { values: {}, needsPasskey: true }],
  ['answer review', answerReviewForm.Component, { values: {} }],
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
      { kind, step, values: { phone: '+79123456789' } },
    ]),
  ),
])('the form %s shows every message of a refusal once', (_, Component, props) => {
  const allProps: object = { ...common, ...props, errors }
  const form = createElement(Component as ComponentType<object>, allProps)
  const html = renderToStaticMarkup(form).replaceAll('&lt;', '<').replaceAll('&gt;', '>')
  for (const message of messages) expect(html.split(message).length - 1, message).toBe(1)
  expect(html).toContain('role="alert">errors.formSummary: <')
})
