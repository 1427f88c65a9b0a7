import type { FormErrors } from '../../domain/form-errors.ts'
import { readUtm } from '../../forms/fields.ts'
import { signInForm } from '../../forms/sign-in/form.tsx'
import type { SignInKind, SignInValues } from '../../forms/sign-in/schema.ts'
import type { AppContext } from '../../http/app-env.ts'
import { signInNonce } from '../../http/cookies/sign-in-nonce.ts'
import type { SignInQuery } from '../../http/page/access.ts'
import { showFormAgain } from '../../http/page/form-answer.ts'
import { turnstileProps } from '../../http/page/turnstile-check.ts'
import { content } from '../../locale/content.ts'
import { ArticleSections } from '../../ui/article-view.tsx'
import { PasswordLogin } from './password-login.tsx'
import { SignInView, signInFormProps, signInTitle } from './sign-in-view.tsx'
import type { SignInState } from './sign-in-view.tsx'

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

/** Shows the first step of a new sign-in. */
export function showFirstStep(c: AppContext, kind: SignInKind, query: SignInQuery) {
  // Stored with the page, so that a form sent twice has one nonce and one code.
  signInNonce(c)
  const values = { ...nothing, utm: readUtm((name) => query[name]) }
  return showSignIn(c, query, { kind, step: 'address', values, errors: null, resendAfter: 0 })
}

export type TriedPassword = { readonly email: string; readonly errors: FormErrors }

/** @param password a password that was refused, with the reason */
export function showSignIn(
  c: AppContext,
  { as, redirect, unsaved }: SignInQuery,
  state: SignInState,
  password: TriedPassword | null = null,
) {
  const { words, locale } = c.var
  const props = signInFormProps(c.var, redirect, turnstileProps(c.var), state)
  const status = (password?.errors ?? state.errors)?.status ?? 200
  return showFormAgain(c, status, { form: signInForm, props }, () =>
    c.render(
      <SignInView form={props} redirect={redirect} isUnsaved={unsaved !== undefined}>
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
        styles: 'signIn',
      },
    ),
  )
}

/** Shows the page again. Its form for a code has the address too, so that it can send a code. */
export async function showPassword(c: AppContext, query: SignInQuery, tried: TriedPassword) {
  const values = { ...nothing, email: tried.email }
  const state = { kind: 'login', step: 'address', values, errors: null, resendAfter: 0 } as const
  return showSignIn(c, query, state, tried)
}
