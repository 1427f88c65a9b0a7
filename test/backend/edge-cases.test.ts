import { operations } from '../../src/operations.ts'
import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { reviewCounts } from '../../src/texts/answer-reviews.ts'
import { runScheduledJobs } from '../../src/jobs.ts'
import { backendConfig } from '../../src/settings.ts'
import { secretID } from '../../src/kit/tokens.shared.ts'
import {
  advanceClock,
  api,
  ask,
  clearShop,
  clock,
  codeFor,
  nonce,
  pay,
  placeOrder,
  rows,
  sendMessages,
  settings,
  shopBindings,
  signInCustomer,
  signInPartner,
  stockShop,
  words,
  run,
  agreements,
} from '../support/small-shop.ts'
import { textSql } from '../support/text-sql.ts'

beforeEach(clearShop)

const withdrawal = () => ({ payoutDetails: 'DE00 1234 5678', idempotencyKey: secretID() })
const book = (type: 'reward' | 'reversal', minor: number) =>
  run(`INSERT INTO partner_transactions (id, partner_id, type, amount_minor, created_at)
    SELECT '${secretID()}', id, '${type}', ${minor}, '2026-10-05T00:00:00.000Z' FROM partners`)

describe('FAQ reviews', () => {
  const counts = async () => reviewCounts({ db: env.DB, now: clock.now })

  it('stores a review with its comment and its language', async () => {
    await run(textSql('question', 'ru', 'how-much', { question: 'Сколько?', answer: ['Десять.'] }))
    const review = { ident: 'how-much', isHelpful: false, comment: '  А на Кубе?  ' }
    expect(await api('ru').faqReview(review)).toMatchObject({ ok: true })
    expect(await api('ru').faqReview({ ident: 'how-much', isHelpful: true })).toMatchObject({
      ok: true,
    })
    expect(await api('en').faqReview(review)).toMatchObject({ error: { status: 404 } })
    expect(await counts()).toEqual(new Map([['how-much', { helpful: 1, unhelpful: 1 }]]))
    expect(
      await rows('SELECT lang, is_helpful, comment FROM answer_reviews ORDER BY comment'),
    ).toEqual([
      { lang: 'ru', is_helpful: 1, comment: '' },
      { lang: 'ru', is_helpful: 0, comment: 'А на Кубе?' },
    ])
  })

  it('stores and counts a comment that is sent twice once', async () => {
    await run(textSql('question', 'en', 'twice', { question: 'How much?', answer: ['Ten.'] }))
    const review = { ident: 'twice', isHelpful: false, comment: 'And in Cuba?' }
    const stored = async () =>
      rows(`SELECT sum(count) AS unhelpful, count(*) AS comments FROM answer_reviews
        WHERE ident = 'twice' AND is_helpful = 0 AND comment <> ''`)
    const both = await Promise.all([api().faqReview(review), api().faqReview(review)])
    expect(both.map(({ ok }) => ok)).toEqual([true, true])
    expect(await stored()).toEqual([{ unhelpful: 1, comments: 1 }])
    await api('en', '192.0.2.9').faqReview(review)
    await api().faqReview({ ...review, comment: 'And in Chile?' })
    expect(await stored()).toEqual([{ unhelpful: 3, comments: 3 }])
    advanceClock(86_400)
    await api().faqReview(review)
    expect(await rows(`SELECT 1 FROM answer_reviews WHERE ident = 'twice'`)).toHaveLength(4)
  })

  describe('with a limit of comments per day', () => {
    beforeEach(async () => {
      await run('DELETE FROM answer_reviews')
      await run('DELETE FROM texts')
      await run(textSql('question', 'en', 'how-much', { question: 'How much?', answer: ['Ten.'] }))
    })
    async function review(address: string, comment = 'And in Cuba?'): Promise<number> {
      const sent = await api('en', address).faqReview({
        ident: 'how-much',
        isHelpful: false,
        comment,
      })
      return sent.ok ? 200 : sent.error.status
    }
    const comments = async () =>
      (await rows(`SELECT 1 FROM answer_reviews WHERE comment <> ''`)).length

    it('leaves room for others when a network sends too many', async () => {
      vi.spyOn(console, 'warn').mockReturnValue()
      const hosts = Array.from({ length: 250 }, (_, index) => index + 16)
      for (const host of hosts) await review(`2001:db8:0:${host.toString(16)}::1`)
      expect(await comments()).toBe(50)
      expect(await review('192.0.2.1')).toBe(200)
      expect(await comments()).toBe(51)
    })

    it('refuses a comment that it does not store, and accepts the rating alone', async () => {
      for (let times = 0; times < 20; times += 1)
        expect(await review('192.0.2.1', `In Cuba ${times}?`)).toBe(200)
      expect(await review('192.0.2.1')).toBe(429)
      expect(await review('192.0.2.1', '')).toBe(200)
      expect(await comments()).toBe(20)
      await run(`UPDATE limits SET count = 500 WHERE action = 'faq-comment'`)
      expect(await review('192.0.2.2')).toBe(429)
      expect(await comments()).toBe(20)
      expect((await counts()).get('how-much')).toEqual({ helpful: 0, unhelpful: 21 })
    })
  })
})

