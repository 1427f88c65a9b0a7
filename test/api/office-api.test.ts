import { beforeEach, expect, it } from 'vitest'
import { operations, type InputOf, type OperationName } from '../../src/operations.ts'
import { orderNumberOf } from '../../src/kit/order-number.ts'
import { refundOrder } from '../../src/orders/refund-actions.ts'
import { freezeOrder } from '../../src/orders/order-actions.ts'
import {
  advanceClock,
  ask,
  mailsAbout,
  openShop,
  placeOrder,
  rows,
  run,
} from '../support/small-shop.ts'
import { act, auditRows, jobs, keyFor, paidOrder } from '../support/staff.ts'
import { visit } from '../support/visit.ts'
import { officePage, pressedForm, visitAs } from '../support/visit-office.ts'

const path = '/admin/api-keys'

beforeEach(async () => openShop(4))

type Body = {
  readonly [field: string]: unknown
  readonly data: { readonly [field: string]: unknown }[]
}

/** Calls an operation over HTTP, as another system does. */
async function call<Name extends OperationName>(
  name: Name,
  authorization: string,
  input: Partial<InputOf<Name>>,
) {
  const { method, path: at } = operations[name]
  const url = `https://shop.invalid${at}`
  const headers = { Authorization: authorization, Cookie: 'refToken=x' }
  const query = new URLSearchParams({ lang: 'en', ...input })
  const json = { ...headers, 'Content-Type': 'application/json' }
  const response = await ask(
    method === 'GET'
      ? new Request(`${url}?${query.toString()}`, { headers })
      : new Request(url, { method, headers: json, body: JSON.stringify(input) }),
  )
  expect(response.headers.get('Set-Cookie')).toBeNull()
  const body: Body = await response.json()
  return { status: response.status, body }
}

it('lists orders page by page, with the filters of the office, and without secrets', async () => {
  const first = await paidOrder()
  advanceClock(60)
  const second = await paidOrder()
  await placeOrder()
  const key = await keyFor(['orders:read'])
  const page = await call('officeOrders', key, { limit: 1 })
  expect(page.body.data).toMatchObject([
    { order: orderNumberOf(second), status: 'success', email: 'anna@example.com' },
  ])
  const { next } = page.body
  const rest = await call('officeOrders', key, { limit: 1, after: String(next) })
  expect(rest.body).toMatchObject({ data: [{ order: orderNumberOf(first) }], next: null })
  const unpaid = await call('officeOrders', key, { state: 'processing' })
  expect(unpaid.body.data).toHaveLength(1)
  expect((await call('officeOrders', key, { country: 'cu' })).body.data).toEqual([])
  const whole = JSON.stringify([page, rest, unpaid])
  for (const secret of [first, second]) expect(whole).not.toContain(secret)
})

it('shows an order with its lines, payments and refunds, and an eSIM without its code', async () => {
  const invoiceID = await paidOrder()
  const key = await keyFor(['orders:read', 'esims:read'])
  await act(refundOrder, invoiceID, { scope: { kind: 'order' } })
  await jobs()
  const order = orderNumberOf(invoiceID)
  const shown = await call('officeOrder', key, { order })
  expect(shown.body.data).toMatchObject({
    amount: { minor: 1250, currency: 'USD' },
    lines: [{ position: 1, tariffID: 'tr-10', isReturned: true }],
    payments: [{ kind: 'charged', amount: { minor: 1250 } }, { kind: 'refunded' }],
    refunds: [{ origin: 'staff', state: 'succeeded', positions: [1] }],
  })
  const list = await call('officeEsims', key, {})
  const iccid = String(list.body.data[0]?.['iccid'])
  const esim = await call('officeEsim', key, { iccid })
  expect(esim.body.data).toMatchObject({ iccid, order, status: 'refunded', dataUsedMb: 0 })
  const [stored] = await rows<{ code: string; hash: string }>(
    'SELECT matching_id AS code, esim_hash AS hash FROM stock JOIN esims USING (iccid)',
  )
  const whole = JSON.stringify([shown, list, esim])
  for (const secret of [invoiceID, stored?.code ?? '-', stored?.hash ?? '-'])
    expect(whole).not.toContain(secret)
  expect((await call('officeOrder', key, { order: 'AAAAAAAAAA' })).status).toBe(404)
  expect((await call('officeEsim', key, { iccid: 'none' })).status).toBe(404)
})

