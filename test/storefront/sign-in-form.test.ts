import { expect, it } from 'vitest'
import type { Fetch } from '../../src/api/api-client.ts'
import { wordsOf } from '../../src/locale/words.ts'
import { origin } from '../support/visit.ts'
import { visitWithApi } from '../support/visit-with-api.ts'

const words = wordsOf('en')
const wrongCode: Fetch = async ({ url }) =>
  url.includes('phone-confirm')
    ? Response.json({ code: 'wrong-code', errors: { code: ['Wrong'] } }, { status: 422 })
    : Response.json({ data: [] })

async function enterCode(resendAt: string): Promise<string> {
  const body = new URLSearchParams({
    step: 'confirm',
    phone: '+79123456789',
    code: '123456',
    resendAt,
  })
  const headers = { Origin: origin }
  const init = { method: 'POST', body, headers }
  const response = await visitWithApi('/login?as=partner', wrongCode, init)
  expect(response.status).toBe(422)
  return response.text()
}

it('keeps the wait for another code after a wrong one', async () => {
  // At most 60 s, whatever the form says.
  const later = String(Date.now() + 3_600_000)
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
