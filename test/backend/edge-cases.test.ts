import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { runScheduledJobs } from '../../src/backend/scheduled-jobs.ts'
import { sendOutbox } from '../../src/backend/mail/send-outbox.ts'
import { backendConfig } from '../../src/config/backend-config.ts'
import { secretID } from '../../src/domain/secret-id.ts'
import {
  api,
  ask,
  clock,
  codeFor,
  emptyShop,
  ordered,
  passed,
  pay,
  rows,
  settings,
  signedInCustomer,
  signedInPartner,
  stockShop,
  words,
} from '../support/small-shop.ts'

beforeEach(emptyShop)

const run = (sql: string) => env.DB.prepare(sql).run()
const withdrawal = () => ({ payoutDetails: 'DE00 1234 5678', idempotencyKey: secretID() })
const book = (type: 'reward' | 'reversal', minor: number) =>
  run(`INSERT INTO referrer_transactions (id, referrer_id, type, amount_minor, created_at)
    SELECT '${secretID()}', id, '${type}', ${minor}, '2026-10-05T00:00:00.000Z' FROM referrers`)

describe('a review of an answer', () => {
  it('is kept with what was missing, for the question in the language it was read in', async () => {
    await run(`INSERT INTO faq_questions (lang, position, block_ident, block_title, ident, question, answer)
      VALUES ('ru', 0, 'before', 'До', 'how-much', 'Сколько?', '["Десять."]')`)
    const review = { ident: 'how-much', isHelpful: false, comment: '  А на Кубе?  ' }
    expect(await api('ru').faqReview(review)).toMatchObject({ ok: true })
    expect(await api('ru').faqReview({ ident: 'how-much', isHelpful: true })).toMatchObject({
      ok: true,
    })
    expect(await api('en').faqReview(review)).toMatchObject({ error: { status: 404 } })
    expect(
      await rows('SELECT lang, is_helpful, comment FROM faq_reviews ORDER BY is_helpful'),
    ).toEqual([
      { lang: 'ru', is_helpful: 0, comment: 'А на Кубе?' },
      { lang: 'ru', is_helpful: 1, comment: '' },
    ])
  })
})

describe('a withdrawal', () => {
  it('of exactly $30 is possible, of nothing or of a debt is not', async () => {
    const session = await signedInPartner()
    const withdraw = () => api().referrerWithdrawal(withdrawal(), { session })
    expect(await withdraw()).toMatchObject({ error: { status: 409 } })
    await book('reward', 3000)
    expect(await withdraw()).toMatchObject({ value: { data: { amount: { minor: -3000 } } } })
    expect(await withdraw()).toMatchObject({ error: { status: 409 } })
    await book('reversal', -3000)
    expect(await api().referrer({}, { session })).toMatchObject({
      value: { data: { balance: { minor: -3000 }, esimsPurchased: 0 } },
    })
    expect(await withdraw()).toMatchObject({ error: { status: 409 } })
  })

  it('that was asked for is told again though withdrawals are closed since, and is paid once it is', async () => {
    const session = await signedInPartner()
    await book('reward', 3000)
    const form = withdrawal()
    await api().referrerWithdrawal(form, { session })
    settings['WITHDRAWALS_OPEN'] = '0'
    await run(`UPDATE referrer_transactions SET paid_at = '2026-11-22' WHERE type = 'withdrawal'`)
    expect(await api().referrerWithdrawal(form, { session })).toMatchObject({
      value: { data: { status: 'paid', amount: { minor: -3000 } } },
    })
  })
})

describe('a reward', () => {
  it.each([
    ['7.5', [93]],
    ['4.56', [57]],
    ['0', [0]],
    ['100', [1250]],
  ])('of %s %% is rounded down to the cent', async (percent, rewards) => {
    settings['REWARD_PERCENT'] = percent
    await stockShop(1)
    const session = await signedInPartner()
    const [partner] = await rows<{ code: string }>('SELECT code FROM referrers')
    await pay(await ordered({ referralCode: partner?.code ?? '' }))
    const history = await api().referrerTransactions({}, { session })
    expect(history.ok && history.value.data.map(({ amount }) => amount.minor)).toEqual(rewards)
  })
})