describe('withdrawals', () => {
  it('rejects a zero or negative balance', async () => {
    const session = await signInPartner()
    const withdraw = () => api().referrerWithdrawal(withdrawal(), { session })
    expect(await withdraw()).toMatchObject({ error: { status: 409 } })
    await book('reversal', -3000)
    expect(await api().referrer({}, { session })).toMatchObject({
      value: { data: { balance: { minor: -3000 }, esimsPurchased: 0 } },
    })
    expect(await withdraw()).toMatchObject({ error: { status: 409 } })
  })

  it('returns an existing withdrawal after withdrawals were closed', async () => {
    const session = await signInPartner()
    await book('reward', 3000)
    const form = withdrawal()
    await api().referrerWithdrawal(form, { session })
    settings['WITHDRAWALS_OPEN'] = '0'
    await run(`UPDATE partner_transactions SET paid_at = '2026-11-22' WHERE type = 'withdrawal'`)
    expect(await api().referrerWithdrawal(form, { session })).toMatchObject({
      value: { data: { status: 'paid', amount: { minor: -3000 } } },
    })
  })
})

describe('rewards', () => {
  it.each([
    ['7.5', [93]],
    ['4.56', [57]],
    ['0', [0]],
    ['100', [1250]],
  ])('rounds a reward of %s %% down to the cent', async (percent, rewards) => {
    settings['REWARD_PERCENT'] = percent
    await stockShop(1)
    const session = await signInPartner()
    const [partner] = await rows<{ code: string }>('SELECT code FROM partners')
    await pay(await placeOrder({ referralCode: partner?.code ?? '' }))
    const history = await api().referrerTransactions({}, { session })
    expect(history.ok && history.value.data.map(({ amount }) => amount.minor)).toEqual(rewards)
  })
})

describe('accounts', () => {
  it('returns the same account for a repeated confirmation', async () => {
    const first = await signInCustomer()
    advanceClock(1)
    const second = await signInCustomer()
    const [one, other] = [
      await api().customerProfile({}, { session: first }),
      await api().customerProfile({}, { session: second }),
    ]
    expect(one.ok && other.ok && one.value.user.id === other.value.user.id).toBe(true)
  })

  it('rejects the open session of a deleted account', async () => {
    const [customer, partner] = [await signInCustomer(), await signInPartner()]
    await run('DELETE FROM customers')
    await run('DELETE FROM partners')
    expect(await api().customerProfile({}, { session: customer })).toMatchObject({
      error: { status: 401 },
    })
    expect(await api().customerEsims({}, { session: customer })).toMatchObject({
      error: { status: 401 },
    })
    expect(await api().referrer({}, { session: partner })).toMatchObject({ error: { status: 401 } })
  })
})

