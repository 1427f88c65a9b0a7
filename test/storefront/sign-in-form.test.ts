import { expect, it } from 'vitest'
import type { Fetch } from '../../src/site/api/resilient-fetch.ts'
import { wordsOf } from '../../src/words/words.shared.ts'
import { origin } from '../support/visit.ts'
import { visitWithApi } from '../support/visit-with-api.ts'

const words = wordsOf('en')
const now = Date.parse('2026-11-21T10:00:00Z')
const wrongCode: Fetch = async ({ url }) =>
  url.includes('phone-confirm')
    ? Response.json({ code: 'wrong-code', errors: { code: ['Wrong'] } }, { status: 422 })
    : Response.json({ data: [] })

it.each(['', '?as=partner'])(
  'sends the heading before the styles of the form: %s',
  async (query) => {
    const html = await (await visitWithApi(`/login${query}`, wrongCode, {})).text()
    const order = ['id="sign-in"', '<h1>', 'class="lead"', 'id="form-styles"', '<form', '"texts":{']
    const at = order.map((part) => html.indexOf(part, html.indexOf('<main')))
    expect(at).not.toContain(-1)
    expect(at).toEqual(at.toSorted((a, b) => a - b))
  },
)

async function enterCode(resendAt: string): Promise<string> {
  const response = await post('confirm', resendAt)
  expect(response.status).toBe(422)
  return response.text()
}

async function post(step: string, resendAt: string, api = wrongCode): Promise<Response> {
  const body = new URLSearchParams({
    step,
    agreesToDataPolicy: '1',
    agreesToUserAgreement: '1',
    phone: '+79123456789',
    code: '123456',
    resendAt,
  })
  const headers = { Origin: origin }
  const init = { method: 'POST', body, headers, now: () => now }
  return visitWithApi('/login?as=partner', api, init)
}

it('keeps the wait for another code after a wrong code', async () => {
  // The wait is at most 60 s, for any value in the form.
  const later = String(now + 3_600_000)
  const html = await enterCode(later)
  expect(html).toContain(words('signIn.againWait', { seconds: 60 }))
  expect(html).toContain(`name="resendAt" value="${later}"`)
  for (const bad of ['', 'soon', '0', 'NaN', '-1'])
    expect(await enterCode(bad)).not.toContain(words('signIn.againWait', { seconds: 60 }))
})

it('masks the phone number in the code step', async () => {
  const html = await enterCode('')
  expect(html).toContain('<b>+79•••••6789</b>')
})

it('shows that a code was sent only after the API sent it', async () => {
  const requests: string[] = []
  const acceptCode: Fetch = async ({ url }) => {
    requests.push(new URL(url).pathname)
    return Response.json({ data: { resendAfter: 60, expiresIn: 600 } })
  }
  const requestAgain = async (resendAt: number) =>
    (await post('again', String(resendAt), acceptCode)).text()
  const early = await requestAgain(now + 30_000)
  // The form's properties contain every text, so only the status is checked.
  expect(early).toContain(`role="status">${words('signIn.tooSoon')}`)
  expect(early).not.toContain(`role="status">${words('signIn.sentBySms')}`)
  expect(early).toMatch(/<noscript>.*You can request a new code in 30\u00A0?\s?s/s)
  expect(requests.filter((path) => path.includes('code-send'))).toEqual([])
  const later = await requestAgain(now - 1)
  expect(later).toContain(`role="status">${words('signIn.sentBySms')}`)
  expect(later).toContain(`name="resendAt" value="${now + 60_000}"`)
  expect(requests.filter((path) => path.includes('code-send'))).toHaveLength(1)
})

it('allows browsers to hide, paste, fill in and store passwords', async () => {
  const html = await (await visitWithApi('/login', wrongCode)).text()
  const [field = ''] = /<input[^>]*name="password"[^>]*>/.exec(html) ?? []
  expect(field).toContain('type="password"')
  expect(field).toContain('autoComplete="current-password"')
  expect(html).not.toMatch(/onpaste|readonly|autoComplete="off"/i)
})

it('sends a password as typed, and keeps the address for a code', async () => {
  const sent: unknown[] = []
  const wrongPassword: Fetch = async (request) => {
    if (request.url.includes('login')) sent.push(await request.json())
    return Response.json({ code: 'wrong-password', message: 'Wrong' }, { status: 401 })
  }
  const password = '  two spaces at both ends  '
  const init = { form: { step: 'password', email: 'anna@example.com', password } }
  const html = await (await visitWithApi('/login', wrongPassword, init)).text()
  expect(sent).toMatchObject([{ password }])
  const fields = [...html.matchAll(/<input[^>]*name="email"[^>]*>/g)].map(([field]) => field)
  expect(fields).toHaveLength(2)
  for (const field of fields) expect(field).toContain('value="anna@example.com"')
})
