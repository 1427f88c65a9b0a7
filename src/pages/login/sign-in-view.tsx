import { signInForm } from '../../forms/sign-in/form.tsx'
import { signInFormTexts } from '../../forms/sign-in/form-props.ts'
import type { SignInFormProps } from '../../forms/sign-in/form-props.ts'
import type { SignInKind } from '../../forms/sign-in/schema.ts'
import { opensPage } from '../../domain/opens-page.ts'
import type { TurnstileProps } from '../../domain/turnstile.ts'
import { settingsOf } from '../../locale/locales.ts'
import { href } from '../../locale/paths.ts'
import { textsOf } from '../../locale/texts.ts'
import type { Words } from '../../locale/words.ts'
import { ContentStyles } from '../../http/page/content-styles.tsx'
import { HydratedForm } from '../../forms/controls/hydrated-form.tsx'
import { Masthead } from '../../ui/layout/masthead.tsx'
import { useSite } from '../../ui/site.tsx'
import type { Site } from '../../ui/site.tsx'
import type { ReactNode } from 'react'

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

export function SignInView({ form, redirect, isUnsaved, children }: Props) {
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
        {isUnsaved && (
          <p className="notice" role="status" {...opensPage}>
            {words('signIn.unsaved')}
          </p>
        )}
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

export function signInTitle(words: Words, kind: SignInKind): string {
  return words(`signIn.${kind}Title`)
}

export function signInFormProps(
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