describe('orders', () => {
  it('does not restart the payment of a plan that has sold out', async () => {
    await stockShop(1)
    const invoiceID = await placeOrder()
    await pay(invoiceID, { kind: 'declined' })
    await pay(await placeOrder())
    expect(await api().invoicePayment({ invoiceID })).toMatchObject({
      error: { status: 409, message: words('api.outOfStock') },
    })
  })

  it('delivers a paid order while older orders wait for stock', async () => {
    await stockShop(1)
    const paidRow = (tariffID: string, at: string) =>
      `('${secretID()}', '${tariffID}', 'anna@example.com', 'en', 1250, 'USD', 'paid', '${at}', '${at}')`
    const waiting = Array.from({ length: 20 }, () => paidRow('tr-sold-out', '2026-11-20T10:00:00Z'))
    // The idempotency key contains the plan, because `orders` has no column for it.
    await run(`INSERT INTO orders (id, idempotency_key, email, lang, amount_minor, currency, status, created_at, paid_at)
      SELECT column1, column1 || ':' || column2, column3, column4, column5, column6, column7, column8, column9
      FROM (VALUES ${[...waiting, paidRow('tr-10', '2026-11-21T09:59:00Z')].join()})`)
    await run(`INSERT INTO order_lines (order_id, position, plan_id, amount_minor)
      SELECT id, 1, substr(idempotency_key, instr(idempotency_key, ':') + 1), amount_minor
      FROM orders`)
    await run(`INSERT INTO payment_facts (provider, kind, id, reference, order_id, amount_minor,
      currency, at, received_at)
      SELECT 'test', 'charged', id, id, id, amount_minor, currency, paid_at, paid_at FROM orders`)
    await runScheduledJobs(shopBindings(), clock.now)
    expect(await rows('SELECT plan_id FROM esims')).toEqual([{ plan_id: 'tr-10' }])
  })
})

describe('search', () => {
  it('ignores case in posts and purchases, also in Russian', async () => {
    await run(textSql('post', 'ru', 'a', { title: 'Роуминг', date: '2026-01-01' }))
    await run(textSql('post', 'ru', 'b', { title: 'Поезда', date: '2026-02-01' }))
    await run(textSql('post', 'ru', 'c', { title: 'Без роуминга', date: '2026-03-01' }))
    const posts = async (query: object) => {
      const answer = await api('ru').blogs(query)
      return answer.ok && [answer.value.data.map(({ id }) => id), answer.value.hasMore]
    }
    expect(await posts({ search_string: ' РОУМИНГ' })).toEqual([['c', 'a'], false])
    expect(await posts({ search_string: 'роуминг', per_page: 1 })).toEqual([['c'], true])
    expect(await posts({ search_string: 'роуминг', per_page: 1, page: 2 })).toEqual([['a'], false])
    await stockShop(1)
    await pay(await placeOrder())
    const session = await signInCustomer()
    const countFound = async (search_string: string) => {
      const answer = await api('ru').customerEsims({ search_string }, { session })
      return answer.ok && answer.value.total
    }
    expect(await countFound('турц')).toBe(1)
    expect(await countFound('8910300000000000010')).toBe(1)
    expect(await countFound('Куба')).toBe(0)
  })
})

