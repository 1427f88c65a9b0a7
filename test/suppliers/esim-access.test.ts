import { beforeEach, describe, expect, it } from 'vitest'
import type { Supplier, SupplierPlan } from '../../src/supply/supplier.ts'
import { hmac } from '../../src/kit/crypto.ts'
import type { EsimAccessAccount } from './esim-access-account.ts'
import { createEsimAccessRig } from './esim-access-rig.ts'
import type { EsimAccessServer } from './esim-access-server.ts'
import { fetchProfile } from './suite/steps.ts'
import type { Package } from './esim-access-document.ts'

const key = 'K7vRr0aY4cB9xN2mQ5wT1g'
let supplier: Supplier
let server: EsimAccessServer
let account: EsimAccessAccount

beforeEach(() => {
  const rig = createEsimAccessRig()
  supplier = rig.supplier
  server = rig.server
  account = rig.account
})

async function buy(planCode = 'TR_1_7', orderKey = key) {
  const order = await supplier.order(orderKey, planCode)
  if (order.status !== 'accepted') throw new Error(order.message)
  const profile = await fetchProfile(supplier, order.reference)
  return { ...profile, reference: order.reference }
}

describe('eSIM Access orders', () => {
  it('buys a profile and reads its LPA string', async () => {
    const { reference, ...profile } = await buy()
    expect(reference).toMatch(/^B\d+$/)
    expect(profile).toEqual({
      iccid: '8943108170010000000',
      activationCode: expect.stringMatching(/^LPA:1\$rsp-eu\.example\.com\$[A-Za-z0-9-]+$/),
      confirmationCode: null,
      mobileNumber: null,
      isTest: false,
    })
  })

  it.each([false, true])('buys once for a repeated key (310402: %s)', async (refusesDuplicates) => {
    account.refusesDuplicates = refusesDuplicates
    const first = await supplier.order(key, 'TR_1_7')
    expect(await supplier.order(key, 'TR_1_7')).toEqual(first)
    expect(account.profiles).toHaveLength(1)
  })

  it('waits if a duplicate is refused and its profile is not allocated yet', async () => {
    account.refusesDuplicates = true
    account.isSlow = true
    await supplier.order(key, 'TR_1_7')
    await expect(supplier.order(key, 'TR_1_7')).rejects.toMatchObject({ outcome: 'unknown' })
  })

  it('finds an order and a top-up by their keys', async () => {
    const { reference, iccid } = await buy()
    await supplier.topUp('key-of-a-top-up', iccid, 'TOPUP_TR_1_7')
    expect(await supplier.find(key)).toBe(reference)
    expect(await supplier.find('key-of-a-top-up')).toBe('key-of-a-top-up')
    expect(await supplier.find('another-key')).toBeNull()
  })

  it('returns the reason for a refused order', async () => {
    expect(await supplier.order(key, 'NONE')).toMatchObject({ reason: 'plan-gone' })
    account.soldOut.add('TR_1_7')
    expect(await supplier.order(key, 'TR_1_7')).toMatchObject({ reason: 'out-of-stock' })
    account.balance = 1
    expect(await supplier.order(key, 'NA_5_30')).toMatchObject({ reason: 'out-of-balance' })
    expect(account.profiles).toHaveLength(0)
  })

  it.each(['200009', '310999'])('treats the undocumented code %s as unclear', async (code) => {
    account.refusals.push({ code, text: 'Abnormal order status' })
    expect(await supplier.order(key, 'TR_1_7')).toEqual({
      status: 'unclear',
      message: `${code} Abnormal order status`,
    })
  })

  it('cancels a profile that no phone has installed, and refunds its price', async () => {
    const before = account.balance
    const { iccid } = await buy()
    expect(await supplier.cancel(iccid)).toBe(true)
    expect(await supplier.cancel(iccid)).toBe(true)
    expect(account.balance).toBe(before)
  })

  it('reads the present eSIM of an ICCID that the supplier uses again', async () => {
    const { iccid } = await buy()
    const [earlier] = account.profiles
    if (earlier) Object.assign(earlier, { esimStatus: 'USED_EXPIRED', smdpStatus: 'ENABLED' })
    await buy('TR_1_7', 'another key')
    for (const profile of account.profiles) profile.iccid = iccid
    expect(await supplier.usage([iccid])).toMatchObject([{ iccid, state: 'not-installed' }])
  })

  it('does not cancel a profile that was installed', async () => {
    const { iccid } = await buy()
    for (const profile of account.profiles) profile.smdpStatus = 'INSTALLATION'
    expect(await supplier.cancel(iccid)).toBe(false)
    expect(await supplier.cancel('8900000000000000000')).toBe(false)
  })
})

