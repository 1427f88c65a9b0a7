import { expect, it } from 'vitest'
import type { Fetch } from '../../src/site/api/resilient-fetch.ts'
import { maxScreenshotBytes } from '../../src/messages/operations.ts'
import { noticeOf, origin } from '../support/visit.ts'
import { words } from '../support/small-shop.ts'
import { visitWithApi } from '../support/visit-with-api.ts'

const emptyApi: Fetch = async () => Response.json({ data: [] })
const turnstileKeys = { TURNSTILE_SITE_KEY: 'a-key', TURNSTILE_SECRET: 'a-secret' }
const values = {
  topic: 'support',
  name: 'Ada',
  email: 'a@example.com',
  message: 'Typed',
  consent: '1',
}

it.each([
  [401, 401],
  [403, 403],
  [409, 409],
  [419, 403],
  [500, 500],
])(
  'shows the API’s message for a %i above the form and keeps the typed values',
  async (status, shown) => {
    const text = `Refused with ${status}`
    const field = status % 2 === 0 ? 'message' : 'error'
    const rejectingApi: Fetch = async ({ url }) =>
      url.includes('mail-notify')
        ? Response.json({ [field]: text }, { status })
        : Response.json({ data: [] })
    const send = (accept: string) =>
      visitWithApi('/contacts', rejectingApi, { headers: { Accept: accept }, form: values })
    const hydrated = await send('application/json')
    expect(hydrated.status).toBe(shown)
    expect(await hydrated.json()).toMatchObject({
      props: { errors: { status, message: text, fields: {} }, values: { message: 'Typed' } },
    })
    const withoutScript = await send('text/html')
    expect(withoutScript.status).toBe(shown)
    const html = await withoutScript.text()
    expect(html).toMatch(
      new RegExp(
        `<div class="form-error" autofocus="" tabindex="-1" role="alert"><p>${text}</p></div>`,
      ),
    )
    expect(html).toContain('>Typed</textarea>')
  },
)

it('sends the same key when the visitor sends the form again after a lost answer', async () => {
  const keys: unknown[] = []
  const losingApi: Fetch = async (request) => {
    if (!request.url.includes('mail-notify')) return Response.json({ data: [] })
    keys.push((await request.json<{ idempotencyKey: unknown }>()).idempotencyKey)
    throw new TypeError('Network connection lost.')
  }
  const timeIn = async (response: Response) =>
    /name="renderedAt" value="(\d+)"/.exec(await response.text())?.[1] ?? 'no time'
  let renderedAt = await timeIn(await visitWithApi('/contacts', losingApi))
  const send = (accept: string, change: { readonly [name: string]: string } = {}) =>
    visitWithApi('/contacts', losingApi, {
      headers: { Accept: accept },
      form: { ...values, renderedAt, ...change },
    })
  renderedAt = await timeIn(await send('text/html'))
  expect(await (await send('application/json')).json()).toMatchObject({
    props: { values: { renderedAt } },
  })
  expect(keys).toEqual([expect.stringMatching(/^[\w-]{43}$/), keys[0]])
  await send('text/html', { message: 'Typed again' })
  await send('text/html', { renderedAt: String(Number(renderedAt) + 1) })
  await send('text/html', { renderedAt: '' })
  expect(new Set(keys).size).toBe(4)
})

it('sends an equal message an hour later, even from the same copy of a cached page', async () => {
  const keys: unknown[] = []
  const receivingApi: Fetch = async (request) => {
    if (!request.url.includes('mail-notify')) return Response.json({ data: [] })
    keys.push((await request.json<{ idempotencyKey: unknown }>()).idempotencyKey)
    return Response.json({ data: { topic: 'support' } })
  }
  const renderedAt = Date.parse('2026-11-26T09:30:00Z')
  for (const minutes of [1, 59, 180]) {
    const now = () => renderedAt + minutes * 60_000
    await visitWithApi('/contacts', receivingApi, {
      form: { ...values, renderedAt: String(renderedAt) },
      now,
    })
  }
  expect([keys[1] === keys[0], keys[2] === keys[0]]).toEqual([true, false])
})