describe('messages', () => {
  it('go to the carrier of their kind, but not after their code has expired', async () => {
    Object.assign(settings, {
      SMS_CARRIER: 'webhook',
      SMS_WEBHOOK_URL: 'https://carrier.example/sms',
      MESSAGE_WEBHOOK_TOKEN: 'a token of the test run',
    })
    const errorLog = vi.spyOn(console, 'error').mockReturnValue()
    const tried: [string, string][] = []
    vi.stubGlobal('fetch', async (url: string, { body }: { body: string }) => {
      tried.push([url, body])
      throw new Error('no connection')
    })
    await api().customerCodeSend({ nonce, email: 'anna@example.com' })
    await api().referrerCodeSend({ nonce, phone: '+79123456789', ...agreements })
    for (let minutes = 0; minutes < 20; minutes += 1) {
      advanceClock(61)
      expect(await sendMessages()).toBe(0)
    }
    vi.unstubAllGlobals()
    expect(tried).toHaveLength(4)
    expect(new Set(tried.map(([url]) => url))).toEqual(new Set(['https://carrier.example/sms']))
    expect(tried[0]?.[1]).toContain(await codeFor('+79123456789'))
    expect(errorLog.mock.calls.join()).not.toContain('+7912')
    errorLog.mockRestore()
  })
})

describe('the test payment page', () => {
  it('accepts decisions only from its own form, for known invoices', async () => {
    await stockShop(1)
    await placeOrder()
    const [payment] = await rows<{ reference: string }>('SELECT reference FROM payments')
    const page = `http://localhost:8787/dev/pay/${payment?.reference}`
    const decide = (url: string, headers: Record<string, string> = {}) =>
      ask(
        new Request(url, {
          method: 'POST',
          headers,
          body: new URLSearchParams({ decision: 'pay' }),
        }),
      )
    expect((await decide(page, { 'Sec-Fetch-Site': 'cross-site' })).status).toBe(403)
    expect((await decide(`http://localhost:8787/dev/pay/${secretID()}`)).status).toBe(404)
    expect((await decide('http://localhost:8787/dev/pay/short')).status).toBe(404)
    expect((await ask(new Request(page))).headers.get('Content-Type')).toMatch('text/html')
    expect(
      (await ask(new Request('http://localhost:8787/dev/uploads/screenshots/none.png'))).status,
    ).toBe(404)
    const paid = await decide(page, { Origin: 'http://localhost:8787' })
    expect([paid.status, paid.headers.get('Location')]).toEqual([
      303,
      expect.stringContaining('http://localhost:8787/payment/success?invoiceID='),
    ])
  })
})

describe('requests', () => {
  it('are read to their end when they are too large, so that the client sees the answer', async () => {
    let sent = 0
    const chunk = new Uint8Array(64 * 1024)
    const body = new ReadableStream({
      pull(controller) {
        sent += 1
        if (sent > 20) controller.close()
        else controller.enqueue(chunk)
      },
    })
    const headers = { 'Content-Length': `${20 * chunk.length}` }
    const url = `https://backend.invalid${operations.mailNotify.path}`
    const answer = await ask(new Request(url, { method: 'POST', body, headers }))
    expect([answer.status, sent]).toEqual([413, 21])
  })

  it('are refused when they have very many parts', async () => {
    const part = '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n\r\n'
    const answer = await ask(
      new Request(`https://backend.invalid${operations.mailNotify.path}`, {
        method: 'POST',
        body: part.repeat(2000),
        headers: { 'Content-Type': 'multipart/form-data; boundary=x' },
      }),
    )
    expect(answer.status).toBe(413)
  })
})

describe('webhooks', () => {
  it('reject bodies that are too large', async () => {
    for (const path of ['/callbacks/payment/test', '/callbacks/usage']) {
      const body = 'x'.repeat(64 * 1024 + 1)
      const request = new Request(`https://backend.invalid${path}`, { method: 'POST', body })
      expect((await ask(request)).status).toBe(413)
    }
  })
})

describe('the configuration', () => {
  it('reports every invalid variable', () => {
    expect(() =>
      backendConfig({ ...env, REWARD_PERCENT: '101', MAIL_WEBHOOK_URL: 'ftp://x' }),
    ).toThrow(/REWARD_PERCENT[^]*MAIL_WEBHOOK_URL/)
    expect(() => backendConfig({ ...env, REWARD_PERCENT: '7.125' })).toThrow('REWARD_PERCENT')
  })
})
