import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it } from 'vitest'
import { deliver } from '../../../src/orders/delivery.ts'
import { orderTimeline } from '../../../src/orders/timeline.ts'
import { correctAddress, redirectGift } from '../../../src/orders/correct-address.ts'
import { erasePerson } from '../../../src/office/erase-person.ts'
import { secretID } from '../../../src/kit/tokens.shared.ts'
import { dayMs } from '../../../src/kit/time.shared.ts'
import {
  api,
  clock,
  pay,
  placeOrder,
  returnLineSql,
  rows,
  run,
  openShop,
  placeLines,
  usd,
  mailsAbout,
} from '../../support/small-shop.ts'
import { runBeforeBatch } from '../../support/run-before-batch.ts'
import { auditRows, member, nextInput, paidOrder, staffContext } from '../../support/staff.ts'
import { sql } from '../../../src/kit/sql.ts'

beforeEach(async () => openShop(3))

const correct = async (invoiceID: string, email = 'anna@right.example') =>
  correctAddress(staffContext(), member('support'), { ...(await nextInput(invoiceID)), email })
const esims = () =>
  rows<{ hash: string; email: string }>(
    'SELECT esim_hash AS hash, email FROM esims ORDER BY line_position',
  )

describe('a corrected address', () => {
  it('gets a new link, and the old link stops working', async () => {
    const invoiceID = await paidOrder()
    const [old] = await esims()
    expect(await correct(invoiceID)).toMatchObject({ ok: true })
    const [renewed] = await esims()
    expect(renewed?.email).toBe('anna@right.example')
    expect(await api().esim({ hash: old?.hash ?? '' })).toMatchObject({ error: { status: 404 } })
    expect(await api().esim({ hash: renewed?.hash ?? '' })).toMatchObject({ ok: true })
    const [mail, ...others] = await mailsAbout('esim-copy')
    expect(mail?.recipient).toBe('anna@right.example')
    expect(mail?.body).toContain(renewed?.hash)
    expect(others).toEqual([])
    expect(await auditRows(invoiceID)).toMatchObject([
      { action: 'address', details: '{"from":"an•••@example.com","to":"an•••@right.example"}' },
    ])
  })

  it('ends notifications in browsers with the old link', async () => {
    const invoiceID = await paidOrder()
    const [old] = await esims()
    await run(sql`INSERT INTO push_subscriptions
      (id, esim_hash, endpoint, p256dh, auth, created_at, public_key)
      VALUES ('browser', ${old?.hash ?? ''}, 'https://fcm.googleapis.com/a', '', '', '', '')`)
    await run('UPDATE esims SET has_push = 1')
    expect(await correct(invoiceID)).toMatchObject({ ok: true })
    expect(await rows('SELECT has_push FROM esims')).toEqual([{ has_push: 0 }])
    expect(await rows('SELECT id FROM push_subscriptions')).toEqual([])
  })

  it('is announced to both addresses without a link', async () => {
    const invoiceID = await paidOrder()
    await correct(invoiceID)
    const messages = await orderTimeline(staffContext(), invoiceID)
    expect(messages.filter(({ name }) => name === 'address-changed')).toHaveLength(2)
    const notices = await mailsAbout('address-changed')
    expect(notices.map(({ recipient }) => recipient)).toEqual([
      'anna@example.com',
      'anna@right.example',
    ])
    for (const { body } of notices) {
      expect(body).toContain('an•••@right.example')
      expect(body).not.toContain('http')
    }
  })

  it('is hidden on the order’s page, whose link the earlier address may have', async () => {
    const invoiceID = await paidOrder()
    await correct(invoiceID)
    expect(await api().invoice({ invoiceID })).toMatchObject({
      value: {
        data: {
          status: 'success',
          email: 'an•••@right.example',
          hash: null,
          lines: [{ status: 'issued', hash: null }],
        },
      },
    })
  })

  it('keeps the top-ups of the eSIM', async () => {
    const invoiceID = await paidOrder()
    await run(
      `UPDATE esims SET top_up_offers = '[1]'`,
      `INSERT INTO order_lines (order_id, position, kind, plan_id, amount_minor)
        SELECT order_id, 2, 'top-up', plan_id, 0 FROM order_lines`,
      `INSERT INTO top_ups (order_id, line_position, esim_hash, supplier, plan_code,
          validity_days, cost_minor, cost_currency)
        SELECT order_id, 2, esim_hash, 'acme', 'tr', 7, 100, 'USD' FROM esims`,
    )
    expect(await correct(invoiceID)).toMatchObject({ ok: true })
    const [esim] = await esims()
    expect(
      await rows(`SELECT e.esim_hash AS hash FROM top_ups JOIN esims e USING (esim_hash)
        WHERE top_up_offers = '[1]'`),
    ).toEqual([{ hash: esim?.hash }])
  })

  it('gets the eSIM of an order that is paid later', async () => {
    const invoiceID = await placeOrder()
    await correct(invoiceID)
    await pay(invoiceID)
    expect((await mailsAbout('esim')).map(({ recipient }) => recipient)).toEqual([
      'anna@right.example',
    ])
  })

  it('gets the eSIM of a simultaneous delivery', async () => {
    const invoiceID = await placeOrder()
    await run(`UPDATE stock SET plan_id = 'tr-sold-out'`)
    await pay(invoiceID)
    await run(`UPDATE stock SET plan_id = 'tr-10'`)
    const db = runBeforeBatch(env.DB, async () => void (await correct(invoiceID)))
    await deliver({ ...staffContext(), db }, invoiceID)
    expect((await esims()).map(({ email }) => email)).toEqual(['anna@right.example'])
    expect((await mailsAbout('esim')).map(({ recipient }) => recipient)).toEqual([
      'anna@right.example',
    ])
  })

  it('does not change the link or the recipient of a gift', async () => {
    const invoiceID = await placeLines([{ recipient: 'ivan@example.com' }, {}])
    await pay(invoiceID, { amount: usd(2500) })
    const [gift, mine] = await esims()
    await correct(invoiceID)
    const isOpen = async (hash = '') => (await api().esim({ hash })).ok
    expect([await isOpen(gift?.hash), await isOpen(mine?.hash)]).toEqual([true, false])
    const [copy, ...others] = await mailsAbout('esim-copy')
    expect(copy?.recipient).toBe('anna@right.example')
    expect(copy?.body).not.toContain(gift?.hash)
    expect(others).toEqual([])
    const shown = await api().invoice({ invoiceID })
    expect(shown.ok && shown.value.data.lines[0]?.recipient).toBe('iv•••@example.com')
  })

  it('is refused when it equals the current address', async () => {
    expect(await correct(await paidOrder(), 'anna@example.com')).toMatchObject({
      error: { code: 'refused', reason: 'same-address' },
    })
  })
})

