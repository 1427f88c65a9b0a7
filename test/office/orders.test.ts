import { beforeEach, describe, expect, it } from 'vitest'
import { scansOf } from '../../scripts/bench/table-scans.ts'
import { recordQueries } from '../support/record-queries.ts'
import {
  numbersTo,
  api,
  orderOf,
  pay,
  placeOrder,
  rows,
  signInPartner,
  openShop,
  run,
} from '../support/small-shop.ts'
import { auditRows, notesSql, paidOrder } from '../support/staff.ts'
import { pressedForm, visitAs, officePage, sendForm } from '../support/visit-office.ts'
import { sql } from '../../src/kit/sql.ts'

beforeEach(async () => openShop(3))

const orderPath = (invoiceID: string) => `/admin/order?id=${invoiceID}`

describe('search', () => {
  it.each([
    ['the email', () => 'Anna@example.com'],
    ['the number in an alert', (id: string) => id.slice(0, 10)],
    ['its number in small letters', (id: string) => id.slice(0, 10).toLowerCase()],
    ['the ICCID', () => '8910300000000000010'],
  ])('finds an order by %s', async (_, queryOf) => {
    const id = await paidOrder()
    const query = encodeURIComponent(queryOf(id))
    const page = await officePage('support', `/admin/orders?q=${query}`)
    expect(page).toContain(`href="/admin/order?id=${id}"`)
  })

  it('shows that nothing matches, with the query as text', async () => {
    const page = await officePage('support', '/admin/orders?q=%3Cb%3Eeve')
    expect(page).toContain('No order matches ‘&lt;b&gt;eve’')
  })
})

it('links an order to its partner and its promo code', async () => {
  await signInPartner()
  await run(`INSERT INTO promo_codes (code, percent_hundredths, created_at)
    VALUES ('TEN', 1000, '2026-11-01')`)
  const [partner] = await rows<{ id: string; code: string }>('SELECT id, code FROM partners')
  const factsOf = async (referralCode: string) => {
    const order = { ...orderOf(), referralCode, promocode: 'ten' }
    const started = await api().activation(order)
    const id = started.ok ? started.value.data.invoiceID : ''
    const page = await officePage('support', orderPath(id))
    return /<dl class="panel facts">.*?<\/dl>/s.exec(page)?.[0]
  }
  const facts = await factsOf(partner?.code ?? '')
  expect(facts).toContain(`<a href="/admin/partner?id=${partner?.id}">${partner?.code}</a>`)
  expect(facts).toContain('<a href="/admin/promo-codes?q=TEN">TEN</a>')
  expect(await factsOf('nobody')).toContain('<dd>nobody</dd>')
})

