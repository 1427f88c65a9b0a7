import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it } from 'vitest'
import { scansOf } from '../../../scripts/bench/table-scans.ts'
import { addNote, resendMail } from '../../../src/orders/order-actions.ts'
import { orderForOffice } from '../../../src/orders/order-for-office.ts'
import { orderTimeline } from '../../../src/orders/timeline.ts'
import { searchOrders } from '../../../src/orders/search-orders.ts'
import { orderNumberOf } from '../../../src/kit/order-number.ts'
import {
  advanceClock,
  clock,
  pay,
  placeOrder,
  rows,
  settings,
  openShop,
  run,
  numbersTo,
  usd,
} from '../../support/small-shop.ts'
import { recordQueries } from '../../support/record-queries.ts'
import { member, nextInput, paidOrder, staffContext } from '../../support/staff.ts'
import { sql } from '../../../src/kit/sql.ts'

beforeEach(async () => openShop(3))

const findIDs = async (query: string) =>
  (await searchOrders({ ...staffContext(), locale: 'en' }, query)).orders.map(
    ({ invoiceID }) => invoiceID,
  )

describe('the search for orders', () => {
  it('finds an order by its address, profile, reference, id and first ten characters', async () => {
    const invoiceID = await paidOrder()
    await placeOrder()
    const [esim] = await rows<{ iccid: string }>('SELECT iccid FROM esims')
    const [payment] = await rows<{ reference: string }>(
      `SELECT reference FROM payments WHERE order_id = '${invoiceID}'`,
    )
    const iccid = esim?.iccid ?? ''
    for (const query of [iccid, `${iccid}F`, payment?.reference ?? '', invoiceID.slice(0, 10)])
      expect(await findIDs(query), query).toEqual([invoiceID])
    expect(await findIDs(' Anna@Example.com ')).toHaveLength(2)
  })

  it('finds an order by the number of its receipt, with or without its prefix', async () => {
    const without = await paidOrder()
    settings['RECEIPT_PREFIX'] = 'СЧЁТ-2026-'
    const invoiceID = await paidOrder()
    await placeOrder()
    for (const query of ['2', 'СЧЁТ-2026-2', ' счёт-2026-2 '])
      expect(await findIDs(query), query).toEqual([invoiceID])
    expect(await findIDs('1')).toEqual([without])
    for (const query of ['3', 'B-2', 'СЧЁТ-2026-1']) expect(await findIDs(query), query).toEqual([])
    const order = await orderForOffice(staffContext(), invoiceID, 'en')
    expect(order?.receiptNumber).toBe('СЧЁТ-2026-2')
  })

  it('finds an order by the number of its credit note, with or without its prefix', async () => {
    await paidOrder()
    const invoiceID = await paidOrder()
    await pay(invoiceID, { kind: 'refunded', amount: usd(300) })
    await pay(invoiceID, { kind: 'refunded', id: 're_2', amount: usd(300) })
    for (const query of ['C-1', ' c-2 ']) expect(await findIDs(query), query).toEqual([invoiceID])
    // The first receipt belongs to another order.
    expect(await findIDs('1')).toHaveLength(2)
    for (const query of ['C-3', 'D-1']) expect(await findIDs(query), query).toEqual([])
    const order = await orderForOffice(staffContext(), invoiceID, 'en')
    expect(order?.creditNotes.map(({ number }) => number)).toEqual(['C-1', 'C-2'])
  })

  it('finds an order by its charge, refund or dispute at the provider', async () => {
    const invoiceID = await placeOrder()
    await pay(invoiceID, { id: 'ch_1' })
    await pay(invoiceID, { kind: 'refunded', id: 're_1', amount: usd(1) })
    await pay(invoiceID, { kind: 'disputed', id: 'du_12345678901234567890' })
    await pay('none', { id: 'ch_unmatched', invoiceID: null })
    for (const id of ['ch_1', 're_1', 'du_12345678901234567890'])
      expect(await findIDs(id), id).toEqual([invoiceID])
    expect(await findIDs('ch_unmatched')).toEqual([])
  })

  it('finds an order by what customers paste: its printed number, or the address of a page', async () => {
    const invoiceID = await paidOrder()
    await placeOrder()
    const [esim] = await rows<{ hash: string }>('SELECT esim_hash AS hash FROM esims')
    const number = orderNumberOf(invoiceID)
    for (const query of [
      `#${number}`,
      `№ ${number.toLowerCase()}`,
      `Order: ${number}.`,
      `Заказ ${number}`,
      `https://shop.example/ru/payment/success?invoiceID=${invoiceID}`,
      `https://shop.example/esim-instruction?hash=${esim?.hash}#codes`,
      `https://shop.example/esim-operator-info?utm_source=mail&hash=${esim?.hash}`,
      esim?.hash ?? '',
    ])
      expect(await findIDs(query), query).toEqual([invoiceID])
  })

  it('finds nothing for an empty, short or unknown query', async () => {
    const invoiceID = await paidOrder()
    for (const query of [
      '',
      ' ',
      invoiceID.slice(0, 9),
      'somebody@example.com',
      '8910300000000000099',
    ])
      expect(await findIDs(query), query).toEqual([])
  })

  it('returns 50 orders at most, newest first', async () => {
    await run(sql`INSERT INTO orders
        (id, idempotency_key, email, lang, amount_minor, currency, created_at)
      SELECT 'many-orders-' || (9 + value), value, 'many@example.com', 'en', 100, 'USD',
        printf('2026-11-01T10:00:%dZ', 9 + value) FROM ${numbersTo(60)}`)
    for (const query of ['many@example.com', 'many-orders-']) {
      const ids = await findIDs(query)
      expect(ids).toHaveLength(50)
      expect(ids[0]).toBe('many-orders-69')
    }
  })
})

