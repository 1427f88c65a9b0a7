import type { Context } from 'hono'
import { targetAfterLogin } from '../http/middleware/access.ts'
import { botCheckProps } from '../http/page/turnstile-check.ts'
import { content } from '../locale/content.ts'
import type { AppEnv } from '../http/app-env.ts'
import { checkForm, goTo, readForm, showAgain } from '../http/page/form-request.ts'
import type { FormValues } from '../http/page/form-request.ts'
import { page } from '../http/page/page.ts'
import { keepSession } from '../http/middleware/session-cookies.ts'
import { confirmCode, sendCode, withProfile } from './login/sign-in-steps.ts'
import { safeTarget } from '../domain/redirect-target.ts'
import type { FormErrors } from '../domain/form-errors.ts'
import { passwordLoginSchema } from '../forms/password/schema.ts'
import { signInValuesIn } from '../forms/sign-in/schema.ts'
import type { SignInKind, SignInValues } from '../forms/sign-in/schema.ts'
import { PasswordLogin } from './login/password-login.tsx'
import { SignInView, signInFormProps, signInTitle } from './login/sign-in-view.tsx'
import type { SignInState } from './login/sign-in-view.tsx'
import { ArticleSections } from '../ui/article-view.tsx'

const nothing: SignInValues = {
  email: '',
  phone: '',
  code: '',
  consent: false,
  agreesToDataPolicy: false,
  agreesToUserAgreement: false,
}

/** Customers by e-mail and code (localAuth) or password (local); partners, `?as=partner`, by phone and code. */
export const loginPage = page('login', (c) => start(c, kindOf(c)), {
  access: 'guest',
  post: (c) => signIn(c, kindOf(c)),
})

/** The first step of a form that signs in. */
export function start(c: Context<AppEnv>, kind: SignInKind) {
  return show(c, { kind, step: 'address', values: nothing, errors: null, resendAfter: 0 })
}

/** One step of it: a code is sent, or the code signs in and leads to where one came from. */
export async function signIn(c: Context<AppEnv>, kind: SignInKind) {
  const form = await readForm(c)
  if (form.text('step') === 'password') return signInByPassword(c, form)
  const values = signInValuesIn(form)
  if (form.text('step') === 'confirm') return confirm(c, kind, values)
  const sent = await sendCode(c, kind, values, form)
  if (!sent.ok) {
    const step = form.text('step') === 'again' ? 'code' : 'address'
    return show(c, { kind, step, values, errors: sent.error, resendAfter: 0 })
  }
  return show(c, { kind, step: 'code', errors: null, ...sent.value })
}

async function confirm(c: Context<AppEnv>, kind: SignInKind, values: SignInValues) {
  const opened = await confirmCode(c, kind, values)
  if (opened.ok) {
    keepSession(c, kind === 'partner' ? 'referrer' : 'customer', opened.value)
    return goTo(c, targetAfterLogin(c))
  }
  // The code is right and unused: with the consent it makes the account.
  const hasNoAccount = kind === 'login' && opened.error.status === 409
  const errors = hasNoAccount
    ? { ...opened.error, message: c.var.words('signIn.noAccountYet') }
    : opened.error
  return show(c, {
    kind: hasNoAccount ? 'register' : kind,
    step: 'code',
    values,
    errors,
    resendAfter: 0,
  })
}

async function signInByPassword(c: Context<AppEnv>, form: FormValues) {
  const given = { email: form.text('email'), password: form.text('password') }
  const refuse = (errors: FormErrors) =>
    show(
      c,
      { kind: 'login', step: 'address', values: nothing, errors: null, resendAfter: 0 },
      { email: given.email, errors },
    )
  const checked = checkForm(passwordLoginSchema, given, c.var.words)
  if (!checked.ok) return refuse(checked.error)
  const opened = await c.var.api.passwordLogin(checked.value)
  const session = opened.ok ? await withProfile(c, opened.value) : opened
  if (!session.ok) return refuse(session.error)
  keepSession(c, 'customer', session.value)
  return goTo(c, targetAfterLogin(c))
}

type TriedPassword = { readonly email: string; readonly errors: FormErrors }

function show(c: Context<AppEnv>, state: SignInState, password: TriedPassword | null = null) {
  const { words, locale } = c.var
  const redirect = safeTarget(c.req.query('redirect')) ?? undefined
  const props = signInFormProps(c.var, redirect, botCheckProps(c.var), state)
  const status = (password?.errors ?? state.errors)?.status ?? 200
  return showAgain(c, status, props, () =>
    c.render(
      <SignInView form={props} redirect={redirect}>
        {state.kind === 'login' && state.step === 'address' && (
          <PasswordLogin action={props.action} tried={password} />
        )}
        {state.kind === 'partner' && (
          <ArticleSections article={content[locale].articles.referral} />
        )}
      </SignInView>,
      { title: signInTitle(words, state.kind), noindex: true },
    ),
  )
}

function kindOf(c: Context<AppEnv>): SignInKind {
  return c.req.query('as') === 'partner' ? 'partner' : 'login'
}
