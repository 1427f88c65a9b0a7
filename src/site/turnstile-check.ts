import { z } from 'zod'
import { apiError, type ApiError } from './api/api-result.ts'
import { clientAddressIn } from '../kit/http.ts'
import { logEvent } from '../kit/log.ts'
import type { Err } from '../kit/result.shared.ts'
import { turnstileField, type TurnstileProps } from '../ui/form-markers.shared.ts'
import type { FieldReader } from '../ui/form-values.shared.ts'
import type { AppContext, AppEnv } from './app-env.ts'
import { withTimeout, type Fetch } from './api/resilient-fetch.ts'
import { readJson } from './api/remote-api.ts'

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

type TurnstileToken = {
  readonly url: string
  readonly secret: string
  readonly token: string
  readonly clientAddress: string
}

/** `unavailable` means that the service did not answer, or rejected the operator's secret. */
type TurnstileVerdict = 'passed' | 'rejected' | 'unavailable'

const answer = z.object({ success: z.boolean(), 'error-codes': z.array(z.string()).default([]) })
/** https://developers.cloudflare.com/turnstile/get-started/server-side-validation/ */
const maxToken = 2048
const setupErrors = new Set(['missing-input-secret', 'invalid-input-secret', 'internal-error'])
const fetchOnce = withTimeout((request) => fetch(request))

/**
 * Verifies a token, which is valid once and for five minutes. Waits at most 3 s and never throws.
 */
export async function verifyTurnstileToken(
  { url, secret, token, clientAddress }: TurnstileToken,
  send: Fetch = fetchOnce,
): Promise<TurnstileVerdict> {
  // An error page about a request that is too large would count as `unavailable`.
  if (token === '' || token.length > maxToken) return 'rejected'
  const body = new URLSearchParams({ secret, response: token })
  if (clientAddress !== '') body.set('remoteip', clientAddress)
  try {
    const read = await readJson(await send(new Request(url, { method: 'POST', body })))
    const parsed = answer.safeParse(read.ok ? read.value : null)
    if (!parsed.success) return 'unavailable'
    if (parsed.data.success) return 'passed'
    return parsed.data['error-codes'].some((code) => setupErrors.has(code))
      ? 'unavailable'
      : 'rejected'
  } catch {
    return 'unavailable'
  }
}