describe('a corrected address of a gift', () => {
  const friend = 'ivan@example.com'

  async function giftOrder(change: { deliverOn?: string } = {}): Promise<string> {
    return placeLines([{}, { recipient: friend, ...change }])
  }
  const payBoth = async (invoiceID: string) => pay(invoiceID, { amount: usd(2500) })
  const redirect = async (invoiceID: string, email = 'igor@right.example', position = 2) =>
    redirectGift(staffContext(), member('support'), {
      ...(await nextInput(invoiceID)),
      position,
      email,
    })
  const recipients = async (purpose: string) =>
    (await mailsAbout(purpose)).map(({ recipient }) => recipient)
  const isOpen = async (hash = '') => (await api().esim({ hash })).ok

  it('gets a new link, and the link of the earlier recipient stops working', async () => {
    const invoiceID = await giftOrder()
    await payBoth(invoiceID)
    const [mine, gift] = await esims()
    expect(await redirect(invoiceID)).toMatchObject({ ok: true })
    const [still, renewed] = await esims()
    expect(still).toEqual(mine)
    expect(await Promise.all([gift, renewed].map((each) => isOpen(each?.hash)))).toEqual([
      false,
      true,
    ])
    const [copy, ...others] = await mailsAbout('esim-copy')
    expect(copy?.recipient).toBe('igor@right.example')
    expect(copy?.body).toContain(renewed?.hash)
    expect(others).toEqual([])
    const shown = await api().invoice({ invoiceID })
    expect(shown.ok && shown.value.data).toMatchObject({
      email: 'anna@example.com',
      hash: mine?.hash,
      lines: [{ recipient: null }, { recipient: 'igor@right.example', hash: null }],
    })
    expect(await auditRows(invoiceID)).toMatchObject([
      {
        action: 'address',
        details: '{"line":2,"from":"iv•••@example.com","to":"ig•••@right.example"}',
      },
    ])
  })

  it('is announced to the buyer and the earlier recipient without a link', async () => {
    const invoiceID = await giftOrder()
    await payBoth(invoiceID)
    await redirect(invoiceID)
    expect(await recipients('address-changed')).toEqual(['anna@example.com', friend])
    for (const { body } of await mailsAbout('address-changed')) {
      expect(body).toContain('ig•••@right.example')
      expect(body).not.toContain('http')
    }
  })

  it('gets a gift that waits for its date, without a notice to its earlier recipient', async () => {
    const tomorrow = new Date(clock.now.getTime() + dayMs).toISOString().slice(0, 10)
    const invoiceID = await giftOrder({ deliverOn: tomorrow })
    await payBoth(invoiceID)
    await redirect(invoiceID)
    expect(await recipients('address-changed')).toEqual(['anna@example.com'])
    clock.now = new Date(clock.now.getTime() + dayMs)
    await deliver(staffContext(), invoiceID)
    expect(await recipients('esim')).toEqual(['anna@example.com', 'igor@right.example'])
  })

  it('gets the gift of a simultaneous delivery', async () => {
    const invoiceID = await giftOrder()
    await run(`UPDATE stock SET plan_id = 'tr-sold-out'`)
    await payBoth(invoiceID)
    await run(`UPDATE stock SET plan_id = 'tr-10'`)
    const db = runBeforeBatch(env.DB, async () => void (await redirect(invoiceID)))
    await deliver({ ...staffContext(), db }, invoiceID)
    expect(await recipients('esim')).toEqual(['anna@example.com', 'igor@right.example'])
  })

  it('ends the consent to emails, and deletes those that wait for the earlier recipient', async () => {
    const invoiceID = await giftOrder()
    await payBoth(invoiceID)
    const [, gift] = await esims()
    const mails = [
      ['usage', `Data left: ${gift?.hash}`],
      ['other', 'another eSIM'],
    ]
    await run(
      `UPDATE esims SET has_usage_mails = 1, has_review_mail = 1, review_mail_at = '2026-12-01',
        reminder_at = '2026-12-01'`,
      sql`INSERT INTO outbox (id, kind, purpose, dedupe_key, recipient, body, order_id, created_at)
        SELECT value ->> 0, 'mail', 'usage', value ->> 0, ${friend}, value ->> 1, ${invoiceID},
          '2026-11-21' FROM json_each(${JSON.stringify(mails)})`,
    )
    await redirect(invoiceID)
    expect(
      await rows(
        `SELECT has_usage_mails + has_review_mail AS mails, review_mail_at IS NOT NULL AS review,
          reminder_at IS NOT NULL AS reminder FROM esims ORDER BY line_position`,
      ),
    ).toEqual([
      { mails: 2, review: 1, reminder: 1 },
      { mails: 0, review: 0, reminder: 0 },
    ])
    expect(
      await rows(
        `SELECT id FROM outbox WHERE recipient = '${friend}' AND purpose <> 'address-changed'`,
      ),
    ).toEqual([{ id: 'other' }])
    const [copy] = await mailsAbout('esim-copy')
    expect(copy?.recipient).toBe('igor@right.example')
  })

  it('has one valid link when two people correct it at once', async () => {
    const invoiceID = await giftOrder()
    await payBoth(invoiceID)
    const input = await nextInput(invoiceID)
    const other = await nextInput(invoiceID)
    const db = runBeforeBatch(
      env.DB,
      async () =>
        void (await redirectGift(staffContext(), member('support'), {
          ...other,
          position: 2,
          email: 'igor@right.example',
        })),
    )
    const late = await redirectGift({ ...staffContext(), db }, member('support'), {
      ...input,
      position: 2,
      email: 'oleg@right.example',
    })
    expect(late).toMatchObject({ error: { code: 'conflict' } })
    const copies = await mailsAbout('esim-copy')
    expect(copies.map(({ recipient }) => recipient)).toEqual(['igor@right.example'])
    const [, gift] = await esims()
    expect(await isOpen(gift?.hash)).toBe(true)
    expect(copies[0]?.body).toContain(gift?.hash)
  })

  it('has one valid link when the eSIM is delivered at the same time', async () => {
    const invoiceID = await giftOrder()
    await run(`UPDATE stock SET plan_id = 'tr-sold-out'`)
    await payBoth(invoiceID)
    await run(`UPDATE stock SET plan_id = 'tr-10'`)
    const input = await nextInput(invoiceID)
    const db = runBeforeBatch(env.DB, async () => deliver(staffContext(), invoiceID))
    const late = await redirectGift({ ...staffContext(), db }, member('support'), {
      ...input,
      position: 2,
      email: 'igor@right.example',
    })
    expect(late).toMatchObject({ error: { code: 'conflict' } })
    expect(await redirect(invoiceID)).toMatchObject({ ok: true })
    expect(await recipients('esim-copy')).toEqual(['igor@right.example'])
  })

  it('does not write to a person who was erased at the same time', async () => {
    const invoiceID = await giftOrder()
    await payBoth(invoiceID)
    const input = await nextInput(invoiceID)
    const erasure = {
      person: { kind: 'customer', address: friend },
      idempotencyKey: secretID(),
    } as const
    let batches = 0
    const db = runBeforeBatch(env.DB, async () => {
      batches += 1
      // The first batch reads the order, and the second changes it.
      if (batches === 2)
        await erasePerson({ ...staffContext(), uploads: env.UPLOADS }, member('owner'), erasure)
    })
    const late = await redirectGift({ ...staffContext(), db }, member('support'), {
      ...input,
      position: 2,
      email: 'igor@right.example',
    })
    expect(late).toMatchObject({ error: { code: 'conflict' } })
    expect(await rows(`SELECT 1 FROM outbox WHERE recipient = '${friend}'`)).toEqual([])
  })

  it('is refused for another line, a returned gift, and the same address', async () => {
    const invoiceID = await giftOrder()
    await payBoth(invoiceID)
    const refusal = (reason: string) => ({ error: { code: 'refused', reason } })
    expect(await redirect(invoiceID, 'igor@right.example', 1)).toMatchObject(refusal('not-a-gift'))
    expect(await redirect(invoiceID, 'igor@right.example', 3)).toMatchObject(refusal('not-a-gift'))
    expect(await redirect(invoiceID, friend)).toMatchObject(refusal('same-address'))
    await run(returnLineSql(2))
    expect(await redirect(invoiceID)).toMatchObject(refusal('not-delivered'))
  })
})
