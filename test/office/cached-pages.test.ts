import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { secretID } from '../../src/kit/tokens.shared.ts'
import type worker from '../../src/worker.ts'
import { origin } from '../support/visit.ts'

const secret = secretID()
let shop: typeof worker

beforeAll(async () => {
  Object.assign(env, { ADMIN_LOCAL_SECRET: secret })
  vi.resetModules()
  ;({ default: shop } = await import('../../src/worker.ts'))
})
afterAll(() => {
  Reflect.deleteProperty(env, 'ADMIN_LOCAL_SECRET')
})

it('stay in memory after a visitor has changed the language of the back office', async () => {
  await storePage()
  const form = { locale: 'en', back: '/admin' }
  expect((await post('/admin/locale', form)).status).toBe(303)
  expect((await post('/admin/locale/', form)).status).toBe(303)
  expect(await isFromMemory()).toBe(true)
})

it('are checked after a staff action', async () => {
  const signIn = await post('/admin/sign-in', { secret, role: 'owner' })
  const cookie = signIn.headers.get('Set-Cookie')?.split(';')[0] ?? ''
  await storePage()
  const action = { idempotencyKey: secretID(), version: '0', seenAt: new Date().toISOString() }
  const promo = { ...action, action: 'add-promo-code', code: 'SUMMER', percent: '10' }
  expect((await post('/admin/promo-codes', promo, cookie)).status).toBe(303)
  expect(await isFromMemory()).toBe(false)
})

async function storePage(): Promise<void> {
  await answer('/about')
  // The first visit may have rendered the page before the isolate knew the content version.
  await answer('/about')
  expect(await isFromMemory()).toBe(true)
}

/** Only pages that need no other work than a read of the memory have no request id. */
async function isFromMemory(): Promise<boolean> {
  return !(await answer('/about')).headers.has('X-Request-ID')
}

async function post(
  path: string,
  form: { readonly [field: string]: string },
  cookie = '',
): Promise<Response> {
  const headers = { Origin: origin, Cookie: cookie }
  return answer(path, { method: 'POST', headers, body: new URLSearchParams({ ...form }) })
}

async function answer(
  path: string,
  init: RequestInit<IncomingRequestCfProperties> = {},
): Promise<Response> {
  const context = createExecutionContext()
  const request = new Request(origin + path, { redirect: 'manual', ...init })
  const response = await shop.fetch(request, env, context)
  await waitOnExecutionContext(context)
  return response
}
