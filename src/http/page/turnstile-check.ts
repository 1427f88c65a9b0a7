import type { Context } from 'hono'
import { logEvent } from '../../domain/log-event.ts'
import { botCheckField } from '../../domain/turnstile.ts'
import type { BotCheckProps } from '../../domain/turnstile.ts'
import type { FieldReader } from '../../forms/field-reader.ts'
import { apiError } from '../../api/api-result.ts'
import type { Err } from '../../domain/result.ts'
import type { ApiError } from '../../api/api-result.ts'
import { verifyTurnstileToken } from '../../api/turnstile-verification.ts'
import type { AppEnv } from '../app-env.ts'

/** What a form needs to ask for the check; null where the operator has none. */
export function botCheckProps({ config, words }: AppEnv['Variables']): BotCheckProps {
  const { TURNSTILE_SITE_KEY: siteKey } = config
  return siteKey === null ? null : { siteKey, withoutScript: words('errors.botCheckScript') }
}

/**
 * Why a form is refused that a robot may have sent; null: it may go on. A check that cannot be made lets the form through: the
 * limits behind it still hold, and no visitor is lost to somebody else's outage. Ask last: a token is good for one asking.
 */
export async function botRefusal(
  c: Context<AppEnv>,
  form: FieldReader,
): Promise<Err<ApiError> | null> {
  const { config, requestID, words } = c.var
  const { TURNSTILE_SECRET: secret, TURNSTILE_VERIFY_URL: url } = config
  if (secret === null) return null
  const token = form.text(botCheckField)
  const clientAddress = c.req.header('CF-Connecting-IP') ?? ''
  const verdict = await verifyTurnstileToken({ url, secret, token, clientAddress })
  if (verdict === 'unavailable') logEvent({ event: 'turnstile-unavailable', requestID })
  if (verdict !== 'rejected') return null
  return apiError(403, { code: 'turnstile-rejected', message: words('errors.botCheck') })
}
