import { isOutage } from '../api/api-result.ts'
import { signInQuery, targetAfterSignIn } from '../http/page/access.ts'
import type { SignInQuery } from '../http/page/access.ts'
import { userAgentOf } from '../http/user-agent.ts'
import { checkTurnstile, turnstileProps } from '../http/page/turnstile-check.ts'
import { content } from '../locale/content.ts'
import type { AppContext } from '../http/app-env.ts'
import { checkForm, redirectAfterForm, showFormAgain } from '../http/page/form-request.ts'
import type { FormValues } from '../http/page/form-request.ts'
import { page } from '../http/page/page.ts'
import { secretID } from '../domain/secret-id.ts'
import { resendPause } from '../domain/sign-in-code.ts'
import { signInNonce, storeNonce } from '../http/cookies/sign-in-nonce.ts'
import { storePasswordSession, storeSession } from '../http/cookies/session-cookies.ts'
import { confirmCode, sendCode } from './login/sign-in-steps.ts'
import type { FormErrors } from '../domain/form-errors.ts'
import { readUtm } from '../forms/fields.ts'
import { passwordLoginSchema } from '../forms/password/schema.ts'
import { signInForm } from '../forms/sign-in/form.tsx'
import { readSignIn } from '../forms/sign-in/schema.ts'
import type { SignInKind, SignInValues } from '../forms/sign-in/schema.ts'
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
  post: (c, form, { query }) => signIn(c, query.as ?? 'login', query, form),
})

export function showFirstStep(c: AppContext, kind: SignInKind, query: SignInQuery) {
  // Stored with the page, so that a form sent twice has one nonce and one code.
  signInNonce(c)
  const values = { ...nothing, utm: readUtm((name) => query[name]) }
  return show(c, query, { kind, step: 'address', values, errors: null, resendAfter: 0 })
}

export async function signIn(
  c: AppContext,
  kind: SignInKind,
  query: SignInQuery,
  form: FormValues,
) {
  if (form.text('step') === 'password') return signInByPassword(c, query, form)
  const values = readSignIn(form)
  if (form.text('step') === 'confirm') return confirm(c, kind, query, values)
  const wait = secondsUntil(c, values.resendAt)
  if (form.text('step') === 'again' && wait > 0)
    return show(c, query, {
      kind,
      step: 'code',
      values,
      errors: null,
      resendAfter: wait,
      isTooSoon: true,
    })
  const sent = await sendCode(c, kind, values, form)
  if (!sent.ok) {
    const step = form.text('step') === 'again' ? 'code' : 'address'
    return show(c, query, {
      kind,
      step,
      values,
      errors: sent.error,
      resendAfter: secondsUntil(c, values.resendAt),
    })
  }
  return show(c, query, { kind, step: 'code', errors: null, ...sent.value })
}

async function confirm(c: AppContext, kind: SignInKind, query: SignInQuery, values: SignInValues) {
  const opened = await confirmCode(c, kind, values)
  if (opened.ok) {
    storeSession(c, kind === 'partner' ? 'referrer' : 'customer', opened.value)
    return redirectAfterForm(c, targetAfterSignIn(c.var.locale, query))
  }
  // The code is correct and still valid. With the consent it creates the account.
  const hasNoAccount = kind === 'login' && opened.error.code === 'no-account'
  const errors = hasNoAccount
    ? { ...opened.error, message: c.var.words('signIn.noAccountYet') }
    : opened.error
  return show(c, query, {
    kind: hasNoAccount ? 'register' : kind,
    step: 'code',
    values,
    errors,
    resendAfter: secondsUntil(c, values.resendAt),
  })
}

/**
 * Returns the seconds to wait, which a wrong code does not shorten. The server enforces the wait,
 * and the page only shows it.
 */
function secondsUntil(c: AppContext, time: string): number {
  const seconds = Math.ceil((Number(time) - c.var.now()) / 1000)
  return Math.min(resendPause, Math.max(0, Number.isNaN(seconds) ? 0 : seconds))
}

async function signInByPassword(c: AppContext, query: SignInQuery, form: FormValues) {
  const given = { email: form.email('email'), password: form.password('password') }
  // The form shows the address again, so that the visitor can request a code.
  const values = { ...nothing, email: given.email }
  const refuse = (errors: FormErrors) =>
    show(
      c,
      query,
      { kind: 'login', step: 'address', values, errors: null, resendAfter: 0 },
      { email: given.email, errors },
    )
  const checked = checkForm(passwordLoginSchema, given, c.var.words)
  if (!checked.ok) return refuse(checked.error)
  const rejection = await checkTurnstile(c, form)
  if (rejection) return refuse(rejection.error)
  const { api } = c.var
  const browser = { nonce: signInNonce(c), nextNonce: secretID() }
  const opened = await api.passwordLogin({
    ...checked.value,
    ...browser,
    userAgent: userAgentOf(c),
  })
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
