import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it } from 'vitest'
import { runScheduledJobs } from '../../src/jobs.ts'
import {
  api,
  clock,
  esimHash,
  pay,
  placeOrder,
  returnLineSql,
  rows,
  words,
  run,
  openShop,
  mailsAbout,
} from '../support/small-shop.ts'

let hash: string

beforeEach(async () => {
  await openShop(2)
  await pay(await placeOrder())
  hash = await esimHash()
})

const remind = (departure: string | null) => api().esimReminder({ hash, departure })
const mails = async () => mailsAbout('reminder')

async function runAt(time: string): Promise<void> {
  clock.now = new Date(time)
  await runScheduledJobs(env, clock.now)
}

async function departureOf(): Promise<string | null | undefined> {
  const answer = await api().esim({ hash })
  return answer.ok ? answer.value.data.departure : undefined
}

describe('the reminder before the departure', () => {
  it('is emailed once, on the morning of the day before', async () => {
    expect(await remind('2026-12-10')).toMatchObject({ ok: true })
    expect(await departureOf()).toBe('2026-12-10')
    await runAt('2026-12-09T05:59:59Z')
    expect(await mails()).toEqual([])
    await runAt('2026-12-09T06:00:00Z')
    await runAt('2026-12-09T06:01:00Z')
    const [mail, ...others] = await mails()
    expect(others).toEqual([])
    expect(mail).toMatchObject({
      recipient: 'anna@example.com',
      subject: words('reminder.subject', { place: 'Türkiye' }),
    })
    expect(mail?.body).toContain(words('reminder.install'))
    expect(mail?.body).toContain(`/esim-instruction?hash=${hash}`)
    expect(mail?.body).toContain(`3. ${words('instruction.switches.roaming')}`)
    expect(mail?.body).not.toContain('APN')
    expect(await departureOf()).toBeNull()
  })

  it('does not ask again to install an installed eSIM, and has the APN of its plan', async () => {
    await run(`UPDATE plans SET apn = 'globaldata' WHERE id = 'tr-10'`)
    await remind('2026-12-10')
    await api().esimProgress({ hash, step: 'installed' })
    await runAt('2026-12-09T06:00:00Z')
    const [mail] = await mails()
    expect(mail?.subject).toBe(words('reminder.readySubject', { place: 'Türkiye' }))
    expect(mail?.body).toContain(words('reminder.apn', { apn: 'globaldata' }))
    expect(mail?.body).not.toContain(words('reminder.install'))
  })

  it('moves with the departure, and can be removed', async () => {
    await remind('2026-12-10')
    await remind('2026-12-20')
    await runAt('2026-12-09T06:00:00Z')
    expect(await mails()).toEqual([])
    await remind(null)
    expect(await departureOf()).toBeNull()
    await runAt('2026-12-19T06:00:00Z')
    expect(await mails()).toEqual([])
  })

  it('goes to the recipient of a gift', async () => {
    await run(`UPDATE order_lines SET recipient = 'boris@example.com'`)
    await remind('2026-12-10')
    await runAt('2026-12-09T06:00:00Z')
    expect((await mails()).map(({ recipient }) => recipient)).toEqual(['boris@example.com'])
  })

  it.each([
    ['refunded', returnLineSql()],
    ['of an erased traveller', `UPDATE esims SET email = 'erased'`],
    ['in use', `UPDATE esims SET first_used_at = '2026-12-01T10:00:00.000Z'`],
  ])('is not emailed about an eSIM that is %s', async (_, change) => {
    await remind('2026-12-10')
    await run(change)
    await runAt('2026-12-09T06:00:00Z')
    expect(await mails()).toEqual([])
    expect(await rows('SELECT 1 FROM esims WHERE reminder_at IS NOT NULL')).toEqual([])
  })

  it('waits while the order is frozen, until the departure', async () => {
    await remind('2026-12-10')
    await run(`UPDATE orders SET frozen_at = '2026-12-01'`)
    await runAt('2026-12-09T06:00:00Z')
    expect(await mails()).toEqual([])
    await run('UPDATE orders SET frozen_at = NULL')
    await runAt('2026-12-09T09:00:00Z')
    expect(await mails()).toHaveLength(1)
    await remind('2026-12-20')
    await run(`UPDATE orders SET frozen_at = '2026-12-18'`)
    await runAt('2026-12-20T00:00:00Z')
    expect(await mails()).toHaveLength(1)
    expect(await rows('SELECT 1 FROM esims WHERE reminder_at IS NOT NULL')).toEqual([])
  })

  it('is emailed later on the day before, but not on the day itself', async () => {
    await remind('2026-12-10')
    await runAt('2026-12-10T00:00:00Z')
    expect(await mails()).toEqual([])
    expect(await departureOf()).toBeNull()
    await remind('2026-12-20')
    await runAt('2026-12-19T23:59:00Z')
    expect(await mails()).toHaveLength(1)
    expect(await rows(`SELECT expires_at FROM outbox WHERE purpose = 'reminder'`)).toEqual([
      { expires_at: '2026-12-20T00:00:00.000Z' },
    ])
  })

  it.each(['2026-11-20', '2026-11-22', '2027-02-19'])(
    'is refused for %s, which is too soon or after the last day to connect',
    async (departure) => {
      const refused = await remind(departure)
      const bounds = { from: '23.11.2026', to: '18.02.2027' }
      expect(refused).toMatchObject({
        ok: false,
        error: { status: 422, fields: { departure: [words('reminder.invalid', bounds)] } },
      })
      expect(await departureOf()).toBeNull()
    },
  )

  it('is refused for an eSIM whose order is frozen', async () => {
    await run(`UPDATE orders SET frozen_at = '2026-11-21'`)
    expect(await remind('2026-12-10')).toMatchObject({ ok: false, error: { code: 'frozen' } })
  })
})
