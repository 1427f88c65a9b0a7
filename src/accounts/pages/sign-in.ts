import { z } from 'zod'
import { resendPause } from '../../kit/limits.shared.ts'
import { readSignIn, signInSchemas } from '../sign-in-schema.shared.ts'
import type { SignInKind, SignInStep, SignInValues } from '../sign-in-schema.shared.ts'
import { userAgentOf, type AppContext } from '../../site/app-env.ts'
import { storeSession, signInNonce, storeNonce, storePasswordSession } from '../../site/cookies.ts'
import { targetAfterSignIn, type SignInQuery, signInQuery } from '../../site/access.ts'
import { redirectAfterForm } from '../../site/form-answer.ts'
import { formAction, validForm } from '../../site/form-input.ts'
import type { FormHandlers, PostedFields, SentForm } from '../../site/form-input.ts'
import { showSignIn, showPassword, type SignInState, showFirstStep } from './sign-in-view.tsx'
import { page } from '../../site/page.ts'
import type { FieldReader } from '../../ui/form-values.shared.ts'
import type { Locale } from '../../words/locales.shared.ts'
import { parsePhone } from '../../words/phone.ts'
import { isOutage, type ApiResult } from '../../site/api/api-result.ts'
import { messageKey } from '../../words/texts.shared.ts'
import type { Session } from '../../api/common.ts'
import { secretID } from '../../kit/tokens.shared.ts'
import { checkTurnstile } from '../../site/turnstile-check.ts'
import type { FormErrors } from '../../ui/form-errors.shared.ts'
import { passwordLoginSchema, readPasswordLogin } from '../password-forms.shared.tsx'
import type { PasswordLoginValues } from '../password-forms.shared.tsx'

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

export const registerPage = page('register', {
  access: 'guest',
  query: signInQuery,
  get: (c, { query }) => showFirstStep(c, 'register', query),
  post: (c, { query }, fields) => signInHandlers(c, 'register', query, fields),
})

/** Returns the handlers of a sign-in form, which depend on its step. */
function signInHandlers(
  c: AppContext,
  kind: SignInKind,
  query: SignInQuery,
  fields: PostedFields,
): FormHandlers {
  const step = fields.text('step')
  if (step === 'password') return passwordHandlers(query)
  if (step === 'confirm') return confirmHandlers(kind, query)
  if (step !== 'again') return addressHandlers(c, kind, query, 'address')
  const values = readSignIn(fields)
  const state = { kind, step: 'code', values, errors: null, isTooSoon: true } as const
  return secondsUntil(c, values.resendAt) > 0
    ? formAction(async () => showStep(c, query, state))
    : addressHandlers(c, kind, query, 'code')
}

/** @param step the step to show again if no code is sent */
function addressHandlers(c: AppContext, kind: SignInKind, query: SignInQuery, step: SignInStep) {
  return validForm({
    read: readSignIn,
    rules: addressRules(c.var.locale, kind),
    async receive(_, { fields, values, valid }) {
      const sent = await sendCode(c, kind, { ...values, ...valid }, fields)
      return sent.ok
        ? showSignIn(c, query, { kind, step: 'code', errors: null, ...sent.value })
        : showStep(c, query, { kind, step, values, errors: sent.error })
    },
    refuse: async (_, { values, errors }) => showStep(c, query, { kind, step, values, errors }),
  })
}

function confirmHandlers(kind: SignInKind, query: SignInQuery) {
  return validForm({
    read: readSignIn,
    rules: signInSchemas[kind].code,
    receive: async (c, { values }) => confirm(c, kind, query, values),
    refuse: async (c, { values, errors }) =>
      showStep(c, query, { kind, step: 'code', values, errors }),
  })
}

