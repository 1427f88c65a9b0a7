import { isOutage } from '../../api/api-result.ts'
import type { FormErrors } from '../../domain/form-errors.ts'
import { secretID } from '../../domain/secret-id.ts'
import { passwordLoginSchema, readPasswordLogin } from '../../forms/password/schema.ts'
import type { PasswordLoginValues } from '../../forms/password/schema.ts'
import type { AppContext } from '../../http/app-env.ts'
import { storePasswordSession } from '../../http/cookies/session-cookies.ts'
import { signInNonce, storeNonce } from '../../http/cookies/sign-in-nonce.ts'
import { targetAfterSignIn } from '../../http/page/access.ts'
import type { SignInQuery } from '../../http/page/access.ts'
import { redirectAfterForm } from '../../http/page/form-answer.ts'
import { validForm } from '../../http/page/form-input.ts'
import type { SentForm } from '../../http/page/form-input.ts'
import { checkTurnstile } from '../../http/page/turnstile-check.ts'
import { userAgentOf } from '../../http/user-agent.ts'
import { showPassword } from './show-sign-in.tsx'

export function passwordHandlers(query: SignInQuery) {
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