describe('requests to eSIM Access', () => {
  it('are signed as in the documentation', async () => {
    const signed = '16286704214ce9d9cdac9e4e17b3a2c66c358c1ce211111{"imsi":"326543826"}'
    expect(await hmac('1111', signed)).toBe(
      '7eb765e27df5373dea2dbc8c41a7d9557743e46c8054750f3d851b3fd01d0835',
    )
  })

  it('may be unsigned', async () => {
    const { supplier: plain } = createEsimAccessRig({ secretKey: null })
    expect(await plain.balance()).toEqual({ minor: 10_000, currency: 'USD' })
  })

  it.each([{ secretKey: 'another-secret' }, { accessCode: 'another_code' }])(
    'buy nothing with wrong secrets: %o',
    async (secrets) => {
      const wrong = createEsimAccessRig(secrets)
      const refused = { outcome: 'not-executed', isKeyRefused: true }
      await expect(wrong.supplier.order(key, 'TR_1_7')).rejects.toMatchObject(refused)
      await expect(wrong.supplier.balance()).rejects.toMatchObject(refused)
    },
  )
})

describe('the local eSIM Access server', () => {
  const post = async (call: string, body: object, headers: object = {}) => {
    const request = new Request(`https://api.esimaccess.com/api/v1/open/${call}`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        'RT-AccessCode': 'a1b2c3d4e5f60718',
        ...headers,
      },
      body: JSON.stringify(body),
    })
    return (await server.fetch(request)).json()
  }

  it.each([
    ['esim/usage/query', { esimTranNoList: Array.from({ length: 11 }, () => '1') }],
    ['esim/query', { orderNo: 'B1' }],
    ['esim/order', { transactionId: 'x'.repeat(51), packageInfoList: [] }],
    ['esim/order', { transactionId: 'x', packageInfoList: [{ packageCode: 'TR', qty: 1 }] }],
  ])('rejects requests that the documentation does not allow: %s %o', async (call, body) => {
    expect(await post(call, body)).toMatchObject({ success: false, errorCode: '000105' })
    expect(server.breaches).toHaveLength(1)
    expect(account.profiles).toEqual([])
  })

  it('rejects an old signature', async () => {
    const old = { 'RT-Timestamp': '0', 'RT-RequestID': 'x', 'RT-Signature': 'x' }
    expect(await post('balance/query', {}, old)).toMatchObject({ errorCode: '101001' })
  })
})

