import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it } from 'vitest'
import { runScheduledJobs } from '../../src/jobs.ts'
import { planName } from '../../src/words/plan-words.ts'
import { createEsimAccessRig } from '../suppliers/esim-access-rig.ts'
import type { Profile } from '../suppliers/esim-access-document.ts'
import {
  advanceClock,
  api,
  ask,
  clock,
  esimHash,
  pay,
  placeOrder,
  rows,
  supply,
  words,
  openShop,
  run,
  mailsAbout,
} from '../support/small-shop.ts'

const megabyte = 1_048_576
let rig: ReturnType<typeof createEsimAccessRig>
let profile: Profile
let hash: string

beforeEach(async () => {
  await openShop(0)
  await run(`UPDATE plans SET validity_days = 7 WHERE id = 'tr-10'`)
  rig = createEsimAccessRig()
  supply.createSuppliers = () => [rig.supplier]
  hash = await buyAtSupplier()
})

/** Sells an eSIM whose profile was bought at the supplier. Returns its secret. */
async function buyAtSupplier(): Promise<string> {
  await rig.supplier.order('key-of-the-order', 'TR_1_7')
  const [bought] = rig.account.profiles
  if (!bought) throw new Error('The supplier has sold nothing')
  profile = bought
  const { iccid } = profile
  await run(`INSERT INTO stock (iccid, plan_id, smdp_address, matching_id)
    VALUES ('${iccid}', 'tr-10', 'rsp.example.com', 'CODE')`)
  const invoiceID = await placeOrder()
  await pay(invoiceID)
  await run(`INSERT INTO purchases (key, order_id, line_position, kind, supplier, plan_code,
    status, iccid, created_at)
    VALUES ('key-of-the-order', '${invoiceID}', 1, 'plan', 'esim-access', 'TR_1_7', 'done',
    '${iccid}', '')`)
  await run(`INSERT INTO suppliers (id, is_on) VALUES ('esim-access', 1)`)
  rig.server.requests.length = 0
  return esimHash()
}

/**
 * Sells ten eSIMs with emails, of a supplier that the shop no longer has. Their measurement is due
 * first.
 */
async function sellByAnotherSupplier(): Promise<void> {
  const each = `WITH RECURSIVE each (n, iccid) AS (
    SELECT 1, '8910300000000000200' UNION ALL SELECT n + 1, iccid + 1 FROM each WHERE n < 10)`
  await run(
    `INSERT INTO orders (id, idempotency_key, email, lang, amount_minor, currency, status,
        created_at, paid_at)
      VALUES ('older', 'older', 'ivan@example.com', 'en', 100, 'USD', 'success', '', '')`,
    `${each} INSERT INTO order_lines (order_id, position, plan_id, amount_minor)
      SELECT 'older', n, 'tr-10', 10 FROM each`,
    `${each} INSERT INTO stock (iccid, plan_id, smdp_address, matching_id, order_id,
        line_position)
      SELECT iccid, 'tr-10', 'rsp.example.com', 'CODE-' || n, 'older', n FROM each`,
    `${each} INSERT INTO purchases (key, order_id, line_position, kind, supplier,
        plan_code, status, iccid, created_at)
      SELECT 'key-' || n, 'older', n, 'plan', 'gone', 'A', 'done', iccid, '' FROM each`,
    `${each} INSERT INTO esims (esim_hash, order_id, line_position, iccid, plan_id, email,
        purchased_at, activate_by, has_usage_mails, usage_fresh_until)
      SELECT 'hash-' || n, 'older', n, iccid, 'tr-10', 'ivan@example.com', '',
        '2027-01-01T00:00:00.000Z', 1, '2026-11-01T00:00:00.000Z' FROM each`,
  )
}

async function balance() {
  const answer = await api().esimInfo({ hash })
  if (!answer.ok || !answer.value.data.esim) throw new Error('There is no balance')
  return answer.value.data.esim.balance
}

function use(megabytes: number): void {
  profile.esimStatus = 'IN_USE'
  profile.smdpStatus = 'ENABLED'
  profile.orderUsage = megabytes * megabyte
  profile.expiredTime = '2026-11-28T10:00:00+0000'
  rig.account.usageTime = clock.now.toISOString()
}

const mails = async () => mailsAbout('usage')