describe('the list', () => {
  it('distinguishes the orders of a customer by number and plans', async () => {
    const { tariffID, ...order } = orderOf()
    const lines = [{ tariffID }, { tariffID }]
    const placed = await api().activation({ ...order, lines })
    const twice = placed.ok ? placed.value.data.invoiceID : ''
    const once = await paidOrder()
    const page = await officePage('support', '/admin/orders?q=anna@example.com')
    const text = page.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ')
    expect(text).toContain(` ${once.slice(0, 10)} `)
    expect(text).toContain(` ${twice.slice(0, 10)} `)
    expect(text).toMatch(/Türkiye, 10.GB, 30.days ×.2/)
  })

  const emailsOf = (page: string) =>
    [...page.matchAll(/">([^<]+@example\.com)<\/a>/g)].map(([, email]) => email)

  it('links to each group, and lists orders that nobody paid', async () => {
    const unpaid = await placeOrder()
    const declined = await placeOrder()
    await pay(declined, { kind: 'declined' })
    const paid = await paidOrder()
    const all = await officePage('support', '/admin/orders')
    for (const group of ['waiting', 'held', 'disputed', 'refund-refused', 'unpaid'])
      expect(all).toContain(`href="/admin/orders?group=${group}"`)
    const plans = await recordQueries(async () => {
      const page = await officePage('support', '/admin/orders?group=unpaid')
      for (const id of [unpaid, declined]) expect(page).toContain(`href="/admin/order?id=${id}"`)
      expect(page).not.toContain(paid)
    })
    expect(plans.flatMap((plan) => scansOf(plan))).toEqual([])
  })

  it('lists all orders that wait, by page, the customer who waits longest first', async () => {
    await run(sql`INSERT INTO orders
        (id, status, email, amount_minor, currency, lang, idempotency_key, created_at, paid_at)
      SELECT printf('order-%03d', value), 'paid', printf('c%03d@example.com', value), 1250,
        'USD', 'en', value, printf('2026-11-20T10:%02d:00.000Z', value),
        printf('2026-11-20T10:%02d:00.000Z', value) FROM ${numbersTo(51)}`)
    const page = await officePage('support', '/admin/orders?group=waiting')
    expect(emailsOf(page)).toHaveLength(50)
    expect(emailsOf(page)[0]).toBe('c001@example.com')
    expect(page).toContain('51 rows, oldest first')
    const [, next = ''] = /href="([^"]+)">Next page/.exec(page) ?? []
    const last = await officePage('support', next.replaceAll('&amp;', '&'))
    expect(emailsOf(last)).toEqual(['c051@example.com'])
    expect(last).toContain('href="/admin/orders?group=waiting">First page')
    expect(last).not.toContain('Next page')
  })

  it.each([
    ['a search by address', 'q=anna%40example.com'],
    ['unpaid orders', 'group=unpaid'],
  ])('lists %s by page, newest first', async (_, query) => {
    const status = query === 'group=unpaid' ? 'processing' : 'success'
    await run(sql`INSERT INTO orders
        (id, status, email, amount_minor, currency, lang, idempotency_key, created_at)
      SELECT printf('order-%03d', value), ${status}, 'anna@example.com', 1250, 'USD', 'en',
        printf('key-%03d', value), printf('2026-11-20T%02d:00:00.000Z', value / 10)
      FROM ${numbersTo(101)}`)
    const idsOf = (page: string) =>
      [...page.matchAll(/\/admin\/order\?id=(order-\d+)/g)].map(([, id]) => id)
    const found: unknown[] = []
    const plans = await recordQueries(async () => {
      let next: string | undefined = `/admin/orders?${query}`
      while (next !== undefined) {
        const page = await officePage('support', next)
        expect(page).toContain('101 rows, newest first')
        found.push(...idsOf(page))
        next = /href="([^"]+)">Next page/.exec(page)?.[1]?.replaceAll('&amp;', '&')
      }
    })
    expect(found).toHaveLength(101)
    expect(new Set(found).size).toBe(101)
    expect([found[0], found.at(-1)]).toEqual(['order-101', 'order-001'])
    expect(plans.flatMap((plan) => scansOf(plan))).toEqual([])
  })

  it('lists paid orders by page, newest payment first', async () => {
    await run(sql`INSERT INTO orders
        (id, status, email, amount_minor, currency, lang, idempotency_key, created_at, paid_at)
      SELECT printf('order-%03d', value), 'success', printf('c%03d@example.com', value), 1250,
        'USD', 'en', printf('key-%03d', value), '2026-11-20', printf('2026-11-20T09:%02d', value)
      FROM ${numbersTo(51)}`)
    const plans = await recordQueries(async () => {
      const page = await officePage('support', '/admin/orders')
      expect(emailsOf(page)).toHaveLength(50)
      expect(emailsOf(page)[0]).toBe('c051@example.com')
      const [, next = ''] = /href="([^"]+)">Next page/.exec(page) ?? []
      const last = await officePage('support', next)
      expect(emailsOf(last)).toEqual(['c001@example.com'])
      expect(last).not.toContain('Next page')
    })
    expect(plans.flatMap((plan) => scansOf(plan))).toEqual([])
  })
})

