import { z } from 'zod'
import { isUnauthorized } from '../../site/api/api-result.ts'
import { pageQuery } from '../../api/common.ts'
import type { AccountSession, Customer } from '../operations.ts'
import { logOutAndRedirect, redirectToRegister, signedInCustomer } from '../../site/access.ts'
import { apiErrorPage } from '../../site/error-pages.tsx'
import { signInNonce } from '../../site/cookies.ts'
import type { AppContext } from '../../site/app-env.ts'
import { markRejected } from '../../site/form-answer.ts'
import { formAction, validForm, type SentForm } from '../../site/form-input.ts'
import { page, pageOrFirst } from '../../site/page.ts'
import type { FormErrors } from '../../ui/form-errors.shared.ts'
import { Notice } from '../../ui/lists.tsx'
import {
  newPasswordSchema,
  readNewPassword,
  NewPasswordForm,
  newPasswordFormTexts,
} from '../password-forms.shared.tsx'
import type { PasswordStep, NewPasswordFormProps } from '../password-forms.shared.tsx'
import { href } from '../../words/paths.shared.ts'
import { LogOutForm } from '../../ui/navigation.tsx'
import { sessionActions, SessionList } from '../session-list.tsx'
import { Masthead } from '../../ui/masthead.tsx'
import { useSite } from '../../ui/site.tsx'
import { UnbrokenAddresses } from '../../ui/copy-line.tsx'
import { EsimList, type EsimListProps } from './account-esims.tsx'
import { textsOf } from '../../words/texts.shared.ts'

const accountQuery = z.object({
  page: pageQuery.page,
  password: z.literal('code').optional().catch(undefined),
  done: z.enum(['password', 'sessions']).optional().catch(undefined),
})
type AccountInput = { readonly query: z.output<typeof accountQuery> }

export const accountPage = page('account', {
  access: 'customer',
  query: accountQuery,
  scope: 'esims',
  get: show,
  post(_, input, fields) {
    const action = fields.text('action')
    if (action === sessionActions.all) return formAction(signOutEverywhere)
    if (action === sessionActions.others) return formAction(signOutOthers)
    if (action === 'send-code') return formAction(async (c) => sendCode(c, input))
    const isCodeAsked = fields.isChecked('withCode')
    const shown = isCodeAsked ? { query: { ...input.query, password: 'code' as const } } : input
    return validForm({
      read: (form) => readNewPassword(form, isCodeAsked),
      rules: newPasswordSchema,
      receive: async (c, form) => changePassword(c, shown, form),
      refuse: async (c, { errors }) => show(c, shown, errors),
    })
  },
})

async function signOutEverywhere(c: AppContext) {
  const { session } = signedInCustomer(c)
  const ended = await c.var.api.customerSessionsEnd({}, { session })
  if (!ended.ok && !isUnauthorized(ended)) return apiErrorPage(c, ended.error)
  return logOutAndRedirect(c, 'customer')
}

async function signOutOthers(c: AppContext) {
  const { session } = signedInCustomer(c)
  const ended = await c.var.api.customerSessionsEnd({ keepsCurrent: true }, { session })
  if (!ended.ok) return isUnauthorized(ended) ? redirectToRegister(c) : apiErrorPage(c, ended.error)
  const to = href(c.var.locale, 'account', null, { done: 'sessions' })
  return c.redirect(`${to}#sessions`, 303)
}

/** Sends a code before the customer sets a password, when the sign-in was some time ago. */
async function sendCode(c: AppContext, { query }: AccountInput) {
  const { locale, api } = c.var
  const { email } = signedInCustomer(c).profile
  const sent = await api.customerCodeSend({ email, nonce: signInNonce(c) })
  if (!sent.ok) return show(c, { query }, sent.error)
  return c.redirect(`${href(locale, 'account', null, { password: 'code' })}#password`, 303)
}

