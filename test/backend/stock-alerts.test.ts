import { env } from 'cloudflare:workers'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { runScheduledJobs } from '../../src/jobs.ts'
import { outOfStockItems } from '../../src/plans/unmet-demand.ts'
import { href } from '../../src/words/paths.shared.ts'
import { advanceClock, api, clock, openShop, rows, run, words } from '../support/small-shop.ts'
import { visit } from '../support/visit.ts'

const day = 24 * 60 * 60

/** The country has a plan that sold out, and no other. */
beforeEach(async () => {
  await openShop(0)
  await run('UPDATE placements SET in_stock = 0')
})

afterEach(() => {
  vi.useRealTimers()
})

/** One profile of the plan arrives. */
async function restock(): Promise<void> {
  await run(
    `INSERT INTO stock (iccid, plan_id, smdp_address, matching_id)
      VALUES ('8910300000000000099', 'tr-10', 'rsp.example.com', 'CODE-99')`,
    `UPDATE placements SET in_stock = 1 WHERE plan_id = 'tr-10'`,
  )
}

const request = (email = 'anna@example.com', change: object = {}, address?: string) =>
  api('en', address).stockAlert({ kind: 'place', subject: 'tr', email, consent: true, ...change })
const mails = () =>
  rows<{ recipient: string; subject: string; body: string }>(
    `SELECT recipient, subject, body FROM outbox WHERE purpose = 'stock-alert' ORDER BY created_at`,
  )
const alerts = () => rows<{ id: string; email: string }>('SELECT id, email FROM stock_alerts')

async function confirmed(email?: string, change?: object): Promise<void> {
  await request(email, change)
  const [alert] = await rows<{ id: string }>(
    'SELECT id FROM stock_alerts WHERE confirmed_at IS NULL',
  )
  expect(await api().stockAlertConfirm({ alert: alert?.id ?? '' })).toMatchObject({ ok: true })
}

async function runJobs(): Promise<void> {
  await runScheduledJobs(env, clock.now)
}

describe('an email when something is on sale again', () => {
  it('is sent once to a confirmed address, which is then deleted', async () => {
    await confirmed()
    const [confirmation] = await mails()
    const [alert] = await alerts()
    expect(confirmation).toMatchObject({
      recipient: 'anna@example.com',
      subject: words('mail.stockAlertSubject'),
    })
    expect(confirmation?.body).toContain(`/esim-stock-alert?alert=${alert?.id}`)
    await runJobs()
    expect(await mails()).toHaveLength(1)

    advanceClock(60)
    await restock()
    await runJobs()
    advanceClock(60)
    await runJobs()
    const [, back, ...others] = await mails()
    expect(others).toEqual([])
    expect(back?.subject).toBe(words('mail.backSubject', { title: 'Türkiye' }))
    expect(back?.body).toContain('/esim/countries/tr')
    expect(await alerts()).toEqual([])
  })

  it('is about one plan, with the link to its page', async () => {
    await confirmed('anna@example.com', { kind: 'tariff', subject: 'tr-10' })
    advanceClock(60)
    await restock()
    await runJobs()
    const [, back] = await mails()
    expect(back?.body).toContain('/esim/tariffs/tr-turkcell/tr-10')
  })

  it('is about a region, with the link to its page', async () => {
    await run(
      `INSERT INTO places (place, titles) VALUES ('tr/34', '{"en":"Istanbul"}')`,
      `UPDATE placements SET place = 'tr/34' WHERE plan_id = 'tr-10' AND place = 'tr'`,
    )
    const page = await visit('/esim-stock-alert?country=tr&region=34')
    expect(await page.text()).toContain('Istanbul')
    expect((await visit('/esim-stock-alert?country=tr&region=99')).status).toBe(404)
    await confirmed('anna@example.com', { subject: 'tr/34' })
    advanceClock(60)
    await restock()
    await runJobs()
    const [, back] = await mails()
    expect(back?.subject).toBe(words('mail.backSubject', { title: 'Istanbul' }))
    expect(back?.body).toContain('/esim/countries/tr/34')
  })

  it('is not sent to an address that nobody confirmed, which is deleted after two days', async () => {
    await request()
    await restock()
    await runJobs()
    expect(await mails()).toHaveLength(1)
    const [alert] = await alerts()
    advanceClock(2 * day + 60)
    expect(await api().stockAlertConfirm({ alert: alert?.id ?? '' })).toMatchObject({
      ok: false,
      error: { code: 'not-found' },
    })
    await runJobs()
    expect(await alerts()).toEqual([])
  })

  it('sends one link an hour for a repeated request, and none for a confirmed one', async () => {
    await request()
    await request()
    expect(await mails()).toHaveLength(1)
    advanceClock(3600)
    await confirmed()
    expect(await mails()).toHaveLength(2)
    advanceClock(3600)
    expect(await request()).toMatchObject({ ok: true })
    expect(await mails()).toHaveLength(2)
    expect(await alerts()).toHaveLength(1)
  })

  it('limits the emails to a mailbox and from a network', async () => {
    const tooMany = { ok: false, error: { code: 'too-many-requests' } }
    for (let index = 0; index < 5; index += 1)
      expect(await request(`anna+${index}@example.com`, {}, `192.0.2.${index}`)).toMatchObject({
        ok: true,
      })
    expect(await request('anna+9@example.com', {}, '192.0.2.9')).toMatchObject(tooMany)
    for (let index = 0; index < 10; index += 1)
      await request(`guest${index}@example.com`, {}, '198.51.100.1')
    expect(await request('guest10@example.com', {}, '198.51.100.1')).toMatchObject(tooMany)
  })

  it('refuses a place or plan that the shop does not have', async () => {
    for (const change of [{ subject: 'zz' }, { kind: 'tariff', subject: 'no-such-plan' }])
      expect(await request('anna@example.com', change)).toMatchObject({
        ok: false,
        error: { code: 'not-found' },
      })
    expect(await mails()).toEqual([])
  })

  it('is cancelled with the link of the email, before and after the confirmation', async () => {
    for (const isConfirmed of [false, true]) {
      await (isConfirmed ? confirmed() : request())
      const [alert] = await alerts()
      const path = href('en', 'stockAlert', null, { alert: alert?.id })
      // Pages use the time of the machine.
      vi.setSystemTime(clock.now)
      const page = await (await visit(path)).text()
      expect(page).toContain(words('stockAlert.delete'))
      expect(page.includes(words('stockAlert.confirm'))).toBe(!isConfirmed)
      expect(page.includes(words('stockAlert.confirmedTitle'))).toBe(isConfirmed)
      const answer = await visit(path, { form: { choice: 'delete' } })
      expect([answer.status, answer.headers.get('Location')]).toEqual([
        303,
        href('en', 'stockAlert', null, { state: 'deleted' }),
      ])
      expect(await alerts()).toEqual([])
      expect((await visit(path)).status).toBe(404)
      advanceClock(3600)
    }
    await restock()
    await runJobs()
    expect((await mails()).map(({ subject }) => subject)).toEqual(
      Array.from({ length: 2 }, () => words('mail.stockAlertSubject')),
    )
  })

  it('is counted with the unmet demand', async () => {
    await confirmed()
    await run(`INSERT INTO unmet_demand (kind, day, subject, visitors)
      VALUES ('place', '2026-11-21', 'tr', 3)`)
    const items = await outOfStockItems({ db: env.DB, now: clock.now, locale: 'en', words })
    expect(items).toMatchObject([{ ident: 'tr', visitors: 3, waiting: 1 }])
  })
})
