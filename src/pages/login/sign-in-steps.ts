import { z } from 'zod'
import { signInSchemas } from '../../forms/sign-in/schema.ts'
import type { FieldReader } from '../../forms/form-values.ts'
import type { SignInKind, SignInValues } from '../../forms/sign-in/schema.ts'
import type { Locale } from '../../locale/locales.ts'
import { parsePhone } from '../../locale/phone.ts'
import { isOutage } from '../../api/api-result.ts'
import { messageKey } from '../../locale/texts.ts'
import type { ApiResult } from '../../api/api-result.ts'
import type { Session } from '../../contract/common.ts'
import { secretID } from '../../domain/secret-id.ts'
import { signInNonce, storeNonce } from '../../http/cookies/sign-in-nonce.ts'
import { userAgentOf } from '../../http/user-agent.ts'
import { checkTurnstile } from '../../http/page/turnstile-check.ts'
import type { AppContext } from '../../http/app-env.ts'

/** The rules of the first step. Only the server knows which phone numbers exist. */
export function addressRules(locale: Locale, kind: SignInKind) {
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
export async function sendCode(
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

export async function confirmCode(
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