describe('an account', () => {
  it('that is confirmed a second time is the same account', async () => {
    const first = await signedInCustomer()
    passed(1)
    const second = await signedInCustomer()
    const [one, other] = [
      await api().customerProfile({}, { session: first }),
      await api().customerProfile({}, { session: second }),
    ]
    expect(one.ok && other.ok && one.value.user.id === other.value.user.id).toBe(true)
  })

  it('that is gone is nobody’s, though its session is open', async () => {
    const [customer, partner] = [await signedInCustomer(), await signedInPartner()]
    await run('DELETE FROM customers')
    await run('DELETE FROM referrers')
    expect(await api().customerProfile({}, { session: customer })).toMatchObject({
      error: { status: 401 },
    })
    expect(await api().customerEsims({}, { session: customer })).toMatchObject({
      error: { status: 401 },
    })
    expect(await api().referrer({}, { session: partner })).toMatchObject({ error: { status: 401 } })
  })
})

describe('an order', () => {
  it('whose plan has sold out cannot be paid again', async () => {
    await stockShop(1)
    const invoiceID = await ordered()
    await pay(invoiceID, { kind: 'declined' })
    await pay(await ordered())
    expect(await api().invoicePayment({ invoiceID })).toMatchObject({
      error: {
        status: 409,
        message: words('api.outOfStock'),
      },
    })
  })

  it('that is paid is issued though many wait before it for a plan that is sold out', async () => {
    await stockShop(1)
    const paid = (tariffID: string, at: string) =>
      `('${secretID()}', '${secretID()}', '${tariffID}', 'anna@example.com', 'en', 1250, 'USD', 'paid', '${at}', '${at}')`
    const waiting = Array.from({ length: 20 }, () => paid('tr-sold-out', '2026-11-20T10:00:00Z'))
    await run(`INSERT INTO invoices (id, idempotency_key, tariff_id, email, lang, amount_minor, currency, status, created_at, paid_at)
      VALUES ${[...waiting, paid('tr-10', '2026-11-21T09:59:00Z')].join()}`)
    await runScheduledJobs({ ...env, ...settings }, clock.now)
    expect(await rows('SELECT tariff_id FROM esims')).toEqual([{ tariff_id: 'tr-10' }])
  })

  it('is an error that says nothing of its cause where nobody takes payments', async () => {
    const complaint = vi.spyOn(console, 'error').mockReturnValue()
    settings['DEV_TOOLS'] = '0'
    await stockShop(1)
    await expect(ordered()).rejects.toThrow('500')
    expect(complaint.mock.calls.join()).toContain('No payment provider is configured')
    const response = await ask(new Request('https://backend.invalid/web-faq?lang=en'))
    expect(response.status).toBe(200)
    complaint.mockRestore()
  })
})

describe('a search', () => {
  it('of posts and of purchases takes capital letters for small ones, in Russian too', async () => {
    await run(`INSERT INTO posts (lang, id, title, description, date, body) VALUES
      ('ru', 'a', 'Роуминг', '', '2026-01-01', ''), ('ru', 'b', 'Поезда', '', '2026-02-01', ''), ('ru', 'c', 'Без роуминга', '', '2026-03-01', '')`)
    const posts = async (query: object) => {
      const answer = await api('ru').blogs(query)
      return answer.ok && [answer.value.data.map(({ id }) => id), answer.value.hasMore]
    }
    expect(await posts({ search_string: ' РОУМИНГ' })).toEqual([['c', 'a'], false])
    expect(await posts({ search_string: 'роуминг', per_page: 1 })).toEqual([['c'], true])
    expect(await posts({ search_string: 'роуминг', per_page: 1, page: 2 })).toEqual([['a'], false])
    await stockShop(1)
    await pay(await ordered())
    const session = await signedInCustomer()
    const found = async (search_string: string) => {
      const answer = await api('ru').customerEsims({ search_string }, { session })
      return answer.ok && answer.value.total
    }
    expect(await found('турц')).toBe(1)
    expect(await found('8910300000000000010')).toBe(1)
    expect(await found('Куба')).toBe(0)
  })
})