it('sends the eSIMs again once, in the name of the key, and never those of a frozen order', async () => {
  const invoiceID = await paidOrder()
  const order = orderNumberOf(invoiceID)
  const key = await keyFor(['orders:write'], 'Help desk')
  const input = { order, idempotencyKey: 'k'.repeat(43) }
  expect((await call('officeOrderResend', key, input)).status).toBe(200)
  expect((await call('officeOrderResend', key, input)).status).toBe(200)
  expect(await mailsAbout('esim-copy')).toHaveLength(1)
  const named = await rows<{ name: string }>(
    `SELECT staff_name AS name FROM audit WHERE subject_id = '${invoiceID}'`,
  )
  expect(named).toEqual([{ name: 'Help desk' }])
  expect(await auditRows(invoiceID)).toMatchObject([{ action: 'resend', role: 'support' }])
  const other = await paidOrder()
  const reused = { ...input, order: orderNumberOf(other) }
  expect((await call('officeOrderResend', key, reused)).status).toBe(409)
  await act(freezeOrder, invoiceID, {})
  const again = { ...input, idempotencyKey: 'l'.repeat(43) }
  expect((await call('officeOrderResend', key, again)).body).toMatchObject({ code: 'frozen' })
})

it('refuses other rights, unknown keys and too many calls, and says nothing about a key', async () => {
  // The worker of the shop serves the operations without the storefront.
  expect((await visit('/office-api/esims?lang=en')).status).toBe(401)
  const key = await keyFor(['esims:read'])
  const unknown = await call('officeOrders', `Bearer sk_${'A'.repeat(43)}`, {})
  const lacking = await call('officeOrders', key, {})
  expect([unknown.status, lacking.status]).toEqual([401, 403])
  expect(unknown.body['error']).toBe(lacking.body['error'])
  const write = await keyFor(['orders:read'])
  const resend = { order: 'AAAAAAAAAA', idempotencyKey: 'k'.repeat(43) }
  expect((await call('officeOrderResend', write, resend)).status).toBe(403)
  for (const header of ['', 'Bearer', key.replace('Bearer ', ''), `${key}x`])
    expect((await call('officeEsims', header, {})).status).toBe(401)
  expect((await call('officeEsims', key, {})).status).toBe(200)
  await run(`UPDATE limits SET count = 3600 WHERE action = 'office-api'`)
  expect((await call('officeEsims', key, {})).status).toBe(429)
})

async function add(fields: { [field: string]: string }, role: 'owner' | 'money' = 'owner') {
  const form = { ...(await pressedForm('owner', path, 'add-api-key')), keyName: 'Books', ...fields }
  return { form, response: await visitAs(role, path, { form }) }
}

it('shows an owner a new key once, stores its hash, and revokes it', async () => {
  const { form, response } = await add({ 'orders:read': 'yes' })
  const page = await response.text()
  const [key = ''] = /sk_[\w-]{43}/.exec(page) ?? []
  expect(page).toContain('Copy the key now')
  const sent = `Bearer ${key}`
  expect((await call('officeOrders', sent, {})).status).toBe(200)
  // The form that is sent again makes no second key, and does not show the first one.
  expect((await visitAs('owner', path, { form })).headers.get('Location')).toContain('done=')
  expect(await officePage('owner', path)).not.toContain(key)
  const stored = await rows('SELECT * FROM api_keys')
  expect(stored).toHaveLength(1)
  expect(JSON.stringify(stored)).not.toContain(key)
  expect(await officePage('owner', path)).toContain('0 min. ago')
  const press = { form: await pressedForm('owner', path, 'revoke-api-key') }
  expect((await visitAs('owner', path, press)).status).toBe(303)
  expect((await call('officeOrders', sent, {})).status).toBe(401)
  expect(await officePage('owner', path)).toContain('API key revoked')
})

it('needs an owner and a right, and keeps what was typed', async () => {
  const { response } = await add({})
  expect(response.status).toBe(422)
  expect(await response.text()).toMatch(/Choose at least one right[^]*value="Books"/)
  expect((await add({ 'orders:read': 'yes' }, 'money')).response.status).toBe(403)
  expect(await rows('SELECT id FROM api_keys')).toEqual([])
  const russian = { headers: { 'Accept-Language': 'ru' } }
  expect(await officePage('owner', path, russian)).toContain('Ключи API')
})
