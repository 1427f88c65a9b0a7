import { operations } from '../../src/operations.ts'
import { env } from 'cloudflare:workers'
import { beforeEach, expect, it, vi } from 'vitest'
import { api, ask, clearShop, rows, words, contactMessage } from '../support/small-shop.ts'

beforeEach(clearShop)

const picture = (end: number) =>
  new File([new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, end])], 'screen.png')

it('stores identical screenshots once, and different screenshots separately', async () => {
  for (const end of [1, 2, 2])
    expect(
      await api().mailNotify(contactMessage, { files: { screenshot: picture(end) } }),
    ).toMatchObject({
      ok: true,
    })
  const { objects } = await env.UPLOADS.list()
  expect(objects).toHaveLength(2)
  const mails = await rows<{ body: string }>('SELECT body FROM outbox')
  expect(mails).toHaveLength(2)
  for (const { key } of objects) expect(mails.some(({ body }) => body.includes(key))).toBe(true)
})

it.each(['head', 'put'] as const)(
  'sends a message without its picture when R2 fails at %s',
  async (call) => {
    const log = vi.spyOn(console, 'error').mockReturnValue()
    const failing = vi.spyOn(env.UPLOADS, call).mockRejectedValue(new Error('R2 is down'))
    const sent = await api().mailNotify(contactMessage, { files: { screenshot: picture(3) } })
    failing.mockRestore()
    expect(sent).toMatchObject({ value: { data: { isScreenshotMissing: true } } })
    const mails = await rows<{ body: string }>('SELECT body FROM outbox')
    expect(mails).toEqual([{ body: expect.stringContaining(words('mail.screenshotMissing')) }])
    expect(log.mock.calls.map(([line]) => JSON.parse(String(line)))).toEqual([
      { event: 'screenshot-not-stored', error: 'Error: R2 is down' },
    ])
    log.mockRestore()
  },
)

it('counts a message against the rate limit before it reads the body', async () => {
  const log = vi.spyOn(console, 'error').mockReturnValue()
  for (let times = 0; times < 30; times += 1) await api().mailNotify(contactMessage)
  const read = vi.fn<() => void>()
  const body = new ReadableStream({ pull: read }, { highWaterMark: 0 })
  const headers = { 'CF-Connecting-IP': '192.0.2.1' }
  const init = { method: 'POST', body, headers }
  const response = await ask(
    new Request(`https://backend.invalid${operations.mailNotify.path}`, init),
  )
  expect(response.status).toBe(429)
  expect(await response.json()).toMatchObject({
    error: expect.stringContaining('help@meridian.example'),
  })
  expect(read).not.toHaveBeenCalled()
  log.mockRestore()
})

it.each(['Anna\nAmount: $9,000', 'Anna\r\nBcc: x', 'Anna\u2028x', 'Anna\u0000'])(
  'refuses a name of several lines: %j',
  async (name) => {
    expect(await api().mailNotify({ ...contactMessage, name })).toMatchObject({
      error: { status: 422, fields: { name: [words('api.invalid')] } },
    })
  },
)
