import { beforeAll, expect, it } from 'vitest'
import { esimHash, pay, placeOrder, stockShop, run, words } from '../support/small-shop.ts'
import { visit, orderForm } from '../support/visit.ts'

let path: string

beforeAll(async () => {
  await stockShop(1)
  await pay(await placeOrder())
  path = `/esim-top-up?hash=${await esimHash()}&code=gone`
})

const send = async (accept: string) =>
  visit(path, {
    headers: { Accept: accept },
    form: orderForm(),
  })

it('leads from the form of a top-up that is gone to the list, which has none', async () => {
  const plain = await send('text/html')
  expect([plain.status, plain.headers.get('Location')]).toEqual([303, path])
  const list = await (await visit(path)).text()
  expect(list).toContain(words('topUp.none'))
  // There is no other amount to choose.
  expect(list).not.toContain(words('api.topUpGone'))
  // The hydrated form could only show that something went wrong.
  expect(await (await send('application/json')).json()).toEqual({ to: path, isRefused: true })
})

it('leads from the form of a top-up to the reason why its eSIM is blocked', async () => {
  await run(`UPDATE orders SET frozen_at = '2026-11-21T10:00:00.000Z'`)
  expect(await (await send('application/json')).json()).toEqual({ to: path, isRefused: true })
  expect(await (await visit(path)).text()).toContain(words('payment.frozenTitle'))
})