async function confirm(c: AppContext, kind: SignInKind, query: SignInQuery, values: SignInValues) {
  const opened = await confirmCode(c, kind, values)
  if (opened.ok) {
    storeSession(c, kind === 'partner' ? 'referrer' : 'customer', opened.value)
    return redirectAfterForm(c, targetAfterSignIn(c.var.locale, query))
  }
  const { error } = opened
  const shown = { kind, step: 'code', values, errors: error } as const
  if (kind !== 'login' || error.code !== 'no-account') return showStep(c, query, shown)
  // The code is correct and still valid. With the consent it creates the account.
  const errors = { ...error, message: c.var.words('signIn.noAccountYet') }
  return showStep(c, query, { ...shown, kind: 'register', errors })
}

async function showStep(
  c: AppContext,
  query: SignInQuery,
  state: Omit<SignInState, 'resendAfter'>,
) {
  const resendAfter = secondsUntil(c, state.values.resendAt)
  return showSignIn(c, query, { ...state, resendAfter })
}

/**
 * Returns the seconds to wait, which a wrong code does not shorten. The server enforces the wait,
 * and the page only shows it.
 */
function secondsUntil(c: AppContext, time: string): number {
  const seconds = Math.ceil((Number(time) - c.var.now()) / 1000)
  return Math.min(resendPause, Math.max(0, Number.isNaN(seconds) ? 0 : seconds))
}

/** The rules of the first step. Only the server knows which phone numbers exist. */
function addressRules(locale: Locale, kind: SignInKind) {
  if (kind !== 'partner') return signInSchemas[kind].address
  return z.object({ ...signInSchemas.partner.address.shape, phone: phoneField(locale) })
}

/** Returns a number as E.164. */
function phoneField(locale: Locale) {
  return z.string().transform((typed, context) => {
    const phone = parsePhone(locale, typed)
    if (phone !== null) return phone
    context.addIssue({ code: 'custom', message: messageKey('signIn.phoneInvalid') })
    return z.NEVER
  })
}

/**
 * Sends a sign-in code after the Turnstile check. Returns the values of the next step, and the
 * seconds until another code can be sent.
 */
async function sendCode(
  c: AppContext,
  kind: SignInKind,
  values: SignInValues,
  form: FieldReader,
): Promise<ApiResult<{ values: SignInValues; resendAfter: number }>> {
  const { api, now } = c.var
  const rejection = await checkTurnstile(c, form)
  if (rejection) return rejection
  const nonce = signInNonce(c)
  const sent =
    kind === 'partner'
      ? await api.referrerCodeSend({
          phone: values.phone,
          nonce,
          agreesToDataPolicy: true,
          agreesToUserAgreement: true,
        })
      : await api.customerCodeSend({ email: values.email, nonce })
  if (!sent.ok) return sent
  const { resendAfter } = sent.value.data
  const resendAt = String(now() + resendAfter * 1000)
  return { ok: true, value: { values: { ...values, code: '', resendAt }, resendAfter } }
}

async function confirmCode(
  c: AppContext,
  kind: SignInKind,
  values: SignInValues,
): Promise<ApiResult<Session>> {
  const { api } = c.var
  const { email, phone, code, utm } = values
  const browser = { nonce: signInNonce(c), nextNonce: secretID() }
  const opened = await open()
  if (!opened.ok) return opened
  storeNonce(c, browser.nextNonce)
  if (kind === 'partner') return opened
  const profile = await api.customerProfile({}, { session: opened.value })
  // After an outage the next page loads the profile again. The visitor needs no other code.
  if (profile.ok || isOutage(profile.error)) return opened
  // Login ends with the profile (specification, section 4), so nobody has this session.
  c.executionCtx.waitUntil(api.customerLogout({}, { session: opened.value }))
  return profile

  async function open() {
    const proof = { code, ...browser, userAgent: userAgentOf(c) }
    if (kind === 'partner') return api.referrerConfirm({ phone, utm, ...proof })
    return kind === 'login'
      ? api.customerAuth({ email, ...proof })
      : api.registerConfirm({ email, ...proof, utm, consent: true })
  }
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
