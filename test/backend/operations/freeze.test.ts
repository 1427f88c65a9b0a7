import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it } from 'vitest'
import { readActivation } from '../../../src/messages/compose-mail.ts'
import { freezeOrder, unfreezeOrder, resendMail } from '../../../src/orders/order-actions.ts'
import { refundUndelivered } from '../../../src/orders/refund-undelivered.ts'
import { runBeforeBatch } from '../../support/run-before-batch.ts'
import {
  advanceClock,
  api,
  esimHash,
  pay,
  placeOrder,
  rows,
  run,
  openShop,
} from '../../support/small-shop.ts'
import { act, jobs, paidOrder, staffContext } from '../../support/staff.ts'

beforeEach(async () => openShop(2))

const freeze = (invoiceID: string) => act(freezeOrder, invoiceID, {})
const unfreeze = (invoiceID: string) => act(unfreezeOrder, invoiceID, {})

async function hashOf(invoiceID: string): Promise<string> {
  return esimHash(`order_id = '${invoiceID}'`)
}

describe('a frozen order', () => {
  it('shows no activation code and sends no email until it is unfrozen', async () => {
    const invoiceID = await paidOrder()
    const hash = await hashOf(invoiceID)
    await freeze(invoiceID)
    for (const answer of [await api().esim({ hash }), await api().esimResend({ hash })])
      expect(answer).toMatchObject({ ok: false, error: { status: 409, code: 'frozen' } })
    expect(await readActivation(env.DB, hash)).toBeNull()
    expect(await act(resendMail, invoiceID, { position: null })).toEqual({
      ok: false,
      error: { code: 'refused', reason: 'frozen' },
    })
    expect(await freeze(invoiceID)).toMatchObject({ error: { reason: 'frozen' } })
    await unfreeze(invoiceID)
    expect(await api().esim({ hash })).toMatchObject({ ok: true })
    expect(await readActivation(env.DB, hash)).toMatchObject({ isSample: true })
    expect(await unfreeze(invoiceID)).toMatchObject({ error: { reason: 'not-frozen' } })
  })

  it('is neither delivered nor refunded automatically, and is delivered when it is unfrozen', async () => {
    const invoiceID = await placeOrder()
    await freeze(invoiceID)
    await pay(invoiceID)
    advanceClock(48 * 3600)
    await jobs()
    expect(await rows('SELECT 1 FROM esims')).toEqual([])
    expect(await rows('SELECT 1 FROM refunds')).toEqual([])
    expect(await rows(`SELECT 1 FROM alerts WHERE kind = 'paid-undelivered'`)).toHaveLength(1)
    await unfreeze(invoiceID)
    expect(await rows('SELECT 1 FROM esims')).toHaveLength(1)
  })

  it('is not refunded automatically when staff freeze it just before the refund is stored', async () => {
    const invoiceID = await placeOrder()
    await run('DELETE FROM stock')
    await pay(invoiceID)
    advanceClock(48 * 3600)
    const db = runBeforeBatch(env.DB, async () => {
      await freeze(invoiceID)
    })
    await refundUndelivered({ ...staffContext(), db })
    expect(await rows('SELECT 1 FROM refunds')).toEqual([])
    expect(await rows('SELECT is_returned FROM line_states')).toEqual([{ is_returned: 0 }])
  })

  it('is refunded a day after it was unfrozen, not immediately', async () => {
    const invoiceID = await placeOrder()
    await run('DELETE FROM stock')
    await pay(invoiceID)
    await freeze(invoiceID)
    advanceClock(48 * 3600)
    await unfreeze(invoiceID)
    advanceClock(23 * 3600)
    await jobs()
    expect(await rows('SELECT 1 FROM refunds')).toEqual([])
    advanceClock(3600)
    await jobs()
    expect(await rows('SELECT amount_minor FROM refunds')).toEqual([{ amount_minor: 1250 }])
  })

  it('does not delay other orders', async () => {
    for (let count = 0; count < 21; count += 1) {
      const invoiceID = await placeOrder()
      await freeze(invoiceID)
      await pay(invoiceID)
    }
    await run('UPDATE stock SET order_id = NULL')
    const waiting = await placeOrder()
    await run(`UPDATE stock SET order_id = (SELECT id FROM orders LIMIT 1), line_position = NULL`)
    await pay(waiting)
    await run('UPDATE stock SET order_id = NULL')
    await jobs()
    expect(await rows('SELECT order_id FROM esims')).toEqual([{ order_id: waiting }])
  })
})
