import { expect, it, vi } from 'vitest'
import type { Fetch } from '../../src/site/api/resilient-fetch.ts'
import { maxScreenshotBytes } from '../../src/messages/operations.ts'
import { wordsOf } from '../../src/words/words.shared.ts'
import { origin } from '../support/visit.ts'
import { visitWithApi } from '../support/visit-with-api.ts'

const words = wordsOf('en')
const api: Fetch = async ({ url }) =>
  Response.json({ data: url.includes('mail-notify') ? { topic: 'support' } : [] })
const boundary = 'x'
const texts = ['topic', 'support', 'name', 'Ada', 'email', 'a@example.com', 'message', 'Typed']
  .concat(['consent', '1'])
  .map((text, index) =>
    index % 2 === 0
      ? `--${boundary}\r\nContent-Disposition: form-data; name="${text}"\r\n\r\n`
      : `${text}\r\n`,
  )
  .join('')
const file = `--${boundary}\r\nContent-Disposition: form-data; name="screenshot"; filename="a.png"\r\n\r\n`

function upload(
  address: string,
  bytes: number,
  fetch = api,
): { finish: () => void; answer: Promise<Response> } {
  let finish: () => void = () => undefined
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(new TextEncoder().encode(texts + file))
      finish = () => {
        controller.enqueue(new Uint8Array(bytes))
        controller.enqueue(new TextEncoder().encode(`\r\n--${boundary}--\r\n`))
        controller.close()
      }
    },
  })
  const headers = {
    Origin: origin,
    'Content-Type': `multipart/form-data; boundary=${boundary}`,
    'CF-Connecting-IP': address,
  }
  return { finish, answer: visitWithApi('/contacts', fetch, { method: 'POST', body, headers }) }
}

async function expectBusy({ finish, answer }: ReturnType<typeof upload>): Promise<void> {
  finish()
  const response = await answer
  expect(response.status).toBe(503)
  const html = await response.text()
  expect(html).toContain(words('api.uploadsBusy'))
  expect(html).toContain('>Typed</textarea>')
}

it('reads one upload per visitor and two in total at a time, and keeps the texts of other uploads', async () => {
  const first = upload('192.0.2.1', 100)
  const sameVisitor = upload('192.0.2.1', 100)
  const second = upload('192.0.2.2', 100)
  const third = upload('192.0.2.3', 100)
  await expectBusy(sameVisitor)
  await expectBusy(third)
  for (const { finish } of [first, second]) finish()
  for (const { answer } of [first, second]) expect((await answer).status).toBe(303)
  const next = upload('192.0.2.1', 100)
  next.finish()
  expect((await next.answer).status).toBe(303)
})

it('counts an upload until its message has been sent', async () => {
  let send: () => void = () => undefined
  const arrived: string[] = []
  const sending = new Promise<void>((resolve) => (send = resolve))
  const slowApi: Fetch = async (request) => {
    if (!request.url.includes('mail-notify')) return api(request)
    arrived.push(request.url)
    await sending
    return api(request)
  }
  const uploads = ['192.0.2.1', '192.0.2.2'].map((address) => upload(address, 100, slowApi))
  for (const { finish } of uploads) finish()
  await vi.waitUntil(() => arrived.length === 2)
  await expectBusy(upload('192.0.2.3', 100))
  send()
  for (const { answer } of uploads) expect((await answer).status).toBe(303)
})

it('drains sixteen uploads at a time, and answers further uploads before their end', async () => {
  let read = 0
  const finishes: (() => void)[] = []
  const stall = async (index: number) => {
    const chunks = [new TextEncoder().encode(texts + file), new Uint8Array(100_000)]
    const pull = async (controller: ReadableStreamDefaultController<Uint8Array>) => {
      const chunk = chunks.shift()
      if (chunk) return controller.enqueue(chunk)
      read += 1
      await new Promise<void>((resolve) => finishes.push(resolve))
      controller.close()
    }
    const headers = {
      Origin: origin,
      'Content-Type': `multipart/form-data; boundary=${boundary}`,
      'CF-Connecting-IP': `198.51.100.${index}`,
    }
    const body = new ReadableStream({ pull }, { highWaterMark: 0 })
    return visitWithApi('/contacts', api, { method: 'POST', body, headers })
  }
  // Only two of the visitors may send their file.
  const stalled = Array.from({ length: 18 }, (_, index) => stall(index))
  await vi.waitUntil(() => read === 18)
  const answer = await stall(100)
  expect(answer.status).toBe(503)
  expect(await answer.text()).toContain('>Typed</textarea>')
  for (const finish of finishes) finish()
  await Promise.all(stalled)
})

it('shows the texts of a form again when its file is too large', async () => {
  const { finish, answer } = upload('192.0.2.9', 2 * maxScreenshotBytes)
  finish()
  const response = await answer
  expect(response.status).toBe(413)
  const html = await response.text()
  expect(html).toContain('>Typed</textarea>')
  expect(html).toContain(words('api.fileTooLarge', { size: '5\u00A0MB' }))
})

const multipart = `multipart/form-data; boundary=${boundary}`
const urlencoded = 'application/x-www-form-urlencoded'
const good = 'topic=support&name=Ada&email=a@example.com&message=Typed&consent=1&'
const part = `--${boundary}\r\nContent-Disposition: form-data; name="a"\r\n\r\n`

it.each([
  ['fields', urlencoded, `${good}${'a&'.repeat(50_000)}`, 422],
  ['parts', multipart, `${texts}${`${part}\r\n`.repeat(2000)}--${boundary}--`, 413],
  ['letters', multipart, `${texts}${part}${'a'.repeat(70_000)}\r\n--${boundary}--`, 422],
])('refuses a form with too many %s, which take CPU time', async (_, type, body, expected) => {
  const headers = { Origin: origin, 'Content-Type': type }
  const { status } = await visitWithApi('/contacts', api, { method: 'POST', body, headers })
  expect(status).toBe(expected)
})
