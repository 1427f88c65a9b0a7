import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { expect } from 'vitest'
import { secretID } from '../../src/kit/tokens.shared.ts'
import worker from '../../src/worker.ts'

export const origin = 'http://localhost:8787'

type Form = FormData | ConstructorParameters<typeof URLSearchParams>[0]
/** With `form`, the request posts the form from the same origin. */
export type FormInit = RequestInit<IncomingRequestCfProperties> & { readonly form?: Form }

export function requestOf(
  path: string,
  { form, ...init }: FormInit,
  at = origin,
): Request<unknown, IncomingRequestCfProperties> {
  const headers = new Headers(init.headers)
  if (form && !headers.has('Origin')) headers.set('Origin', at)
  const body = form instanceof FormData ? form : new URLSearchParams(form)
  const post = form && { method: 'POST', body }
  return new Request(at + path, { redirect: 'manual', ...init, headers, ...post })
}

export async function visit(path: string, init: FormInit = {}): Promise<Response> {
  return answer(requestOf(path, init))
}

/** Returns the worker's response to a request, after all background work is done. */
export async function answer(
  request: Request<unknown, IncomingRequestCfProperties>,
): Promise<Response> {
  const context = createExecutionContext()
  const response = await worker.fetch(request, env, context)
  await waitOnExecutionContext(context)
  return response
}

/** Returns the cookie with which the browser may see the confirmation of the form it has sent. */
export function noticeOf(response: Response): string | undefined {
  return response.headers
    .getSetCookie()
    .find((each) => each.startsWith('esim.notice='))
    ?.replace(/;.*/, '')
}

/** The fields of the order form, as a browser sends them. */
export function orderForm() {
  const idempotencyKey = secretID()
  return { email: 'anna@example.com', paymentOption: 'card-usd', consent: '1', idempotencyKey }
}

export async function visitText(path: string): Promise<string> {
  const response = await visit(path)
  expect(response.status, path).toBe(200)
  return response.text()
}
