import type { z } from 'zod'
import { browserName } from '../../domain/browser-name.ts'
import type { FormErrors } from '../../domain/form-errors.ts'
import { maxLength } from '../../domain/field-limits.ts'
import { passkeyPurposes } from '../../domain/passkey.ts'
import type { PasskeyReply } from '../../domain/passkey.ts'
import { newPasskey, passkeyProof } from '../../contract/passkeys.ts'
import { apiError } from '../../api/api-result.ts'
import type { ApiResult } from '../../api/api-result.ts'
import type { AppContext } from '../../http/app-env.ts'
import { logOut, sessionOf } from '../../http/cookies/session-cookies.ts'
import { readJsonField } from '../../http/page/form-request.ts'
import type { FormValues } from '../../http/page/form-request.ts'
import { userAgentOf } from '../../http/user-agent.ts'
import { href } from '../../locale/paths.ts'

/** Changes that the page confirms after a redirect to itself. */
export const passkeyChanges = ['added', 'removed', 'opened', 'reported'] as const
export type PasskeyChange = (typeof passkeyChanges)[number]

/** Answers the script that requests a challenge. */
export async function sendPasskeyOptions(c: AppContext, form: FormValues): Promise<Response> {
  const purpose = passkeyPurposes.find((each) => each === form.text('purpose'))
  const session = sessionOf(c, 'referrer')
  const answer = purpose && (await c.var.api.referrerPasskeyChallenge({ purpose }, { session }))
  return c.json({ options: answer?.ok ? answer.value.data : null } satisfies PasskeyReply)
}

/** Performs the action of a form in the passkey section, or returns null for another form. */
export async function changePasskeys(
  c: AppContext,
  form: FormValues,
): Promise<ApiResult<PasskeyChange> | null> {
  const { api } = c.var
  const session = sessionOf(c, 'referrer')
  switch (form.text('action')) {
    case 'passkey-add':
      return add(c, form)
    case 'passkey-settings': {
      const passkey = readProof(form)
      if (passkey === null) return notUsed(c)
      return resultOf('opened', await api.referrerPasskeySettings({ passkey }, { session }))
    }
    case 'passkey-remove':
      return resultOf(
        'removed',
        await api.referrerPasskeyRemove({ id: form.text('id') }, { session }),
      )
    case 'passkeys-lost':
      return resultOf('reported', await api.referrerPasskeyRecovery({}, { session }))
    default:
      return null
  }
}

/** Returns the passkey's proof in a form, or null if the browser sent none. */
export function readProof(form: FormValues): z.output<typeof passkeyProof> | null {
  return readJsonField(form, 'passkey', passkeyProof)
}

/** Returns the name that the form suggests for a passkey of this browser. */
export function suggestedName(c: AppContext): string {
  return browserName(userAgentOf(c) ?? '')
}

export function notUsed(c: AppContext): { readonly ok: false; readonly error: FormErrors } {
  return apiError(422, { message: c.var.words('passkeys.notUsed') })
}

/** Ends the session, so that the partner can sign in with a new code and return. */
export async function signInAgain(c: AppContext): Promise<Response> {
  const { locale } = c.var
  await logOut(c, 'referrer')
  const redirect = href(locale, 'referralProgram')
  return c.redirect(href(locale, 'login', null, { as: 'partner', redirect }), 303)
}

async function add(c: AppContext, form: FormValues): Promise<ApiResult<PasskeyChange>> {
  const { api, words } = c.var
  const name = form.text('name').trim()
  if (name === '' || name.length > maxLength.passkeyName)
    return apiError(422, { fields: { name: [words('passkeys.nameMissing')] } })
  const passkey = readJsonField(form, 'passkey', newPasskey)
  if (passkey === null) return notUsed(c)
  const session = sessionOf(c, 'referrer')
  return resultOf('added', await api.referrerPasskeyAdd({ name, passkey }, { session }))
}

function resultOf(change: PasskeyChange, answer: ApiResult<unknown>): ApiResult<PasskeyChange> {
  return answer.ok ? { ok: true, value: change } : answer
}
