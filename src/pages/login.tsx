import { isOutage } from '../api/api-result.ts'
import { signInQuery, targetAfterSignIn } from '../http/page/access.ts'
import type { SignInQuery } from '../http/page/access.ts'
import { userAgentOf } from '../http/user-agent.ts'
import { checkTurnstile, turnstileProps } from '../http/page/turnstile-check.ts'
import { content } from '../locale/content.ts'
import type { AppContext } from '../http/app-env.ts'
import { redirectAfterForm, showFormAgain } from '../http/page/form-answer.ts'
import { formAction, validForm } from '../http/page/form-input.ts'
import type { PostedFields, FormHandlers, SentForm } from '../http/page/form-input.ts'
import { page } from '../http/page/page.ts'
import { secretID } from '../domain/secret-id.ts'
import { resendPause } from '../domain/sign-in-code.ts'
import { signInNonce, storeNonce } from '../http/cookies/sign-in-nonce.ts'
import { storePasswordSession, storeSession } from '../http/cookies/session-cookies.ts'
import { addressRules, confirmCode, sendCode } from './login/sign-in-steps.ts'
import type { FormErrors } from '../domain/form-errors.ts'
import { readUtm } from '../forms/fields.ts'
import { passwordLoginSchema, readPasswordLogin } from '../forms/password/schema.ts'
import type { PasswordLoginValues } from '../forms/password/schema.ts'
import { signInForm } from '../forms/sign-in/form.tsx'
import { readSignIn, signInSchemas } from '../forms/sign-in/schema.ts'
import type { SignInKind, SignInStep, SignInValues } from '../forms/sign-in/schema.ts'
import { PasswordLogin } from './login/password-login.tsx'
import { SignInView, signInFormProps, signInTitle } from './login/sign-in-view.tsx'
import type { SignInState } from './login/sign-in-view.tsx'
import { ArticleSections } from '../ui/article-view.tsx'

const nothing: SignInValues = {
  email: '',
  phone: '',
  code: '',
  resendAt: '',
  consent: false,
  agreesToDataPolicy: false,
  agreesToUserAgreement: false,
  utm: {},
}

/**
 * Signs in customers by email and code (strategy localAuth) or password (local), and partners
 * (`?as=partner`) by phone and code.
 */
export const loginPage = page('login', {
  access: 'guest',
  query: signInQuery,
  get: (c, { query }) => showFirstStep(c, query.as ?? 'login', query),
  post: (c, { query }, fields) => signInHandlers(c, query.as ?? 'login', query, fields),
})

export function showFirstStep(c: AppContext, kind: SignInKind, query: SignInQuery) {
  // Stored with the page, so that a form sent twice has one nonce and one code.
  signInNonce(c)
  const values = { ...nothing, utm: readUtm((name) => query[name]) }
  return show(c, query, { kind, step: 'address', values, errors: null, resendAfter: 0 })
}

/** Returns the handlers of a sign-in form, which depend on its step. */
export function signInHandlers(
  c: AppContext,
  kind: SignInKind,
  query: SignInQuery,
  fields: PostedFields,
): FormHandlers {
  const step = fields.text('step')
  if (step === 'password') return passwordHandlers(query)
  if (step === 'confirm') return confirmHandlers(kind, query)
  const isAgain = step === 'again'
  const values = readSignIn(fields)
  const resendAfter = secondsUntil(c, values.resendAt)
  if (isAgain && resendAfter > 0) {
    const state = {
      kind,
      step: 'code',
      values,
      errors: null,
      resendAfter,
      isTooSoon: true,
    } as const
    return formAction(async () => show(c, query, state))
  }
  return addressHandlers(c, kind, query, isAgain ? 'code' : 'address')
}

/** @param shownStep the step to show again if no code is sent */
function addressHandlers(
  c: AppContext,
  kind: SignInKind,
  query: SignInQuery,
  shownStep: SignInStep,
) {
  const refuse = async (values: SignInValues, errors: FormErrors) => {
    const resendAfter = secondsUntil(c, values.resendAt)
    return show(c, query, { kind, step: shownStep, values, errors, resendAfter })
  }
  return validForm({
    read: readSignIn,
    rules: addressRules(c.var.locale, kind),
    async receive(_, { fields, values, valid }) {
      const sent = await sendCode(c, kind, { ...values, ...valid }, fields)
      return sent.ok
        ? show(c, query, { kind, step: 'code', errors: null, ...sent.value })
        : refuse(values, sent.error)
    },
    refuse: async (_, { values, errors }) => refuse(values, errors),
  })
}

