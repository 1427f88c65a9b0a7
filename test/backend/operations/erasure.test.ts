import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it } from 'vitest'
import { mailCopy, readCopies } from '../../../src/esims/esim-mail.ts'
import { mailReviews } from '../../../src/reviews/review-mails.ts'
import { mailReminders } from '../../../src/esims/departure-reminders.ts'
import { notifyOfEnds } from '../../../src/esims/usage-mails.ts'
import { correctAddress } from '../../../src/orders/correct-address.ts'
import { answerMessage } from '../../../src/messages/conversation.ts'
import { erasePerson } from '../../../src/office/erase-person.ts'
import { receiptCopy } from '../../../src/orders/receipt-mail.ts'
import { recordBounces } from '../../../src/messages/bounces.ts'
import { sendOutbox } from '../../../src/messages/send-outbox.ts'
import { ok } from '../../../src/kit/result.shared.ts'
import { secretID } from '../../../src/kit/tokens.shared.ts'
import {
  advanceClock,
  api,
  bindings,
  clock,
  pay,
  placeOrder,
  rows,
  signInCustomer,
  run,
  openShop,
  placeLines,
  contactMessage,
} from '../../support/small-shop.ts'
import { runBeforeBatch } from '../../support/run-before-batch.ts'
import { member, nextInput, paidOrder, staffContext } from '../../support/staff.ts'
import { runJobs } from '../../support/scheduled-rounds.ts'

beforeEach(async () => openShop(3))

const anna = 'anna@example.com'
const erase = async (address = anna, db = env.DB) =>
  erasePerson({ ...staffContext(), db, uploads: env.UPLOADS }, member('owner'), {
    person: { kind: 'customer', address },
    idempotencyKey: secretID(),
  })
const addressees = async () =>
  (await rows<{ recipient: string }>('SELECT recipient FROM outbox')).map(
    ({ recipient }) => recipient,
  )

describe('an order that nobody paid', () => {
  it('of a stranger with the address does not delay the erasure', async () => {
    await paidOrder()
    const invoiceID = await placeOrder()
    expect(await erase()).toMatchObject({ ok: true })
    expect(await rows(`SELECT email, status FROM orders WHERE id = '${invoiceID}'`)).toEqual([
      { email: 'erased', status: 'expired' },
    ])
    await runJobs()
    expect(
      await rows(`SELECT 1 FROM payments WHERE order_id = '${invoiceID}' AND cancelled_at IS NULL`),
    ).toEqual([])
  })

  it('shows its eSIM on its page when it is paid after all, and emails nobody', async () => {
    const invoiceID = await placeOrder()
    await erase()
    await pay(invoiceID)
    const shown = await api().invoice({ invoiceID })
    expect(shown).toMatchObject({
      value: { data: { status: 'success', hash: expect.any(String) } },
    })
    expect(await addressees()).toEqual([])
  })

  it('with a gift to the person is refunded when it is paid later', async () => {
    const invoiceID = await placeLines([{ recipient: 'ivan@example.com' }])
    expect(await erase('ivan@example.com')).toMatchObject({ ok: true })
    await pay(invoiceID)
    await runJobs()
    expect(await rows('SELECT 1 FROM esims')).toEqual([])
    advanceClock(72 * 3600)
    await runJobs()
    expect(await rows('SELECT order_id, amount_minor FROM refunds')).toMatchObject([
      { order_id: invoiceID, amount_minor: 1250 },
    ])
    expect(new Set(await addressees())).toEqual(new Set([anna]))
  })
})