async function changePassword(
  c: AppContext,
  input: AccountInput,
  { valid }: SentForm<object, typeof newPasswordSchema>,
) {
  const { locale, api } = c.var
  const { session } = signedInCustomer(c)
  const proof = { ...valid, nonce: signInNonce(c) }
  const saved = await api.customerPassword(proof, { session })
  if (!saved.ok) return isUnauthorized(saved) ? redirectToRegister(c) : show(c, input, saved.error)
  return c.redirect(`${href(locale, 'account', null, { done: 'password' })}#password`, 303)
}

async function show(c: AppContext, { query }: AccountInput, errors: FormErrors | null = null) {
  const { words, api } = c.var
  const { session, profile } = signedInCustomer(c)
  const [esims, sessions] = await Promise.all([
    pageOrFirst(query.page, (at) => api.customerEsims({ page: at }, { session })),
    api.customerSessions({}, { session }),
  ])
  if (isUnauthorized(esims)) return redirectToRegister(c)
  const list = sessions.ok ? sessions.value.data : null
  markRejected(c, errors?.status ?? 200)
  return c.render(
    <Account
      customer={profile}
      hasFailed={!esims.ok}
      sessions={list}
      areSessionsEnded={query.done === 'sessions'}
      password={{
        errors,
        step: passwordStep(query, list),
        hasPassword: profile.hasPassword,
      }}
    />,
    {
      opening: <AccountOpening email={profile.email} esims={esims.ok ? esims.value : null} />,
      title: words('account.title'),
    },
  )
}

function passwordStep(
  { password, done }: AccountInput['query'],
  sessions: readonly AccountSession[] | null,
): PasswordStep {
  if (password !== undefined) return password
  if (done === 'password') return 'saved'
  return sessions?.some(({ isCurrent, isRecent }) => isCurrent && isRecent) ? 'new' : 'confirm'
}

type Props = {
  readonly customer: Customer
  /** Whether the list of eSIMs could not be loaded. */
  readonly hasFailed: boolean
  readonly sessions: readonly AccountSession[] | null
  readonly areSessionsEnded: boolean
  readonly password: Omit<PasswordSectionProps, 'email'>
}

type OpeningProps = {
  readonly email: string
  /** Null if the list could not be loaded. */
  readonly esims: EsimListProps['esims'] | null
}

function AccountOpening({ email, esims }: OpeningProps) {
  const { words } = useSite()
  return (
    <>
      <Masthead heading={words('account.title')}>
        <p className="soft">
          <UnbrokenAddresses text={words('account.signedInAs', { email })} />
        </p>
      </Masthead>
      {esims !== null && <EsimList esims={esims} />}
    </>
  )
}

function Account({ customer, hasFailed, sessions, areSessionsEnded, password }: Props) {
  const { locale, words } = useSite()
  const { email } = customer
  return (
    <>
      {hasFailed && <Notice role="alert" text={words('errors.dataFailed')} />}
      <section className="two-columns">
        <PasswordSection {...password} email={email} />
        {sessions !== null && (
          <SessionList
            sessions={sessions}
            action={href(locale, 'account')}
            isEnded={areSessionsEnded}
          />
        )}
      </section>
      <LogOutForm action={href(locale, 'account')} />
    </>
  )
}

type PasswordSectionProps = Pick<NewPasswordFormProps, 'step' | 'hasPassword' | 'errors'> & {
  readonly email: string
}

function PasswordSection({ step, email, hasPassword, errors }: PasswordSectionProps) {
  const { locale, words } = useSite()
  const isOpen = errors !== null || step === 'saved' || step === 'code'
  return (
    <details className="fold" id="password" open={isOpen}>
      <summary>{words('account.passwordTitle')}</summary>
      <NewPasswordForm
        texts={textsOf(words, newPasswordFormTexts)}
        action={href(locale, 'account')}
        step={step}
        codeSent={words('account.passwordCodeSent', { email })}
        hasPassword={hasPassword}
        errors={errors}
      />
    </details>
  )
}