function confirmHandlers(kind: SignInKind, query: SignInQuery) {
  return validForm({
    read: readSignIn,
    rules: signInSchemas[kind].code,
    receive: async (c, { values }) => confirm(c, kind, query, values),
    refuse: async (c, { values, errors }) => showCodeStep(c, kind, query, values, errors),
  })
}

async function confirm(c: AppContext, kind: SignInKind, query: SignInQuery, values: SignInValues) {
  const opened = await confirmCode(c, kind, values)
  if (opened.ok) {
    storeSession(c, kind === 'partner' ? 'referrer' : 'customer', opened.value)
    return redirectAfterForm(c, targetAfterSignIn(c.var.locale, query))
  }
  const { error } = opened
  if (kind !== 'login' || error.code !== 'no-account')
    return showCodeStep(c, kind, query, values, error)
  // The code is correct and still valid. With the consent it creates the account.
  const message = c.var.words('signIn.noAccountYet')
  return showCodeStep(c, 'register', query, values, { ...error, message })
}

async function showCodeStep(
  c: AppContext,
  kind: SignInKind,
  query: SignInQuery,
  values: SignInValues,
  errors: FormErrors,
) {
  const resendAfter = secondsUntil(c, values.resendAt)
  return show(c, query, { kind, step: 'code', values, errors, resendAfter })
}

/**
 * Returns the seconds to wait, which a wrong code does not shorten. The server enforces the wait,
 * and the page only shows it.
 */
function secondsUntil(c: AppContext, time: string): number {
  const seconds = Math.ceil((Number(time) - c.var.now()) / 1000)
  return Math.min(resendPause, Math.max(0, Number.isNaN(seconds) ? 0 : seconds))
}

function passwordHandlers(query: SignInQuery) {
  return validForm({
    read: readPasswordLogin,
    rules: passwordLoginSchema,
    receive: async (c, form) => signInByPassword(c, query, form),
    refuse: async (c, { values: { email }, errors }) => showPassword(c, query, { email, errors }),
  })
}

async function signInByPassword(
  c: AppContext,
  query: SignInQuery,
  { fields, values: { email }, valid }: SentForm<PasswordLoginValues, typeof passwordLoginSchema>,
) {
  const refuse = async (errors: FormErrors) => showPassword(c, query, { email, errors })
  const rejection = await checkTurnstile(c, fields)
  if (rejection) return refuse(rejection.error)
  const { api } = c.var
  const browser = { nonce: signInNonce(c), nextNonce: secretID() }
  const opened = await api.passwordLogin({ ...valid, ...browser, userAgent: userAgentOf(c) })
  if (!opened.ok) return refuse(opened.error)
  storeNonce(c, browser.nextNonce)
  const user = await api.passwordUser({}, { session: opened.value })
  if (!user.ok && !isOutage(user.error)) {
    c.executionCtx.waitUntil(api.passwordLogout({}, { session: opened.value }))
    return refuse(user.error)
  }
  storePasswordSession(c, opened.value)
  return redirectAfterForm(c, targetAfterSignIn(c.var.locale, query))
}

type TriedPassword = { readonly email: string; readonly errors: FormErrors }

/** Shows the page again. Its form for a code has the address too, so that it can send a code. */
async function showPassword(c: AppContext, query: SignInQuery, tried: TriedPassword) {
  const values = { ...nothing, email: tried.email }
  const state = { kind: 'login', step: 'address', values, errors: null, resendAfter: 0 } as const
  return show(c, query, state, tried)
}

function show(
  c: AppContext,
  { as, redirect }: SignInQuery,
  state: SignInState,
  password: TriedPassword | null = null,
) {
  const { words, locale } = c.var
  const props = signInFormProps(c.var, redirect, turnstileProps(c.var), state)
  const status = (password?.errors ?? state.errors)?.status ?? 200
  return showFormAgain(c, status, { form: signInForm, props }, () =>
    c.render(
      <SignInView form={props} redirect={redirect}>
        {state.kind === 'login' && state.step === 'address' && (
          <PasswordLogin action={props.action} tried={password} turnstile={props.turnstile} />
        )}
        {state.kind === 'partner' && (
          <ArticleSections article={content[locale].articles.referral} />
        )}
      </SignInView>,
      {
        title: signInTitle(words, state.kind),
        description: words(`signIn.${state.kind}Lead`),
        isFiltered: as !== undefined || redirect !== undefined,
        styles: 'text',
      },
    ),
  )
}