describe('an order for staff', () => {
  it('shows its version, money and plans', async () => {
    const invoiceID = await placeOrder()
    const before = await orderForOffice(staffContext(), invoiceID, 'ru')
    await pay(invoiceID)
    const after = await orderForOffice(staffContext(), invoiceID, 'ru')
    expect(after).toMatchObject({
      status: 'success',
      email: 'anna@example.com',
      unrefunded: usd(1250),
      lines: [{ position: 1, tariffID: 'tr-10', iccid: '8910300000000000010' }],
    })
    expect(after?.lines[0]?.title).toContain('Турция')
    expect(after?.version).toBeGreaterThan(before?.version ?? 0)
    expect(await orderForOffice(staffContext(), 'none', 'en')).toBeNull()
  })
})

describe('the timeline of an order', () => {
  it('lists payments, facts, the eSIM, messages and what staff did', async () => {
    const invoiceID = await paidOrder()
    await addNote(staffContext(), member('support'), {
      ...(await nextInput(invoiceID)),
      text: 'called us',
    })
    const timeline = await orderTimeline(staffContext(), invoiceID)
    expect(new Set(timeline.map(({ kind, name }) => `${kind} ${name}`))).toEqual(
      new Set([
        'ordered success',
        'payment test',
        'fact charged',
        'esim tr-10',
        'message esim',
        'note ',
      ]),
    )
    expect(timeline).toContainEqual(
      expect.objectContaining({ kind: 'note', details: { staff: 'A support', text: 'called us' } }),
    )
    expect(timeline.find(({ kind }) => kind === 'fact')?.amount).toEqual({
      minor: 1250,
      currency: 'USD',
    })
  })

  it('never leaves out the newest events', async () => {
    const invoiceID = await paidOrder()
    const time = (number: number) => new Date(clock.now.getTime() + number * 1000).toISOString()
    await env.DB.batch(
      Array.from({ length: 110 }, (_, number) =>
        env.DB.prepare(
          `INSERT INTO outbox (id, kind, purpose, dedupe_key, order_id, recipient, body, created_at)
          VALUES (?1, 'mail', 'esim-copy', ?1, ?2, 'anna@example.com', '', ?3)`,
        ).bind(`copy-${number}`, invoiceID, time(number)),
      ),
    )
    const copies = (await orderTimeline(staffContext(), invoiceID)).filter(
      ({ name }) => name === 'esim-copy',
    )
    expect(copies.map(({ at }) => at)).toEqual(
      Array.from({ length: 100 }, (_, number) => time(number + 10)),
    )
  })

  it('lists what staff did before its effects at the same time', async () => {
    const invoiceID = await paidOrder()
    advanceClock(60)
    const resend = { ...(await nextInput(invoiceID)), position: null }
    await resendMail(staffContext(), member('support'), resend)
    const events = (await orderTimeline(staffContext(), invoiceID)).slice(-2)
    expect(events.map(({ kind, name }) => `${kind} ${name}`)).toEqual([
      'action resend',
      'message esim-copy',
    ])
  })

  it('contains nothing that opens an eSIM', async () => {
    const invoiceID = await paidOrder()
    const [secret] = await rows<{ esim_hash: string; matching_id: string }>(
      'SELECT esim_hash, matching_id FROM esims JOIN stock USING (iccid)',
    )
    const text = JSON.stringify([
      await orderTimeline(staffContext(), invoiceID),
      await orderForOffice(staffContext(), invoiceID, 'en'),
    ])
    expect(text).toContain('8910300000000000010')
    for (const part of Object.values(secret ?? { none: text })) expect(text).not.toContain(part)
  })
})

it('every staff query reads an index', async () => {
  const invoiceID = await paidOrder()
  const plans = await recordQueries(async () => {
    for (const query of [
      'anna@example.com',
      '8910300000000000010',
      'pi_1',
      invoiceID,
      `#${orderNumberOf(invoiceID)}`,
    ])
      await searchOrders({ ...staffContext(), locale: 'en' }, query)
    await orderForOffice(staffContext(), invoiceID, 'en')
    await orderTimeline(staffContext(), invoiceID)
    await addNote(staffContext(), member(), { ...(await nextInput(invoiceID)), text: 'x' })
  })
  expect(plans.length).toBeGreaterThan(8)
  expect(plans.flatMap((plan) => scansOf(plan))).toEqual([])
})
