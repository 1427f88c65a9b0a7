import { expect, it } from 'vitest'
import type { Fetch } from '../../src/api/api-client.ts'
import { maxScreenshotBytes } from '../../src/contract/mail-notify.ts'
import { wordsOf } from '../../src/locale/words.ts'
import { origin } from '../support/visit.ts'
import { visitWithApi } from '../support/visit-with-api.ts'

const words = wordsOf('en')
const api: Fetch = async () => Response.json({ data: [] })
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

function upload(address: string, bytes: number): { finish: () => void; answer: Promise<Response> } {
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
  return { finish, answer: visitWithApi('/contacts', api, { method: 'POST', body, headers }) }
}

it('reads two uploads of a visitor and four in all at a time, and loses no text of the others', async () => {
  const addresses = ['192.0.2.1', '192.0.2.1', '192.0.2.1', '192.0.2.2', '192.0.2.3', '192.0.2.4']
  const stalled = addresses.map((address) => upload(address, 100))
  const [, , third, , , sixth] = stalled
  for (const busy of [third, sixth]) {
    busy?.finish()
    const response = await busy?.answer
    expect(response?.status).toBe(503)
    const html = await response?.text()
    expect(html).toContain(words('api.uploadsBusy'))
    expect(html).toContain('>Typed</textarea>')
  }
  for (const { finish } of stalled.filter((each) => each !== third && each !== sixth)) finish()
  for (const { answer } of stalled) expect((await answer).status).not.toBe(500)
  const next = upload('192.0.2.1', 100)
  next.finish()
  expect((await next.answer).status).not.toBe(503)
})

it('keeps the texts of a form with too large a file', async () => {
  const { finish, answer } = upload('192.0.2.9', 2 * maxScreenshotBytes)
  finish()
  const response = await answer
  expect(response.status).toBe(413)
  const html = await response.text()
  expect(html).toContain('>Typed</textarea>')
  expect(html).toContain(words('api.fileTooLarge', { size: '5\u00A0MB' }))
})
