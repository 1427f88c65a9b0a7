import { beforeEach, describe, expect, it } from 'vitest'
import { mayDo, staffRoles, type StaffRole } from '../../src/api/staff.ts'
import { addNote } from '../../src/orders/order-actions.ts'
import { officeWordsOf } from '../../src/office/office-context.tsx'
import { api, rows, run, openShop, contactMessage } from '../support/small-shop.ts'
import { refund, wholeOrder } from '../support/refunds.ts'
import { act, paidOrder } from '../support/staff.ts'
import { pressedForm, visitAs, officePage } from '../support/visit-office.ts'

beforeEach(async () => openShop(3))

const page = '/admin/customer?email=anna%40example.com'
const textOf = async (path: string, role: StaffRole = 'money') => {
  const html = await officePage(role, path)
  return html
    .replace(/<style>.*?<\/style>/s, '')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
}

/** Returns a paid order of an address. */
async function orderBy(email: string): Promise<string> {
  const invoiceID = await paidOrder()
  await run(`UPDATE orders SET email = '${email}' WHERE id = '${invoiceID}'`)
  return invoiceID
}

async function writeMessage(): Promise<void> {
  await api().mailNotify({ ...contactMessage, message: 'The zebra code fails' })
}

it('shows orders, money, eSIMs, messages, consents and notes on one page', async () => {
  const kept = await paidOrder()
  const returned = await paidOrder()
  await refund(returned, wholeOrder)
  await writeMessage()
  await act(addNote, kept, { text: 'Flies on Monday' })
  const [esim] = await rows<{ hash: string; iccid: string }>(
    `SELECT esim_hash AS hash, iccid FROM esims WHERE order_id = '${kept}'`,
  )
  await api().esimUsageMails({ hash: esim?.hash ?? '', isOn: true })
  const text = await textOf(page)
  expect(text).toContain('Paid $25 Refunded or lost $12.50')
  expect(text).toContain(` ${esim?.iccid} `)
  expect(text).toContain('emails about data and days')
  expect(text).toContain('message from a contact form')
  expect(text).toContain('Waiting for an answer')
  expect(text).toMatch(`${kept.slice(0, 10)} Flies on Monday A owner`)
})

it('finds, exports and erases someone who only waits for a plan', async () => {
  const request = { kind: 'place', subject: 'tr', consent: true } as const
  await api().stockAlert({ ...request, email: 'vera@example.com' })
  // The confirmation email is deleted after some time, and the request stays.
  await run('DELETE FROM outbox')
  const found = await visitAs('owner', '/admin/customers?q=vera')
  const theirs = '/admin/customer?email=vera%40example.com'
  expect(found.headers.get('Location')).toBe(theirs)
  expect(await textOf(theirs)).toMatch(/Waits for Türkiye since [\d.]{10} [\d:]{5} UTC/)
  const exported = await pressedForm('owner', theirs, 'export-person')
  const file = await visitAs('owner', theirs, { form: exported })
  expect(await file.json()).toMatchObject({ stock_alerts: [{ email: 'vera@example.com' }] })
  const erase = await pressedForm('owner', theirs, 'erase')
  const form = { ...erase, confirmation: 'vera@example.com' }
  expect((await visitAs('owner', theirs, { form })).status).toBe(303)
  expect(await rows('SELECT id FROM stock_alerts')).toEqual([])
  expect((await visitAs('owner', theirs)).status).toBe(404)
})

it('shows support no sums', async () => {
  await paidOrder()
  for (const path of [page, '/admin/customers']) {
    expect(await textOf(path)).toContain('Refunded or lost')
    expect(await textOf(path, 'support')).not.toContain('Refunded or lost')
  }
})

describe('the search', () => {
  it.each([
    ['the start of the address', () => 'ann'],
    ['the number of an order', (id: string) => id.slice(0, 10)],
    ['the ICCID', () => '8910300000000000010'],
    ['a part of a message', () => 'ZEBRA'],
    ['a part of a note', () => 'flies on'],
  ])('finds a customer by %s', async (_, queryOf) => {
    const id = await paidOrder()
    await writeMessage()
    await act(addNote, id, { text: 'Flies on Monday' })
    const answer = await visitAs('support', `/admin/customers?q=${encodeURIComponent(queryOf(id))}`)
    expect(answer.headers.get('Location')).toBe(page)
  })

  it('lists several customers, and says when there is none', async () => {
    await orderBy('anna@example.com')
    await orderBy('anton@example.com')
    const found = await textOf('/admin/customers?q=an')
    expect(found).toContain('2 rows, newest first')
    expect(found).toContain('anton@example.com')
    expect(await textOf('/admin/customers?q=nobody')).toContain('No customer matches ‘nobody’')
    expect((await visitAs('support', '/admin/customer?email=nobody%40example.com')).status).toBe(
      404,
    )
  })
})