describe('the balance of an eSIM of a supplier', () => {
  it('is the supplier’s measurement', async () => {
    expect(await balance()).toMatchObject({ status: 'ready', dataLimitMb: 1024, outlook: null })
    advanceClock(900)
    use(256)
    expect(await balance()).toMatchObject({
      status: 'active',
      dataUsedMb: 256,
      usageAsOf: clock.now.toISOString(),
      validUntil: '2026-11-28T10:00:00.000Z',
      outlook: { daysTotal: 7, daysLeft: 7, dailyMb: 109 },
    })
  })

  it('of an unused eSIM that its supplier has recycled names the day of that', async () => {
    advanceClock(900)
    profile.esimStatus = 'UNUSED_EXPIRED'
    rig.account.usageTime = clock.now.toISOString()
    expect(await balance()).toMatchObject({
      status: 'expired',
      validUntil: null,
      activateBy: clock.now.toISOString(),
    })
  })

  it('is requested once in 15 minutes, even by parallel visitors', async () => {
    await Promise.all([balance(), balance(), balance()])
    const calls = () => rig.server.requests.filter(({ call }) => call === 'esim/query').length
    expect(calls()).toBe(1)
    advanceClock(899)
    await balance()
    expect(calls()).toBe(1)
    advanceClock(1)
    await balance()
    expect(calls()).toBe(2)
  })

  it('uses the supplier’s rate limit once for parallel visitors', async () => {
    await Promise.all(Array.from({ length: 10 }, balance))
    // Two calls for the usage, and four for the top-ups.
    expect(await rows('SELECT calls FROM suppliers')).toEqual([{ calls: 6 }])
  })

  it('remains while the supplier fails, and is requested again a minute later', async () => {
    await balance()
    advanceClock(900)
    use(256)
    rig.server.faults.add('esim/query', 'server-error')
    expect(await balance()).toMatchObject({ status: 'ready', dataUsedMb: 0 })
    advanceClock(60)
    expect(await balance()).toMatchObject({ status: 'active', dataUsedMb: 256 })
  })

  it('is not requested beyond the supplier’s rate limit', async () => {
    const minute = clock.now.toISOString().slice(0, 16)
    await run(`UPDATE suppliers SET minute = '${minute}', calls = 479`)
    await balance()
    expect(rig.server.requests).toEqual([])
    advanceClock(60)
    await balance()
    expect(rig.server.requests).not.toEqual([])
  })

  it.each([
    ['INSTALLATION', 'GOT_RESOURCE', 'installed'],
    ['ENABLED', 'USED_UP', 'finished'],
    ['ENABLED', 'UNUSED_EXPIRED', 'expired'],
  ] as const)('for %s and %s has the status %s', async (smdpStatus, esimStatus, status) => {
    Object.assign(profile, { smdpStatus, esimStatus })
    expect(await balance()).toMatchObject({ status })
  })

  it('grows with a top-up', async () => {
    use(1000)
    expect(await balance()).toMatchObject({ dataLimitMb: 1024 })
    await rig.supplier.topUp('key-of-a-top-up', profile.iccid, 'TOPUP_TR_1_7')
    advanceClock(900)
    expect(await balance()).toMatchObject({ dataLimitMb: 2048, dataUsedMb: 1000 })
  })

  it('is rounded to whole MB', async () => {
    const { iccid } = profile
    const usage = async () => [
      {
        iccid,
        state: 'active',
        dataUsedMb: 256.4,
        dataLimitMb: 1024.5,
        validUntil: null,
        measuredAt: clock.now,
      } as const,
    ]
    supply.createSuppliers = () => [{ ...rig.supplier, usage }]
    expect(await balance()).toMatchObject({ dataUsedMb: 256, dataLimitMb: 1025 })
  })

  it('is unchanged by any fault of the supplier', async () => {
    const usage = async () => Promise.reject(new TypeError('not a supplier error'))
    supply.createSuppliers = () => [{ ...rig.supplier, usage }]
    expect(await balance()).toMatchObject({ status: 'ready', dataUsedMb: 0 })
  })

  it('is stored when the supplier that sold it sends a webhook', async () => {
    use(512)
    const webhook = () =>
      new Request('https://backend.invalid/callbacks/supplier/esim-access', {
        method: 'POST',
        headers: { 'CF-Connecting-IP': '54.254.74.88' },
        body: JSON.stringify({ notifyType: 'DATA_USAGE', content: { iccid: profile.iccid } }),
      })
    const readStored = async () =>
      (await rows<{ data_used_mb: number }>('SELECT data_used_mb FROM esims'))[0]?.data_used_mb
    await run(`UPDATE purchases SET supplier = 'another'`)
    expect((await ask(webhook())).status).toBe(200)
    expect(await readStored()).toBe(0)
    await run(`UPDATE purchases SET supplier = 'esim-access'`)
    expect((await ask(webhook())).status).toBe(200)
    expect(await readStored()).toBe(512)
  })
})