describe('a message', () => {
  it('goes to the carrier of its kind, and no longer once its code is not good', async () => {
    settings['SMS_WEBHOOK_URL'] = 'https://carrier.example/sms'
    settings['MESSAGE_WEBHOOK_TOKEN'] = 'token'
    const complaint = vi.spyOn(console, 'error').mockReturnValue()
    const tried: [string, string][] = []
    vi.stubGlobal('fetch', async (url: string, { body }: { body: string }) => {
      tried.push([url, body])
      throw new Error('no connection')
    })
    await api().customerCodeSend({ email: 'anna@example.com' })
    await api().referrerCodeSend({
      phone: '+79123456789',
      agreesToDataPolicy: true,
      agreesToUserAgreement: true,
    })
    for (let minutes = 0; minutes < 20; minutes += 1) {
      passed(61)
      expect(await sendOutbox(env.DB, backendConfig({ ...env, ...settings }), clock.now)).toBe(0)
    }
    vi.unstubAllGlobals()
    expect(tried).toHaveLength(4)
    expect(new Set(tried.map(([url]) => url))).toEqual(new Set(['https://carrier.example/sms']))
    expect(tried[0]?.[1]).toContain(await codeFor('+79123456789'))
    expect(complaint.mock.calls.join()).not.toContain('+7912')
    complaint.mockRestore()
  })
})

describe('the test payment page', () => {
  it('takes a decision from itself only, for an invoice there is', async () => {
    await stockShop(1)
    const page = `https://backend.invalid/dev/pay/${await ordered()}`
    const decide = (url: string, headers: Record<string, string> = {}) =>
      ask(
        new Request(url, {
          method: 'POST',
          headers,
          body: new URLSearchParams({ decision: 'succeeded' }),
        }),
      )
    expect((await decide(page, { 'Sec-Fetch-Site': 'cross-site' })).status).toBe(403)
    expect((await decide(`https://backend.invalid/dev/pay/${secretID()}`)).status).toBe(404)
    expect((await decide('https://backend.invalid/dev/pay/short')).status).toBe(404)
    expect((await ask(new Request(page))).headers.get('Content-Type')).toMatch('text/html')
    expect(
      (await ask(new Request('https://backend.invalid/dev/uploads/screenshots/none.png'))).status,
    ).toBe(404)
    const paid = await decide(page, { Origin: 'https://backend.invalid' })
    expect([paid.status, paid.headers.get('Location')]).toEqual([
      303,
      expect.stringContaining('http://localhost:8787/payment/success?invoiceID='),
    ])
  })
})

describe('a callback', () => {
  it('that is longer than any event is not read', async () => {
    for (const path of ['/callbacks/payment', '/callbacks/usage']) {
      const body = 'x'.repeat(64 * 1024 + 1)
      const request = new Request(`https://backend.invalid${path}`, { method: 'POST', body })
      expect((await ask(request)).status).toBe(413)
    }
  })
})

describe('the settings', () => {
  it('that cannot be used are named', () => {
    expect(() =>
      backendConfig({ ...env, REWARD_PERCENT: '101', MAIL_WEBHOOK_URL: 'ftp://x' }),
    ).toThrow(/REWARD_PERCENT[^]*MAIL_WEBHOOK_URL/)
    expect(() => backendConfig({ ...env, REWARD_PERCENT: '7.125' })).toThrow('REWARD_PERCENT')
  })
})