it('lists the customer who paid last first, with filters and an order', async () => {
  await orderBy('anna@example.com')
  await orderBy('boris@example.com')
  const addresses = async (query: string) => {
    const html = await officePage('support', `/admin/customers${query}`)
    return [...html.matchAll(/customer\?email=(\w+)%40/g)].map(([, name]) => name)
  }
  expect(await addresses('?sort=address')).toEqual(['anna', 'boris'])
  expect(await addresses('?country=tr&plan=tr-10')).toHaveLength(2)
  for (const query of ['?country=fr', '?plan=none', '?code=TEN', '?until=2020-01-01'])
    expect(await addresses(query)).toEqual([])
  expect(await addresses('?since=tomorrow&sort=none')).toHaveLength(2)
})

it('downloads exactly the rows of the list, and records who did', async () => {
  await orderBy('=sum@example.com')
  await orderBy('boris@example.com')
  const late = await orderBy('late@example.com')
  await run(`UPDATE orders SET paid_at = '2026-12-01T10:00:00.000Z' WHERE id = '${late}'`)
  const list = '/admin/customers?until=2026-11-30'
  const form = await pressedForm('money', list, 'export-list')
  const answer = await visitAs('money', list, { form })
  expect(answer.headers.get('Content-Type')).toBe('text/csv; charset=utf-8')
  const file = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(
    await answer.arrayBuffer(),
  )
  expect(file.startsWith('\uFEFFEmail,Last purchase,')).toBe(true)
  expect(file.trim().split('\r\n')).toHaveLength(3)
  expect(file).toContain("\r\n'=sum@example.com,")
  expect(file).toContain(',1,0,12.50 USD,')
  const audit = await rows(`SELECT action, role, details FROM audit WHERE action = 'export-list'`)
  const details = '{"list":"customers","count":2,"filters":"until"}'
  expect(audit).toEqual([{ action: 'export-list', role: 'money', details }])
})

it.each(
  staffRoles.flatMap((role) =>
    (['export-list', 'export-person', 'erase'] as const).map((action) => ({ role, action })),
  ),
)('allows or refuses $action by $role', async ({ role, action }) => {
  await paidOrder()
  const path = action === 'export-list' ? '/admin/customers' : page
  const html = await officePage(role, path)
  expect(html.includes(`name="action" value="${action}"`)).toBe(mayDo({ role }, action))
  const form = { ...(await pressedForm('owner', path, action)), confirmation: 'anna@example.com' }
  const done = action === 'erase' ? 303 : 200
  expect((await visitAs(role, path, { form })).status).toBe(mayDo({ role }, action) ? done : 403)
})

it.each(['en', 'ru'] as const)(
  'links to the order that prevents an erasure: %s',
  async (locale) => {
    const finished = await paidOrder()
    const waiting = await paidOrder()
    await run(`UPDATE orders SET status = 'disputed' WHERE id = '${waiting}'`)
    const form = {
      ...(await pressedForm('owner', page, 'erase')),
      confirmation: 'anna@example.com',
    }
    const headers = { 'Accept-Language': locale }
    const refused = await visitAs('owner', page, { form, headers })
    expect(refused.status).toBe(422)
    const [, alert = ''] = /<p class="notice bad"[^>]*>(.*?)<\/p>/.exec(await refused.text()) ?? []
    const text = officeWordsOf(locale)
    expect(alert).toContain(text('refused.orders-unfinished'))
    const order = waiting.slice(0, 10)
    expect(alert).toContain(
      `<a href="/admin/order?id=${waiting}">${text('failures.blockingOrder', { order })}</a>`,
    )
    expect(alert).not.toContain(finished)
  },
)

it('exports everything about a customer, and erases it', async () => {
  await paidOrder()
  const file = await visitAs('owner', page, {
    form: await pressedForm('owner', page, 'export-person'),
  })
  expect(await file.json()).toMatchObject({ orders: [{ email: 'anna@example.com' }] })
  const form = { ...(await pressedForm('owner', page, 'erase')), confirmation: 'Anna@example.com' }
  const erased = await visitAs('owner', page, { form })
  expect(erased.status).toBe(303)
  const done = await textOf(erased.headers.get('Location') ?? '')
  expect(done).toContain('The customer’s data is erased.')
  expect((await visitAs('owner', page)).status).toBe(404)
})