describe('emails to an erased person', () => {
  it('get no reason from a carrier that reports a bounce later', async () => {
    await paidOrder()
    await run(`UPDATE outbox SET sent_at = created_at, attempts = 1, reference = 'sent-1'`)
    await erase()
    const reason = `550 5.1.1 <${anna}>: user unknown`
    const report = { reference: 'sent-1', recipient: anna, reason }
    await recordBounces({ db: env.DB, now: clock.now }, [report, { ...report, reference: 'x' }])
    expect(await rows('SELECT recipient, bounced_at, bounce_reason FROM outbox')).toEqual([
      { recipient: 'erased', bounced_at: null, bounce_reason: null },
    ])
  })

  it('are not written when the order is refunded later', async () => {
    const invoiceID = await paidOrder()
    await erase()
    const unsent = async () => rows('SELECT recipient FROM outbox WHERE sent_at IS NULL')
    expect(await unsent()).toEqual([])
    await pay(invoiceID, { kind: 'refunded' })
    expect(await unsent()).toEqual([])
  })

  it('are deleted when a delivery wrote one during the erasure, and never sent', async () => {
    await run(`INSERT INTO outbox (id, kind, purpose, dedupe_key, recipient, body, created_at)
      VALUES ('m', 'mail', 'esim', 'm', 'erased', 'Link', '2026-11-21')`)
    const sent: string[] = []
    const mail = {
      id: 'webhook',
      receive: async () => ok([]),
      send: async ({ to }: { readonly to: string }) => {
        sent.push(to)
        return { ok: true, value: { reference: null } } as const
      },
    }
    await sendOutbox({ ...staffContext(), carriers: { mail, sms: null } })
    expect(sent).toEqual([])
    await runJobs()
    expect(await addressees()).toEqual([])
  })

  it('are not written when the customer requests the eSIM again at the same time', async () => {
    const invoiceID = await paidOrder()
    const [esim] = await readCopies(env.DB, 'en', invoiceID)
    if (!esim) throw new Error('no eSIM')
    await erase()
    await mailCopy(staffContext(), esim, { lang: 'en', dedupeKey: 'again' }).run()
    expect((await addressees()).filter((each) => each !== 'erased')).toEqual([])
  })

  it('are not written when the shop reports usage at the same time', async () => {
    await paidOrder()
    await run(`UPDATE esims SET has_usage_mails = 1, valid_until = '2026-11-22T10:00:00.000Z'`)
    const db = runBeforeBatch(env.DB, async () => void (await erase()))
    await notifyOfEnds({ ...staffContext(), db })
    expect((await addressees()).filter((each) => each !== 'erased')).toEqual([])
  })

  it('are not written when the shop requests a review or reminds of a trip at the same time', async () => {
    await paidOrder()
    await run(`UPDATE esims SET has_review_mail = 1, valid_until = '2026-11-21T09:00:00.000Z',
      first_used_at = '2026-11-20', reminder_at = '2026-11-21T09:00:00.000Z'`)
    const db = runBeforeBatch(env.DB, async () => void (await erase()))
    await mailReviews({ ...staffContext(), db })
    await mailReminders({ ...staffContext(), db })
    expect((await addressees()).filter((each) => each !== 'erased')).toEqual([])
  })

  it('are not written when the order is refunded at the same time', async () => {
    const invoiceID = await paidOrder()
    bindings.DB = runBeforeBatch(env.DB, async () => void (await erase()))
    await pay(invoiceID, { kind: 'refunded' })
    expect(await rows('SELECT status FROM orders')).toEqual([{ status: 'refunded' }])
    expect((await addressees()).filter((each) => each !== 'erased')).toEqual([])
  })

  it('are not written when staff send the receipt again at the same time', async () => {
    const invoiceID = await paidOrder()
    await run(`DELETE FROM outbox`)
    const copy = await receiptCopy(staffContext(), invoiceID, 'again')
    await erase()
    await copy.run()
    expect(await addressees()).toEqual([])
  })

  it('are not named in a receipt that was written at the same time', async () => {
    const invoiceID = await placeLines([{ recipient: 'ivan@example.com' }])
    await pay(invoiceID)
    await run(`DELETE FROM outbox`)
    const copy = await receiptCopy(staffContext(), invoiceID, 'again')
    await erase('ivan@example.com')
    await copy.run()
    expect(await rows(`SELECT body FROM outbox`)).toEqual([])
    await (await receiptCopy(staffContext(), invoiceID, 'later')).run()
    expect(await addressees()).toEqual([anna])
  })

  it('are not written when the account gets a password at the same time', async () => {
    const session = await signInCustomer()
    await run(`DELETE FROM outbox`)
    bindings.DB = runBeforeBatch(env.DB, async () => void (await erase()))
    await api().customerPassword({ password: 'correct horse' }, { session })
    expect(await addressees()).toEqual([])
  })

  it('are not written when the account is opened by password at the same time', async () => {
    const session = await signInCustomer()
    await api().customerPassword({ password: 'correct horse' }, { session })
    await run(`DELETE FROM outbox`)
    bindings.DB = runBeforeBatch(env.DB, async () => {
      const sessions = await rows('SELECT 1 FROM sessions')
      if (sessions.length === 2) await erase()
    })
    const signIn = { email: anna, password: 'correct horse', nonce: 'o'.repeat(43) }
    expect(await api().passwordLogin(signIn)).toMatchObject({ ok: true })
    expect(await rows('SELECT 1 FROM customers')).toEqual([])
    expect(await addressees()).toEqual([])
  })

  it('are not written when staff answer the message at the same time', async () => {
    const message = { topic: 'support', name: 'Anna', email: anna, message: 'Hello' } as const
    expect(await api().mailNotify({ ...message, consent: true })).toMatchObject({ ok: true })
    const [stored] = await rows<{ id: string }>('SELECT id FROM outbox')
    const input = { messageID: stored?.id ?? '', version: 0, idempotencyKey: secretID() }
    const db = runBeforeBatch(env.DB, async () => void (await erase()))
    expect(
      await answerMessage({ ...staffContext(), db }, member('support'), { ...input, text: 'Hi' }),
    ).toMatchObject({ error: { code: 'conflict' } })
    expect((await addressees()).filter((each) => each === anna)).toEqual([])
  })

  it('are not written after a correction that knew the address', async () => {
    const invoiceID = await paidOrder()
    const input = await nextInput(invoiceID)
    await erase()
    expect(
      await correctAddress(staffContext(), member('support'), { ...input, email: 'b@example.com' }),
    ).toMatchObject({ error: { code: 'refused', reason: 'erased' } })
  })
})

describe('a screenshot that the person sends', () => {
  const message = { ...contactMessage, email: anna }
  const screenshot = new File([Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10)], 'a.png')
  const send = async (text: string) =>
    api().mailNotify({ ...message, message: text }, { files: { screenshot } })
  const files = async () => (await env.UPLOADS.list()).objects.map(({ key }) => key)

  it('is deleted when it arrives during the erasure', async () => {
    await send('first')
    const times = { left: 1 }
    const db = runBeforeBatch(env.DB, async () => {
      if (times.left-- > 0) await send('second')
    })
    expect(await erase(anna, db)).toMatchObject({
      ok: true,
      value: { details: { screenshots: 2 } },
    })
    expect(await files()).toEqual([])
    expect(await rows(`SELECT 1 FROM outbox WHERE body <> ''`)).toEqual([])
  })

  it('is not stored again when the message is repeated after the erasure', async () => {
    await send('first')
    await run('UPDATE outbox SET sent_at = created_at')
    await erase()
    expect(await send('first')).toMatchObject({ ok: true })
    expect(await files()).toEqual([])
  })
})
