import { beforeEach, describe, expect, it } from 'vitest'
import { clearShop, pay, placeOrder, rows, stockShop, run, usd } from '../support/small-shop.ts'
import type { PaymentFact } from '../../src/payments/payment-provider.ts'

beforeEach(clearShop)

type Kind = PaymentFact['kind']
/** Kind, id and amount of a fact. The order's price is 1250. */
type Row = readonly [kind: Kind, id: string, minor?: number]

const charge: Row = ['charged', 'a']
const secondCharge: Row = ['charged', 'b']
const refund: Row = ['refunded', 'a']
const dispute: Row = ['disputed', 'd']

/**
 * The expected state of an order with an eSIM in stock. The facts of a case can arrive in any
 * order.
 */
const cases: readonly [
  name: string,
  facts: readonly Row[],
  status: string,
  overcharged?: number,
][] = [
  ['nothing', [], 'processing'],
  ['a decline', [['declined', 'a']], 'failed'],
  ['a decline and a charge', [['declined', 'a'], charge], 'success'],
  ['a charge', [charge], 'success'],
  [
    'a charge in two parts',
    [
      ['charged', 'a', 1000],
      ['charged', 'b', 250],
    ],
    'success',
  ],
  ['a charge that is too small', [['charged', 'a', 1249]], 'processing'],
  ['a charge that is too large', [['charged', 'a', 1300]], 'success', 50],
  ['a full refund', [charge, refund], 'refunded'],
  ['a refund in two parts', [charge, ['refunded', 'a', 250], ['refunded', 'b', 1000]], 'refunded'],
  ['a refund without a charge', [refund], 'refunded'],
  ['two charges', [charge, secondCharge], 'success', 1250],
  ['two charges, one refunded', [charge, secondCharge, refund], 'success'],
  ['two charges, both refunded', [charge, secondCharge, refund, ['refunded', 'b']], 'refunded'],
  ['an open dispute', [charge, dispute], 'disputed'],
  ['a won dispute', [charge, dispute, ['dispute-won', 'd']], 'success'],
  ['a lost dispute', [charge, dispute, ['dispute-lost', 'd']], 'lost'],
  ['a lost dispute whose start is unknown', [charge, ['dispute-lost', 'd']], 'lost'],
  [
    'a lost dispute after a refund',
    [charge, ['refunded', 'a', 250], ['dispute-lost', 'd', 1000]],
    'lost',
  ],
  [
    'two disputes, one open',
    [charge, dispute, ['dispute-won', 'd'], ['disputed', 'e']],
    'disputed',
  ],
  [
    'a lost dispute about the second of two charges',
    [charge, secondCharge, ['dispute-lost', 'd']],
    'success',
  ],
  ['an open dispute about refunded money', [charge, refund, dispute], 'refunded'],
]

describe('an invoice', () => {
  it.each(cases)(
    'has the same state in any order of facts: %s',
    async (_, facts, status, overcharged = 0) => {
      const orders = facts.length > 1 ? [facts, facts.toReversed()] : [facts]
      await stockShop(orders.length)
      for (const [index, order] of orders.entries()) {
        const invoiceID = await placeOrder()
        for (const [kind, id, minor = 1250] of order)
          await pay(invoiceID, { kind, id: id + index, amount: usd(minor) })
      }
      const states = `SELECT o.status, s.status AS computed, overcharged_minor AS overcharged
        FROM orders o JOIN order_states s ON s.order_id = o.id`
      const state = { status, computed: status, overcharged }
      expect(await rows(states)).toEqual(orders.map(() => state))
    },
  )

  it.each(['refunded', 'dispute-lost'] as const)(
    'keeps its eSIM when a part was %s, but gets none when that arrives first',
    async (kind) => {
      await stockShop(1)
      const part = { kind, amount: usd(250) } as const
      const [first, second] = [await placeOrder(), await placeOrder()]
      await pay(first, part)
      await pay(first)
      await pay(second)
      await pay(second, part)
      expect(await rows('SELECT id, status FROM orders ORDER BY status')).toEqual([
        { id: first, status: 'paid' },
        { id: second, status: 'success' },
      ])
    },
  )

  it('sends one email about each refund, even when it precedes the charge', async () => {
    await stockShop(1)
    const invoiceID = await placeOrder()
    const refundMails = () => rows(`SELECT 1 FROM outbox WHERE purpose = 'refund'`)
    const part = (id: string, minor: number) =>
      pay(invoiceID, { kind: 'refunded', id, amount: usd(minor) })
    await part('a', 200)
    expect(await refundMails()).toHaveLength(0)
    await pay(invoiceID)
    expect(await refundMails()).toHaveLength(1)
    await part('b', 1050)
    expect(await refundMails()).toHaveLength(2)
  })

  it('is paid while its plan is out of stock, and expired when nobody paid', async () => {
    await stockShop(1)
    const [first, second] = [await placeOrder(), await placeOrder()]
    await pay(first)
    await run(`UPDATE orders SET expired_at = created_at`)
    const states = `SELECT status FROM order_states WHERE order_id = '${second}'`
    expect(await rows(states)).toEqual([{ status: 'expired' }])
    await pay(second)
    expect(await rows(states)).toEqual([{ status: 'paid' }])
  })
})