it('sends an equal message from the same page again after the first one arrived', async () => {
  const keys: unknown[] = []
  const receivingApi: Fetch = async (request) => {
    if (!request.url.includes('mail-notify')) return Response.json({ data: [] })
    keys.push((await request.json<{ idempotencyKey: unknown }>()).idempotencyKey)
    return Response.json({ data: { topic: 'support' } })
  }
  const send = async (renderedAt: string) => {
    const body = new URLSearchParams({ ...values, renderedAt })
    const headers = { Origin: origin, Accept: 'application/json' }
    const response = await visitWithApi('/contacts', receivingApi, {
      method: 'POST',
      body,
      headers,
    })
    return response.json<{ values: { renderedAt: string; message: string } }>()
  }
  const { values: next } = await send('1764547200000')
  expect(next).toMatchObject({ name: '', email: '', message: '', consent: false })
  await send(next.renderedAt)
  expect(new Set(keys).size).toBe(2)
})

it('adds Turnstile to page and policy only when it is configured', async () => {
  const checked = await visitWithApi('/contacts', emptyApi, { settings: turnstileKeys })
  const policy = checked.headers.get('Content-Security-Policy')
  expect(policy).toContain("script-src 'self' https://challenges.cloudflare.com;")
  expect(policy).toContain('frame-src https://challenges.cloudflare.com;')
  const html = await checked.text()
  expect(html).toContain('data-turnstile="a-key"')
  expect(html).not.toContain('a-secret')
  const plain = await visitWithApi('/contacts', emptyApi)
  expect(plain.headers.get('Content-Security-Policy')).not.toMatch(/cloudflare|frame-src/)
  expect(await plain.text()).not.toMatch(/data-turnstile|cloudflare/)
})

it('rejects a screenshot over the size limit before it verifies the Turnstile token', async () => {
  const body = new FormData()
  for (const [name, value] of Object.entries(values)) body.set(name, value)
  body.set('screenshot', new File([new Uint8Array(maxScreenshotBytes + 1)], 'screen.png'))
  const response = await visitWithApi('/contacts', emptyApi, {
    settings: turnstileKeys,
    method: 'POST',
    body,
    headers: { Origin: origin },
  })
  expect(response.status).toBe(413)
})

it('says that the message arrived without its screenshot', async () => {
  const data = { topic: 'support', isScreenshotMissing: true }
  const fullApi: Fetch = async ({ url }) =>
    Response.json({ data: url.includes('mail-notify') ? data : [] })
  const send = (accept: string) => {
    return visitWithApi('/contacts', fullApi, { headers: { Accept: accept }, form: values })
  }
  const text = words('contacts.sentWithoutPicture')
  expect(await (await send('application/json')).json()).toMatchObject({ done: { text } })
  const sent = await send('text/html')
  expect(sent.headers.get('Location')).toBe('/contacts?sent=support&picture=missing#support')
  const headers = { Cookie: noticeOf(sent) ?? '' }
  const path = '/contacts?sent=support&picture=missing'
  expect(await (await visitWithApi(path, fullApi, { headers })).text()).toContain(text)
})

it('shows the first value of a repeated field again', async () => {
  const body = new URLSearchParams({ ...values, email: 'not an address' })
  body.append('message', 'Repeated')
  const headers = { Origin: origin }
  const response = await visitWithApi('/contacts', emptyApi, { method: 'POST', body, headers })
  expect(response.status).toBe(422)
  expect(await response.text()).toContain('>Typed</textarea>')
})

it.each([
  ['of JSON', 'application/json', '{}'],
  ['without a content type', '', 'name=Ada'],
  ['with a broken multipart body', 'multipart/form-data; boundary=x', 'name=Ada'],
])('treats a POST %s as an empty form', async (_, contentType, body) => {
  const headers = { Origin: origin, 'Content-Type': contentType }
  const response = await visitWithApi('/contacts', emptyApi, { method: 'POST', body, headers })
  expect(response.status).toBe(422)
  expect(await response.text()).toContain('<h1>')
})
