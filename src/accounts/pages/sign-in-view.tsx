import type { ReactNode } from 'react'
import type { FormErrors } from '../../ui/form-errors.shared.ts'
import { Notice } from '../../ui/lists.tsx'
import { readUtm } from '../../ui/form-values.shared.ts'
import { signInForm } from '../sign-in-form.shared.tsx'
import { signInFormTexts } from '../sign-in-schema.shared.ts'
import type { SignInKind, SignInValues, SignInFormProps } from '../sign-in-schema.shared.ts'
import type { AppContext } from '../../site/app-env.ts'
import { signInNonce } from '../../site/cookies.ts'
import type { SignInQuery } from '../../site/access.ts'
import { showFormAgain } from '../../site/form-answer.ts'
import { turnstileProps } from '../../site/turnstile-check.ts'
import { content } from '../../words/content.ts'
import { ArticleSections } from '../../texts/article-view.tsx'
import type { TurnstileProps } from '../../ui/form-markers.shared.ts'
import { settingsOf } from '../../words/locales.shared.ts'
import { href } from '../../words/paths.shared.ts'
import { textsOf } from '../../words/texts.shared.ts'
import type { Words } from '../../words/words.shared.ts'
import { ContentStyles } from '../../site/page-styles.tsx'
import { HydratedForm } from '../../ui/hydrated-form.tsx'
import { Masthead } from '../../ui/masthead.tsx'
import { useSite, type Site } from '../../ui/site.tsx'
import { PasswordLoginForm, passwordLoginFormTexts } from '../password-forms.shared.tsx'
import type { PasswordLoginFormProps } from '../password-forms.shared.tsx'

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

type TriedPassword = { readonly email: string; readonly errors: FormErrors }

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

export type SignInState = Pick<
  SignInFormProps,
  'kind' | 'step' | 'values' | 'errors' | 'resendAfter'
> &
  Partial<Pick<SignInFormProps, 'isTooSoon'>>

type Props = {
  readonly form: SignInFormProps
  readonly redirect: string | undefined
  /** Whether the visitor has sent a form after the session had ended. */
  readonly isUnsaved: boolean
  readonly children?: ReactNode
}

function SignInView({ form, redirect, isUnsaved, children }: Props) {
  const { locale, words } = useSite()
  const { kind } = form
  const other = kind === 'login' ? 'register' : 'login'
  return (
    <div className="prose">
      {/* The dialog shows this part. */}
      <Masthead
        id="sign-in"
        heading={words(`signIn.${kind}Title`)}
        lead={words(`signIn.${kind}Lead`)}
      >
        <ContentStyles styles="signIn" />
        {isUnsaved && <Notice role="status" opensPage text={words('signIn.unsaved')} />}
        <HydratedForm form={signInForm} props={form} isEager={form.step === 'code'} />
      </Masthead>
      {kind !== 'partner' && (
        <p>
          <a href={href(locale, other, null, { redirect })}>
            {words(other === 'login' ? 'signIn.toLogin' : 'signIn.toRegister')}
          </a>
        </p>
      )}
      {children}
    </div>
  )
}

function signInTitle(words: Words, kind: SignInKind): string {
  return words(`signIn.${kind}Title`)
}

function signInFormProps(
  { locale, words }: Pick<Site, 'locale' | 'words'>,
  redirect: string | undefined,
  turnstile: TurnstileProps,
  state: SignInState,
): SignInFormProps {
  const action =
    state.kind === 'partner'
      ? href(locale, 'login', null, { as: 'partner', redirect })
      : href(locale, state.kind, null, { redirect })
  return {
    texts: textsOf(words, signInFormTexts),
    action,
    phoneCountry: settingsOf(locale).phoneCountry,
    policyHref: href(locale, 'dataPolicy'),
    agreementHref: href(locale, 'userAgreement'),
    turnstile,
    isTooSoon: false,
    ...state,
  }
}

type PasswordLoginProps = Pick<PasswordLoginFormProps, 'action' | 'turnstile'> & {
  readonly tried: { readonly email: string; readonly errors: FormErrors } | null
}

/** Signs in by password. Collapsed, because most accounts have no password. */
function PasswordLogin({ action, turnstile, tried }: PasswordLoginProps) {
  const { words } = useSite()
  return (
    <details className="fold" open={tried !== null}>
      <summary>{words('signIn.passwordTitle')}</summary>
      <PasswordLoginForm
        texts={textsOf(words, passwordLoginFormTexts)}
        action={action}
        values={{ email: tried?.email ?? '' }}
        errors={tried?.errors ?? null}
        turnstile={turnstile}
      />
    </details>
  )
}
