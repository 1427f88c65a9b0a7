import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { expect, it } from 'vitest'
import { createApp } from '../../src/app.ts'
import { maxScreenshotBytes } from '../../src/contract/mail-notify.ts'
import { parseConfig } from '../../src/config/storefront-config.ts'
import type { Fetch } from '../../src/api/api-client.ts'

const origin = 'http://localhost:8787'
const message = {
  topic: 'support',
  name: 'Ada',
  email: 'a@example.com',
  message: 'Typed',
  consent: '1',
}

/** The shop over an API that answers so. */
async function ask(
  path: string,
  { answer, config = {}, ...init }: { answer: Fetch; config?: object } & RequestInit,
): Promise<Response> {
  const app = createApp({
    config: parseConfig({ ...env, ...config }),
    connect: () => ({ fetch: answer, origin: 'https://api.invalid' }),
  })
  const context = createExecutionContext()
  const response = await app.fetch(new Request(origin + path, init), env, context)
  await waitOnExecutionContext(context)
  return response
}

it.each([
  [401, 401],
  [403, 403],
  [409, 409],
  [419, 403],
  [500, 500],
])(
  'the text of a %i is the global error of the form, which keeps what was typed',
  async (status, shown) => {
    const text = `Refused with ${status}`
    const field = status % 2 === 0 ? 'message' : 'error'
    const answer: Fetch = async ({ url }) =>
      url.includes('mail-notify')
        ? Response.json({ [field]: text }, { status })
        : Response.json({ data: [] })
    const send = (accept: string) =>
      ask('/contacts', {
        answer,
        method: 'POST',
        body: new URLSearchParams(message),
        headers: { Origin: origin, Accept: accept },
      })
    const alive = await send('application/json')
    expect(alive.status).toBe(shown)
    expect(await alive.json()).toMatchObject({
      props: { errors: { status, message: text, fields: {} }, values: { message: 'Typed' } },
    })
    const plain = await send('text/html')
    expect(plain.status).toBe(shown)
    const html = await plain.text()
    expect(html).toMatch(new RegExp(`<p class="form-error" role="alert">${text}</p>`))
    expect(html).toContain('>Typed</textarea>')
  },
)

it('the bot check is in pages and policy where the operator has one, and nowhere else', async () => {
  const answer: Fetch = async () => Response.json({ data: [] })
  const keys = { TURNSTILE_SITE_KEY: 'a-key', TURNSTILE_SECRET: 'a-secret' }
  const checked = await ask('/contacts', { answer, config: keys })
  const policy = checked.headers.get('Content-Security-Policy')
  expect(policy).toContain("script-src 'self' https://challenges.cloudflare.com;")
  expect(policy).toContain('frame-src https://challenges.cloudflare.com;')
  const html = await checked.text()
  expect(html).toContain('data-turnstile="a-key"')
  expect(html).not.toContain('a-secret')
  const plain = await ask('/contacts', { answer })
  expect(plain.headers.get('Content-Security-Policy')).not.toMatch(/cloudflare|frame-src/)
  expect(await plain.text()).not.toMatch(/data-turnstile|cloudflare/)
})

it('the bot check is asked for last: a screenshot that is too large is told before', async () => {
  const answer: Fetch = async () => Response.json({ data: [] })
  const body = new FormData()
  for (const [name, value] of Object.entries(message)) body.set(name, value)
  body.set('screenshot', new File([new Uint8Array(maxScreenshotBytes + 1)], 'screen.png'))
  const config = { TURNSTILE_SITE_KEY: 'a-key', TURNSTILE_SECRET: 'a-secret' }
  const headers = { Origin: origin }
  const response = await ask('/contacts', { answer, config, method: 'POST', body, headers })
  expect(response.status).toBe(413)
})

it('shows the first value of a repeated field again', async () => {
  const answer: Fetch = async () => Response.json({ data: [] })
  const body = new URLSearchParams({ ...message, email: 'not an address' })
  body.append('message', 'Repeated')
  const response = await ask('/contacts', {
    answer,
    method: 'POST',
    body,
    headers: { Origin: origin },
  })
  expect(response.status).toBe(422)
  expect(await response.text()).toContain('>Typed</textarea>')
})

it.each([
  ['of JSON', 'application/json', '{}'],
  ['without a content type', '', 'name=Ada'],
  ['with a broken multipart body', 'multipart/form-data; boundary=x', 'name=Ada'],
])('treats a POST %s as an empty form', async (_, contentType, body) => {
  const answer: Fetch = async () => Response.json({ data: [] })
  const headers = { Origin: origin, 'Content-Type': contentType }
  const response = await ask('/contacts', { answer, method: 'POST', body, headers })
  expect(response.status).toBe(422)
  expect(await response.text()).toContain('<h1>')
})
