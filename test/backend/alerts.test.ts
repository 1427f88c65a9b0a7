import { env } from 'cloudflare:workers'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { applyCondition, endAlert, orderSubject, raiseAlert } from '../../src/messages/alerts.ts'
import { storedDetail } from '../../src/messages/alert-detail.ts'
import { sendAlerts } from '../../src/messages/send-alerts.ts'
import { runScheduledJobs } from '../../src/jobs.ts'
import { backendConfig } from '../../src/settings.ts'
import {
  advanceClock,
  api,
  clearShop,
  clock,
  mailWebhook,
  nonce,
  pay,
  placeOrder,
  rows,
  settings,
  stockShop,
  run,
  usd,
  mailsAbout,
} from '../support/small-shop.ts'
import { sql } from '../../src/kit/sql.ts'
import { restock } from '../support/staff.ts'
import { runJobs } from '../support/scheduled-rounds.ts'

type Post = { text: string; alerts: { kind: string; subject: string; state: string }[] }

const webhook = 'https://chat.example/hook'
const dispute = { kind: 'dispute', subject: 'V1StGXR8_Z', detail: 'stripe du_1' } as const

const answers = new Map<string, number | Error>()
let posts: Post[] = []

beforeEach(async () => {
  await clearShop()
  answers.clear()
  posts = []
  vi.spyOn(console, 'error').mockReturnValue()
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const answer = answers.get(url) ?? 200
    if (answer instanceof Error) throw answer
    if (url === webhook && answer === 200) posts.push(await new Response(init.body).json())
    return new Response(null, { status: answer })
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const mails = async () => mailsAbout('alert')
const states = () => posts.map(({ alerts }) => alerts.map(({ state }) => state).join())

async function runMinutes(minutes: number, step = 1): Promise<void> {
  for (let minute = step; minute <= minutes; minute += step) {
    advanceClock(60 * step)
    await runJobs()
  }
}

describe('an alert', () => {
  it('is sent when it begins, hourly while it lasts, and when it ends', async () => {
    settings['ALERT_WEBHOOK_URL'] = webhook
    await raiseAlert(env.DB, dispute, clock.now).run()
    await runMinutes(150, 10)
    await endAlert(env.DB, 'dispute', dispute.subject, clock.now).run()
    await runMinutes(150, 10)
    expect(states()).toEqual(['new', 'open', 'open', 'ended'])
    const sent = await mails()
    expect(sent.map(({ subject }) => subject)).toEqual([
      'Meridian: A customer disputes a payment',
      'Meridian: Still open: A customer disputes a payment',
      'Meridian: Still open: A customer disputes a payment',
      'Meridian: Ended: A customer disputes a payment',
    ])
    expect(sent[0]).toMatchObject({ recipient: 'help@meridian.example' })
    expect(sent[0]?.body).toContain('stripe du_1')
    expect(sent[0]?.body).toContain('Since 21.11.2026 10:00\u00A0UTC.')
    // The shop may have lost the dispute.
    expect(sent[3]?.body).toContain('The bank decided at 21.11.2026 12:30\u00A0UTC.')
    expect(sent[3]?.body).toContain('Don’t refund the order as well.')
  })

  it('links to its order if the shop has a back office', async () => {
    await stockShop(1)
    const invoiceID = await placeOrder()
    const ofOrder = {
      kind: 'dispute',
      query: sql`SELECT 'stripe du_1' AS subject, '' AS detail, ${invoiceID} AS order_id`,
    } as const
    await env.DB.batch(applyCondition(env.DB, ofOrder, clock.now))
    await sendAlerts(env.DB, backendConfig({ ...env, ...settings }), clock.now)
    advanceClock(3600)
    const office = {
      ACCESS_TEAM_DOMAIN: 'https://shop.cloudflareaccess.com',
      ACCESS_AUD: 'a'.repeat(64),
      ADMIN_OWNERS: 'olga@shop.example',
    }
    const config = backendConfig({ ...env, ...settings, ...office })
    await sendAlerts(env.DB, config, clock.now)
    const [without, withLink] = await mails()
    expect(without?.body).not.toContain('/admin')
    expect(withLink?.body).toContain(
      `${config.SITE_ORIGIN}/admin/orders?q=${orderSubject.of(invoiceID)}`,
    )
  })

  it('has no link when its subject only looks like an order number', async () => {
    await raiseAlert(env.DB, dispute, clock.now).run()
    const office = {
      ACCESS_TEAM_DOMAIN: 'https://shop.cloudflareaccess.com',
      ACCESS_AUD: 'a'.repeat(64),
      ADMIN_OWNERS: 'olga@shop.example',
    }
    await sendAlerts(env.DB, backendConfig({ ...env, ...settings, ...office }), clock.now)
    const [mail] = await mails()
    expect(mail?.body).toContain('/admin')
    expect(mail?.body).not.toContain('/admin/orders')
  })

  it('shares one message with other due alerts', async () => {
    settings['ALERT_WEBHOOK_URL'] = webhook
    await raiseAlert(env.DB, dispute, clock.now).run()
    const detail = storedDetail({ code: 'amount', values: usd(2950) })
    await raiseAlert(env.DB, { ...dispute, kind: 'overcharged', detail }, clock.now).run()
    await runMinutes(2)
    expect(posts.map(({ alerts }) => alerts.map(({ kind }) => kind))).toEqual([
      ['dispute', 'overcharged'],
    ])
    const sent = await mails()
    expect(sent.map(({ subject }) => subject)).toEqual(['Meridian: 2 alerts'])
    expect(sent[0]?.body).toContain(': $29.50')
    expect(posts[0]?.alerts[1]).toMatchObject({ detail: '$29.50' })
  })

  it('is one alert while it is open, and a new alert after its end', async () => {
    const raise = (detail: string) => raiseAlert(env.DB, { ...dispute, detail }, clock.now).run()
    await raise('first')
    await raise('second')
    expect(await rows('SELECT detail FROM alerts')).toEqual([{ detail: 'second' }])
    await endAlert(env.DB, 'dispute', dispute.subject, clock.now).run()
    await raise('third')
    expect(await rows('SELECT detail FROM alerts ORDER BY id')).toEqual([
      { detail: 'second' },
      { detail: 'third' },
    ])
  })

  it('is emailed once by parallel jobs', async () => {
    await raiseAlert(env.DB, dispute, clock.now).run()
    const config = backendConfig(env)
    await Promise.all([1, 2, 3].map(() => sendAlerts(env.DB, config, clock.now)))
    expect(await mails()).toHaveLength(1)
  })

  it('is posted again a minute after a failure, without a second email', async () => {
    settings['ALERT_WEBHOOK_URL'] = webhook
    await raiseAlert(env.DB, dispute, clock.now).run()
    answers.set(webhook, 503)
    await runMinutes(1)
    answers.set(webhook, new TypeError('Network connection lost.'))
    await runMinutes(1)
    expect(posts).toEqual([])
    answers.clear()
    await runMinutes(1)
    expect(states()).toEqual(['new'])
    expect(await mails()).toHaveLength(1)
  })

  it('retries the report of its end for a day when the webhook fails', async () => {
    settings['ALERT_WEBHOOK_URL'] = webhook
    await raiseAlert(env.DB, dispute, clock.now).run()
    answers.set(webhook, 503)
    await runMinutes(1)
    await endAlert(env.DB, 'dispute', dispute.subject, clock.now).run()
    await runMinutes(1)
    answers.clear()
    await runMinutes(2)
    expect(states()).toEqual(['ended'])
    await run('UPDATE alerts SET posted_at = NULL')
    advanceClock(86_400)
    await runJobs()
    expect(posts).toHaveLength(1)
  })

  it('is deleted 90 days after its end, and never while it is open', async () => {
    await raiseAlert(env.DB, dispute, clock.now).run()
    await raiseAlert(env.DB, { ...dispute, kind: 'overcharged' }, clock.now).run()
    await endAlert(env.DB, 'dispute', dispute.subject, clock.now).run()
    advanceClock(90 * 86_400)
    await runJobs()
    expect(await rows('SELECT 1 FROM alerts')).toHaveLength(2)
    advanceClock(60)
    await runJobs()
    expect(await rows('SELECT kind FROM alerts')).toEqual([{ kind: 'overcharged' }])
  })
})

describe('a condition', () => {
  const conditionFor = (subjects: readonly string[]) => ({
    kind: 'unmatched-fact' as const,
    query: sql`SELECT value AS subject, 'detail' AS detail, NULL AS order_id
      FROM json_each(${JSON.stringify(subjects)})`,
  })
  const check = (subjects: readonly string[]) =>
    env.DB.batch(applyCondition(env.DB, conditionFor(subjects), clock.now))

  it('raises the alerts it selects and ends other alerts of its kind', async () => {
    await raiseAlert(env.DB, dispute, clock.now).run()
    await check(['a', 'b'])
    await check(['b', 'c'])
    expect(
      await rows('SELECT kind, subject, ended_at IS NULL AS open FROM alerts ORDER BY subject'),
    ).toEqual([
      { kind: 'dispute', subject: 'V1StGXR8_Z', open: 1 },
      { kind: 'unmatched-fact', subject: 'a', open: 0 },
      { kind: 'unmatched-fact', subject: 'b', open: 1 },
      { kind: 'unmatched-fact', subject: 'c', open: 1 },
    ])
  })
})

describe('paid-undelivered', () => {
  it('begins ten minutes after the payment and ends with the delivery', async () => {
    settings['ALERT_WEBHOOK_URL'] = webhook
    await stockShop(1)
    const [first, second] = [await placeOrder(), await placeOrder()]
    await pay(first)
    await pay(second)
    await runMinutes(9)
    const undeliveredAlerts = () =>
      posts.flatMap(({ alerts }) => alerts).filter(({ kind }) => kind === 'paid-undelivered')
    expect(undeliveredAlerts()).toEqual([])
    await runMinutes(1)
    expect(undeliveredAlerts()).toMatchObject([
      { kind: 'paid-undelivered', subject: orderSubject.of(second), detail: 'tr-10' },
    ])
    expect(JSON.stringify(posts) + JSON.stringify(await mails())).not.toContain(second)
    await restock()
    await runMinutes(2)
    expect(undeliveredAlerts().map(({ state }) => state)).toEqual(['new', 'ended'])
  })
})

describe('mail-failed', () => {
  const carrier = mailWebhook.MAIL_WEBHOOK_URL
  beforeEach(() => {
    Object.assign(settings, mailWebhook, { ALERT_WEBHOOK_URL: webhook })
    answers.set(carrier, 503)
  })

  it('begins when a sign-in code expires while the carrier fails', async () => {
    await api().customerCodeSend({ nonce, email: 'anna@example.com' })
    await runMinutes(9)
    expect(posts).toEqual([])
    await runMinutes(1)
    expect(posts.flatMap(({ alerts }) => alerts)).toMatchObject([
      { kind: 'mail-failed', subject: 'mail', detail: '1: sign-in code' },
    ])
    expect(JSON.stringify(posts)).not.toContain('anna')
  })

  it('begins after eight attempts and ends when the message is queued again', async () => {
    await stockShop(20)
    await pay(await placeOrder())
    // The pauses before the next seven attempts.
    for (const pause of [1, 2, 4, 8, 16, 32, 64]) await runMinutes(pause, pause)
    expect(posts).toEqual([])
    await runMinutes(1)
    expect(states()).toEqual(['new'])
    answers.clear()
    await run('UPDATE outbox SET attempts = 0, given_up_at = NULL')
    await runMinutes(1)
    expect(states()).toEqual(['new', 'ended'])
    expect(await rows('SELECT 1 FROM outbox WHERE sent_at IS NULL')).toEqual([])
  })

  it('ends after a day, even if emails about the alert fail too', async () => {
    await api().customerCodeSend({ nonce, email: 'anna@example.com' })
    await runMinutes(10)
    for (let hour = 0; hour < 25; hour += 1) {
      advanceClock(3600)
      await runJobs()
    }
    expect(states().at(-1)).toBe('ended')
    expect(await rows('SELECT 1 FROM alerts WHERE ended_at IS NULL')).toEqual([])
  })

  it('never begins without a carrier', async () => {
    settings['MAIL_CARRIER'] = ''
    await api().customerCodeSend({ nonce, email: 'anna@example.com' })
    await runMinutes(15)
    expect(posts).toEqual([])
  })
})

describe('scheduled jobs', () => {
  it('run even if one of them fails, and report the failure', async () => {
    await raiseAlert(env.DB, dispute, clock.now).run()
    const failing = vi.spyOn(env.DB, 'prepare').mockImplementationOnce(() => {
      throw new Error('D1 is overloaded')
    })
    await expect(runScheduledJobs(env, clock.now)).rejects.toThrow('Scheduled jobs failed')
    failing.mockRestore()
    expect(await mails()).toHaveLength(1)
  })
})
