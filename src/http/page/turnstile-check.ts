import { apiError } from '../../api/api-result.ts'
import type { ApiError } from '../../api/api-result.ts'
import { verifyTurnstileToken } from '../../api/turnstile-verification.ts'
import { clientAddressIn } from '../../domain/client-address.ts'
import { logEvent } from '../../domain/log-event.ts'
import type { Err } from '../../domain/result.ts'
import { turnstileField } from '../../domain/turnstile.ts'
import type { TurnstileProps } from '../../domain/turnstile.ts'
import type { FieldReader } from '../../forms/form-values.ts'
import type { AppContext, AppEnv } from '../app-env.ts'

export function turnstileProps({ config, words }: AppEnv['Variables']): TurnstileProps {
  const { TURNSTILE_SITE_KEY: siteKey } = config
  return siteKey === null ? null : { siteKey, withoutScript: words('errors.botCheckScript') }
}

/**
 * Returns the form's error when Turnstile rejects it, or null. When Turnstile is unavailable, the
 * form passes. Rate limits still apply, and an outage at Cloudflare must not stop customers. Call
 * it last, because a token is valid once.
 */
export async function checkTurnstile(
  c: AppContext,
  form: FieldReader,
): Promise<Err<ApiError> | null> {
  const { config, requestId, words } = c.var
  const { TURNSTILE_SECRET: secret, TURNSTILE_VERIFY_URL: url } = config
  if (secret === null) return null
  const token = form.text(turnstileField)
  const clientAddress = clientAddressIn(c.req.raw.headers)
  const verdict = await verifyTurnstileToken({ url, secret, token, clientAddress })
  if (verdict === 'unavailable') logEvent({ event: 'turnstile-unavailable', requestId })
  if (verdict !== 'rejected') return null
  return apiError(403, { code: 'turnstile-rejected', message: words('errors.botCheck') })
}