describe('emails about usage', () => {
  const jobs = async () => runScheduledJobs(env, clock.now, { suppliers: () => [rig.supplier] })

  it('are not sent without consent', async () => {
    use(1000)
    await balance()
    advanceClock(6.5 * 86_400)
    await jobs()
    expect(await mails()).toEqual([])
  })

  it('are sent at 80 %, once for each amount of data', async () => {
    await api().esimUsageMails({ hash, isOn: true })
    use(819)
    await balance()
    expect(await mails()).toEqual([])
    use(820)
    for (let visit = 0; visit < 2; visit += 1) {
      advanceClock(900)
      await balance()
    }
    const [mail, ...others] = await mails()
    expect(others).toEqual([])
    expect(mail).toMatchObject({ recipient: 'anna@example.com' })
    expect(mail?.body).toContain('204\u00A0MB of 1\u00A0GB left')
    expect(mail?.body).toContain(`hash=${hash}#emails`)
    expect(mail?.body).toContain(words('balance.payOnline'))
    await rig.supplier.topUp('key-of-a-top-up', profile.iccid, 'TOPUP_TR_1_7')
    use(2048)
    advanceClock(900)
    await balance()
    expect((await mails()).map(({ body }) => body.split('\n\n')[1])).toEqual([
      words('mail.usage', { left: '204\u00A0MB', limit: '1\u00A0GB' }),
      words('mail.usedUp', { limit: '2\u00A0GB' }),
    ])
    expect((await mails())[1]?.body).toContain(words('mail.usedUpPay'))
  })

  it('are sent a day before the end, once', async () => {
    await api().esimUsageMails({ hash, isOn: true })
    use(100)
    await balance()
    clock.now = new Date('2026-11-27T09:59:00Z')
    await jobs()
    expect(await mails()).toEqual([])
    advanceClock(120)
    await jobs()
    advanceClock(60)
    await jobs()
    const sent = await mails()
    expect(sent).toHaveLength(1)
    const info = await api().esimInfo({ hash })
    const tariff = info.ok ? info.value.data.esim?.tariff : undefined
    const plan = tariff && planName({ locale: 'en', words }, tariff)
    expect(sent[0]?.subject).toBe(words('mail.endSubject', { plan: plan ?? 'no plan' }))
    expect(sent[0]?.body).toContain('28.11.2026 10:00\u00A0UTC')
  })

  it('stop when the customer switches them off', async () => {
    await api().esimUsageMails({ hash, isOn: true })
    await api().esimUsageMails({ hash, isOn: false })
    use(1000)
    await balance()
    clock.now = new Date('2026-11-27T10:01:00Z')
    await jobs()
    expect(await mails()).toEqual([])
  })

  it('measure the usage each hour without a visit', async () => {
    await api().esimUsageMails({ hash, isOn: true })
    await balance()
    use(900)
    advanceClock(3599)
    await jobs()
    expect(await mails()).toEqual([])
    advanceClock(1)
    await jobs()
    expect(await mails()).toHaveLength(1)
  })

  it('do not wait for eSIMs of a supplier that is switched off', async () => {
    await api().esimUsageMails({ hash, isOn: true })
    await balance()
    use(900)
    await sellByAnotherSupplier()
    advanceClock(3600)
    await jobs()
    advanceClock(60)
    await jobs()
    expect(await mails()).toHaveLength(1)
  })

  it('no longer request the usage of eSIMs that are over', async () => {
    await api().esimUsageMails({ hash, isOn: true })
    use(100)
    await balance()
    clock.now = new Date('2026-11-28T10:00:01Z')
    await jobs()
    rig.server.requests.length = 0
    advanceClock(7200)
    await jobs()
    expect(rig.server.requests.filter(({ call }) => call.startsWith('esim/'))).toEqual([])
  })
})
