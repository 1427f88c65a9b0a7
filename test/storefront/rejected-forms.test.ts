import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import type { Fetch } from '../../src/site/api/resilient-fetch.ts'
import { reminderBefore } from '../../src/esims/esim-dates.ts'
import { dayMs, dayOf } from '../../src/kit/time.shared.ts'
import { wordsOf } from '../../src/words/words.shared.ts'
import {
  ask,
  clearShop,
  esimHash,
  pay,
  placeOrder,
  signInPartner,
  run,
  openShop,
} from '../support/small-shop.ts'
import { origin, visit } from '../support/visit.ts'
import { visitWithApi } from '../support/visit-with-api.ts'
import { insertHostileContent } from './hostile-content.ts'

it.each([
  ['/contacts', { topic: 'support' }],
  ['/login', { step: 'send' }],
  ['/login', { step: 'password' }],
  ['/login?as=partner', { step: 'send' }],
  ['/register', { step: 'send' }],
  ['/esim/check', { eid: '123' }],
])('says in the title that the form of %s has errors', async (path, fields) => {
  for (const locale of ['en', 'ru'] as const) {
    const url = locale === 'ru' ? `/ru${path}` : path
    const response = await visit(url, { form: fields })
    expect(response.status, url).toBe(422)
    const [prefix = ''] = wordsOf(locale)('errors.titleOf', { title: '|' }).split('|')
    expect(await response.text()).toContain(`<title>${prefix}`)
  }
})

it('says in the title that a payment could not be repeated', async () => {
  await openShop(1)
  const failed = `/payment/failed?invoiceID=${await placeOrder()}`
  await run('DELETE FROM stock WHERE order_id IS NULL')
  const response = await visit(failed, { method: 'POST', headers: { Origin: origin } })
  expect(response.status).toBe(409)
  const words = wordsOf('en')
  const title = words('errors.titleOf', { title: words('payment.failedTitle') })
  expect(await response.text()).toContain(`<title>${title}`)
})

describe('the page of a form without JavaScript', () => {
  const alert = /<p [^>]*role="alert"[^>]*>/

  it.each([
    ['a wrong EID', '/esim/check', { eid: '123' }, 422, /<input[^>]* name="eid"[^>]*>/],
    [
      'a right EID',
      '/esim/check',
      { eid: '89049032123451234512345678901235' },
      200,
      /<div class="sheet verdict fits"[^>]*>/,
    ],
  ])('opens at the answer to %s', async (_, path, fields, status, opened) => {
    expect(await openingOf(await send(path, fields))).toEqual(openingAt(opened, status))
  })

  it('opens at the reason why an answer to a question was not sent', async () => {
    await clearShop()
    await insertHostileContent()
    const question = '/klientam/questions-and-answers/choosing/how-much'
    const response = await send(question, { comment: 'Why?' })
    expect(await openingOf(response)).toEqual(openingAt(/<div class="form-error"[^>]*>/, 422))
  })

  it('opens at the reason why emails about the data were not started', async () => {
    await openShop(1)
    await pay(await placeOrder())
    const hash = await esimHash()
    const failing: Fetch = async (request) =>
      request.url.includes('usage-mails') ? new Response(null, { status: 503 }) : ask(request)
    const init = { form: { mails: 'on' } }
    const path = `/esim-operator-info?hash=${hash}`
    expect(await openingOf(await visitWithApi(path, failing, init))).toEqual(openingAt(alert, 503))
  })

  it('opens at the reason why a reminder was not turned off', async () => {
    await openShop(1)
    await pay(await placeOrder())
    const hash = await esimHash()
    const departure = dayOf(new Date(Date.now() + 10 * dayMs))
    await env.DB.prepare('UPDATE esims SET reminder_at = ?')
      .bind(reminderBefore(departure).toISOString())
      .run()
    const failing: Fetch = async (request) =>
      request.method === 'POST' ? new Response(null, { status: 503 }) : ask(request)
    const init = { form: { remind: 'off' } }
    const page = await visitWithApi(`/esim-instruction?hash=${hash}`, failing, init)
    const html = await page.clone().text()
    expect(html).toContain(wordsOf('en')('reminder.stopFailed'))
    expect(await openingOf(page)).toEqual(openingAt(alert, 503))
  })

  it('opens at a day of departure that is refused', async () => {
    await openShop(1)
    await pay(await placeOrder())
    const hash = await esimHash()
    const path = `/esim-instruction?hash=${hash}`
    const response = await send(path, { remind: 'on', departure: '2020-01-01' })
    expect(await openingOf(response)).toEqual(openingAt(/<input[^>]* name="departure"[^>]*>/, 422))
  })

  it('opens at the first wrong field of a withdrawal', async () => {
    await clearShop()
    const { sessionID, token } = await signInPartner()
    const Cookie = `refAppSessionID=${sessionID}; refToken=${token}`
    const response = await send('/referral-program', { payoutDetails: '' }, { Cookie })
    expect(await openingOf(response)).toEqual(
      openingAt(/<input[^>]* name="payoutDetails"[^>]*>/, 422),
    )
  })
})

async function send(path: string, fields: Record<string, string>, headers = {}) {
  return visit(path, { headers: { ...headers }, form: fields })
}

/** Returns the elements with `autofocus`, and the forms whose URL would disable it. */
async function openingOf(response: Response) {
  const html = await response.text()
  const forms = html.match(/<form[^>]* method="post"[^>]*>/g) ?? []
  return {
    status: response.status,
    focused: html.match(/<[^>]* autofocus=""[^>]*>/g),
    withFragment: forms.filter((form) => / action="[^"]*#/.test(form)),
  }
}

function openingAt(focused: RegExp, status: number) {
  return { status, focused: [expect.stringMatching(focused)], withFragment: [] }
}