describe('an order’s page', () => {
  it('shows the plan, the eSIM and the events', async () => {
    const page = await officePage('support', orderPath(await paidOrder()))
    for (const text of [
      'anna@example.com',
      'Delivered',
      '8910300000000000010',
      'Charged',
      '$12.50',
    ])
      expect(page).toContain(text)
    expect(page).toContain('Message: eSIM')
  })

  it('shows an overcharge, and fills in the refund of the difference', async () => {
    const id = await paidOrder()
    await pay(id, { id: 'second-charge' })
    const page = await officePage('money', orderPath(id))
    expect(page).toMatch(/paid too much<\/b> \$12\.50.*Refund the difference.*href="#refund"/s)
    expect(page).toContain('<details id="refund" open="">')
    expect(page).toMatch(/checked=""[^>]*value="amount"|value="amount"[^>]*checked=""/)
    expect(page).toMatch(/name="amount"[^>]*value="12\.50"/)
    expect(await officePage('support', orderPath(id))).not.toContain('href="#refund"')

    const fields = { scope: 'amount', amount: '12.50', reason: 'Paid twice' }
    expect((await sendForm('money', orderPath(id), 'refund', fields)).status).toBe(303)
    const later = await officePage('money', orderPath(id))
    expect(later).not.toContain('<details id="refund" open="">')
  })

  it('offers no refund while the bank decides, and no replacement eSIM after a refund', async () => {
    const offeredActions = async (id: string) => {
      const page = await officePage('owner', orderPath(id))
      return ['refund', 'reissue', 'exchange'].filter((name) =>
        page.includes(`name="action" value="${name}"`),
      )
    }
    const disputed = await paidOrder()
    expect(await offeredActions(disputed)).toEqual(['refund', 'reissue', 'exchange'])
    await pay(disputed, { kind: 'disputed', id: 'dispute-1' })
    expect(await offeredActions(disputed)).toEqual([])
    const page = await officePage('owner', orderPath(disputed))
    expect(page).toContain('Answer the dispute in the provider')
    const refunded = await paidOrder()
    await pay(refunded, { kind: 'refunded', id: 'refund-1' })
    expect(await offeredActions(refunded)).toEqual([])
  })

  it('is available in Russian', async () => {
    const headers = { 'Accept-Language': 'ru' }
    const page = await officePage('support', orderPath(await paidOrder()), { headers })
    for (const text of ['Выдан', 'Деньги списаны', 'Что можно сделать'])
      expect(page).toContain(text)
  })

  it('returns 404 for an unknown order', async () => {
    const missing = await visitAs('owner', orderPath('none'))
    expect(missing.status).toBe(404)
    expect(await missing.text()).toContain('Find an order')
    expect((await visitAs('owner', '/admin/order')).status).toBe(404)
    expect((await visitAs('owner', orderPath('none'), { form: { action: 'note' } })).status).toBe(
      422,
    )
  })
})

describe('a form', () => {
  it('takes effect once when its form is sent twice simultaneously', async () => {
    const id = await placeOrder()
    const form = { ...(await pressedForm('support', orderPath(id), 'note')), text: 'Called twice' }
    const press = async () => visitAs('support', orderPath(id), { form })
    const answers = await Promise.all([press(), press()])
    expect(answers.map(({ status }) => status)).toEqual([303, 303])
    expect(answers[0]?.headers.get('Location')).toBe(`${orderPath(id)}&done=note`)
    expect(await rows(notesSql)).toEqual([{ text: 'Called twice' }])
    expect(await auditRows(id)).toHaveLength(1)
  })

  it('is confirmed only to the browser that sent it', async () => {
    const id = await placeOrder()
    const forged = await visitAs('support', `${orderPath(id)}&done=refund`)
    expect([forged.status, forged.headers.get('Location')]).toEqual([303, orderPath(id)])
    await sendForm('support', orderPath(id), 'note', { text: 'Called' })
    const page = await officePage('support', `${orderPath(id)}&done=note`)
    expect(page).toContain('The note is saved')
    const other = await placeOrder()
    expect((await visitAs('support', `${orderPath(other)}&done=note`)).status).toBe(303)
  })

  it('does nothing after the order has changed, and shows the changes', async () => {
    const id = await placeOrder()
    const form = { ...(await pressedForm('support', orderPath(id), 'note')), text: 'Still unpaid' }
    const other = {
      ...(await pressedForm('money', orderPath(id), 'note')),
      text: 'The bank called',
    }
    await visitAs('money', orderPath(id), {
      form: { ...other, seenAt: '2026-11-21T09:00:00.000Z' },
    })
    const answer = await visitAs('support', orderPath(id), {
      form: { ...form, seenAt: '2026-11-21T09:59:59.000Z' },
    })
    expect(answer.status).toBe(409)
    const page = await answer.text()
    expect(page).toContain('Something has changed since you opened this page')
    expect(page).toMatch(/New<\/span> <b>Note<\/b>.*The bank called/s)
    expect(page).toContain('Still unpaid</textarea>')
    expect(await rows(notesSql)).toEqual([{ text: 'The bank called' }])
  })

  it('shows which field is wrong', async () => {
    const id = await placeOrder()
    const answer = await sendForm('support', orderPath(id), 'note', { text: ' ' })
    expect(answer.status).toBe(422)
    expect(await answer.text()).toContain('Check the field ‘Text’')
    expect(await auditRows(id)).toEqual([])
  })

  it('is refused without an idempotency key and a version', async () => {
    const id = await placeOrder()
    const form = { action: 'note', text: 'No key' }
    expect((await visitAs('owner', orderPath(id), { form })).status).toBe(422)
    expect(await auditRows(id)).toEqual([])
  })
})
