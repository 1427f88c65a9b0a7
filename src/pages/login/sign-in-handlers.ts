import { resendPause } from '../../domain/sign-in-code.ts'
import { readSignIn, signInSchemas } from '../../forms/sign-in/schema.ts'
import type { SignInKind, SignInStep, SignInValues } from '../../forms/sign-in/schema.ts'
import type { AppContext } from '../../http/app-env.ts'
import { storeSession } from '../../http/cookies/session-cookies.ts'
import { targetAfterSignIn } from '../../http/page/access.ts'
import type { SignInQuery } from '../../http/page/access.ts'
import { redirectAfterForm } from '../../http/page/form-answer.ts'
import { formAction, validForm } from '../../http/page/form-input.ts'
import type { FormHandlers, PostedFields } from '../../http/page/form-input.ts'
import { passwordHandlers } from './password-handlers.ts'
import { showSignIn } from './show-sign-in.tsx'
import { addressRules, confirmCode, sendCode } from './sign-in-steps.ts'
import type { SignInState } from './sign-in-view.tsx'

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
