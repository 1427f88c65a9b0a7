import { z } from 'zod'
import { withTimeout } from './retry.ts'
import { readJson } from './read-json.ts'
import type { Fetch } from './fetch.ts'

type TurnstileToken = {
  readonly url: string
  readonly secret: string
  readonly token: string
  readonly clientAddress: string
}

/** `unavailable` means that the service did not answer, or rejected the operator's secret. */
type TurnstileVerdict = 'passed' | 'rejected' | 'unavailable'

const answer = z.object({
  success: z.boolean(),
  'error-codes': z.array(z.string()).default([]),
})
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