describe('the eSIM Access catalogue', () => {
  async function plans(): Promise<Map<string, SupplierPlan>> {
    const found = new Map<string, SupplierPlan>()
    for await (const page of supplier.catalogue())
      for (const plan of page) found.set(plan.code, plan)
    return found
  }

  const slow = (mb: number, kbps: number | null) => ({
    terms: { fairUseThresholdMb: mb, fairUseSpeedKbps: kbps },
  })
  it.each<[Partial<Package>, Partial<SupplierPlan>]>([
    [{ activeType: undefined }, { terms: { starts: 'connection' }, unknown: [] }],
    [{ activeType: 2 }, { terms: { starts: 'connection' }, unknown: [] }],
    [{ activeType: 1 }, { terms: { starts: 'installation' }, unknown: [] }],
    [{ activeType: 7 }, { unknown: ['activeType 7'] }],
    [{ supportTopUpType: 1 }, { terms: { topUp: false }, unknown: [] }],
    [{ supportTopUpType: 3 }, { terms: { topUp: true }, unknown: [] }],
    [{ supportTopUpType: 4 }, { unknown: ['supportTopUpType 4'] }],
    [{ dataType: 2, fupPolicy: '128 Kbps' }, slow(1024, 128)],
    [{ dataType: 2 }, slow(1024, null)],
    [{ dataType: 4, fupPolicy: '1 Mbps' }, slow(0, 1024)],
    [{ dataType: 4, fupPolicy: 'slower at night' }, { terms: { fairUseNote: 'slower at night' } }],
    [{ fupPolicy: 'then 128 Kbps' }, { terms: { fairUseNote: 'then 128 Kbps' } }],
    [{ dataType: 9 }, { unknown: ['dataType 9'] }],
    [{ durationUnit: 'MONTH' }, { unknown: ['durationUnit "MONTH"'] }],
  ])('reads the terms of %j, and names unknown values', async (values, found) => {
    account.packages = account.packages.slice(0, 1).map((each) => ({ ...each, ...values }))
    expect([...(await plans()).values()]).toMatchObject([found])
  })

  it('converts bytes, prices × 10,000 and countries', async () => {
    const found = await plans()
    expect(found.get('TR_1_7')).toMatchObject({
      trafficMb: 1024,
      validityDays: 7,
      // $1.2345, rounded up.
      cost: { minor: 124, currency: 'USD' },
      terms: { topUp: true },
      activationWindowDays: 180,
      coverage: [
        { countryCode: 'tr', networks: [{ title: 'TR Mobile', generations: ['4G', '5G'] }] },
      ],
    })
    const regional = found.get('NA_5_30')
    expect(regional?.cost).toEqual({ minor: 570, currency: 'USD' })
    expect(regional?.coverage.map(({ countryCode }) => countryCode)).toEqual(['us', 'ca'])
  })

  it('excludes plans that are cut off', async () => {
    expect((await plans()).has('JP_CUT')).toBe(false)
  })

  it('skips a package that cannot be read', async () => {
    for (const each of account.packages.slice(0, 1)) each.currencyCode = 'dollars'
    expect([...(await plans()).keys()]).toEqual(['NA_5_30', 'JP_D1'])
  })

  it('lists the top-ups of an eSIM', async () => {
    const { iccid } = await buy()
    expect(await supplier.topUps(iccid)).toEqual([
      {
        code: 'TOPUP_TR_1_7',
        title: 'TR 1GB 7Days',
        trafficMb: 1024,
        validityDays: 7,
        cost: { minor: 180, currency: 'USD' },
        minimumPrice: null,
      },
    ])
    expect(await supplier.topUps('8900000000000000000')).toEqual([])
  })
})

describe('eSIM Access top-ups and usage', () => {
  it('tops up once for a repeated key', async () => {
    const { iccid } = await buy()
    const order = { status: 'accepted', reference: 'top-up-1', cost: null }
    expect(await supplier.topUp('top-up-1', iccid, 'TOPUP_TR_1_7')).toEqual(order)
    account.refusesDuplicates = true
    expect(await supplier.topUp('top-up-1', iccid, 'TOPUP_TR_1_7')).toEqual(order)
    expect(await supplier.usage([iccid])).toMatchObject([{ dataLimitMb: 2048 }])
  })

  it('refuses a top-up of an unknown eSIM, of an expired eSIM and of an unknown plan', async () => {
    const { iccid } = await buy()
    const reasonOf = async (id: string, code: string) => supplier.topUp('top-up-2', id, code)
    expect(await reasonOf('8900000000000000000', 'TOPUP_TR_1_7')).toMatchObject({
      reason: 'invalid',
    })
    expect(await reasonOf(iccid, 'TR_1_7')).toMatchObject({ reason: 'plan-gone' })
    for (const profile of account.profiles) profile.esimStatus = 'USED_EXPIRED'
    expect(await reasonOf(iccid, 'TOPUP_TR_1_7')).toMatchObject({ reason: 'invalid' })
  })

  it.each([
    ['RELEASED', 'GOT_RESOURCE', 'not-installed'],
    ['ENABLED', 'GOT_RESOURCE', 'installed'],
    ['ENABLED', 'IN_USE', 'active'],
    ['DISABLED', 'USED_UP', 'used-up'],
    ['ENABLED', 'UNUSED_EXPIRED', 'expired'],
    ['RELEASED', 'CANCEL', 'unknown'],
  ] as const)('maps %s and %s to %s', async (smdpStatus, esimStatus, state) => {
    const { iccid } = await buy()
    for (const profile of account.profiles) Object.assign(profile, { smdpStatus, esimStatus })
    expect(await supplier.usage([iccid])).toMatchObject([{ iccid, state }])
  })

  it('returns the megabytes, the end and the time of measurement', async () => {
    const { iccid } = await buy()
    expect(await supplier.usage([iccid])).toMatchObject([{ validUntil: null, dataUsedMb: 0 }])
    for (const profile of account.profiles) {
      profile.esimStatus = 'IN_USE'
      profile.orderUsage = 300 * 1_048_576
      profile.expiredTime = '2026-11-28T10:00:00+0000'
    }
    expect(await supplier.usage([iccid, '8900000000000000000'])).toEqual([
      {
        iccid,
        state: 'active',
        dataUsedMb: 300,
        dataLimitMb: 1024,
        validUntil: new Date('2026-11-28T10:00:00Z'),
        measuredAt: new Date('2026-11-21T08:00:00Z'),
      },
    ])
  })

  it('requests ten eSIMs at a time', async () => {
    const keys = Array.from({ length: 12 }, (_, index) => `key-${index}`)
    const bought = await Promise.all(keys.map(async (each) => buy('TR_1_7', each)))
    server.requests.length = 0
    expect(await supplier.usage(bought.map(({ iccid }) => iccid))).toHaveLength(12)
    expect(server.requests.filter(({ call }) => call === 'esim/usage/query')).toHaveLength(2)
  })
})

describe('eSIM Access webhooks', () => {
  function webhook(body: object, address = '54.254.74.88'): Request {
    return new Request('https://shop.example/callbacks/supplier/esim-access', {
      method: 'POST',
      headers: { 'CF-Connecting-IP': address },
      body: JSON.stringify(body),
    })
  }
  const ready = {
    notifyType: 'ORDER_STATUS',
    content: { orderNo: 'B1', orderStatus: 'GOT_RESOURCE' },
  }

  it('reports the order to fetch for each webhook', async () => {
    expect(await supplier.receive(webhook(ready))).toMatchObject({ references: ['B1'] })
    expect(await supplier.receive(webhook(ready))).toMatchObject({ references: ['B1'] })
  })

  it('responds to the health check', async () => {
    const content = { orderNo: '1234567890', orderStatus: 'Test' }
    const report = await supplier.receive(webhook({ notifyType: 'CHECK_HEALTH', content }))
    expect(report.references).toEqual([])
    expect(report.response.status).toBe(200)
  })

  it.each(['3.1.131.227', '', '54.254.74.88, 1.2.3.4'])('rejects the sender "%s"', async (from) => {
    const report = await supplier.receive(webhook(ready, from))
    expect(report.references).toEqual([])
    expect(report.response.status).toBe(403)
  })

  it('queries the usage of the webhook’s eSIM', async () => {
    const { iccid } = await buy()
    const content = { iccid, totalVolume: 1, orderUsage: 999_999_999_999 }
    const report = await supplier.receive(webhook({ notifyType: 'DATA_USAGE', content }))
    expect(report.usage).toMatchObject([{ iccid, dataUsedMb: 0, dataLimitMb: 1024 }])
  })

  it('makes the supplier retry the webhook while the API fails', async () => {
    const { iccid } = await buy()
    server.faults.add('esim/query', 'server-error')
    const report = await supplier.receive(
      webhook({ notifyType: 'ESIM_STATUS', content: { iccid } }),
    )
    expect(report.response.status).toBe(503)
  })
})
