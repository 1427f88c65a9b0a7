import { beforeEach, describe, expect, it } from 'vitest'
import { hmac } from '../../src/kit/crypto.ts'
import type { Supplier, SupplierPlan } from '../../src/supply/supplier.ts'
import type { Bundle, BundleAssignment } from './esim-go-document.ts'
import type { EsimGoOrganisation } from './esim-go-organisation.ts'
import { createEsimGoRig } from './esim-go-rig.ts'
import type { EsimGoServer } from './esim-go-server.ts'
import { fetchProfile } from './suite/steps.ts'

const key = 'K7vRr0aY4cB9xN2mQ5wT1g'
const plan = 'esim_1GB_7D_GB_V2'
let supplier: Supplier
let server: EsimGoServer
let organisation: EsimGoOrganisation
let apiKey: string

beforeEach(() => {
  const rig = createEsimGoRig()
  supplier = rig.supplier
  server = rig.server
  organisation = rig.organisation
  apiKey = rig.apiKey
})

async function buy() {
  const order = await supplier.order(key, plan)
  if (order.status !== 'accepted') throw new Error(order.message)
  return fetchProfile(supplier, order.reference)
}

function change(iccid: string, values: Partial<BundleAssignment>): void {
  for (const { assignments } of organisation.esims.get(iccid)?.bundles ?? [])
    for (const assignment of assignments) Object.assign(assignment, values)
}

describe('eSIM Go orders', () => {
  it('validates, buys, and returns the SM-DP+ address without scheme and path', async () => {
    expect(await buy()).toEqual({
      iccid: '8944000000001000000',
      activationCode: 'LPA:1$smdp.example.com$A1B2-C3D4-0',
      confirmationCode: null,
      mobileNumber: null,
      isTest: false,
    })
    const calls = server.requests.map(({ call }) => call)
    expect(calls.slice(0, 2)).toEqual(['POST /orders validate', 'POST /orders'])
  })

  it('declares that it cannot find an order by its key', async () => {
    await buy()
    expect(supplier.isOrderIdempotent).toBe(false)
    expect(await supplier.find(key)).toBeNull()
  })

  it('returns the reason for a refused order, and buys nothing', async () => {
    expect(await supplier.order(key, 'esim_none')).toMatchObject({ reason: 'plan-gone' })
    organisation.balance = 2.27
    expect(await supplier.order(key, plan)).toMatchObject({ reason: 'out-of-balance' })
    expect(organisation.orders.size).toBe(0)
    const { supplier: wrong } = createEsimGoRig({ apiKey: 'another-key' })
    const refused = { outcome: 'not-executed', isKeyRefused: true }
    await expect(wrong.order(key, plan)).rejects.toMatchObject(refused)
    await expect(wrong.balance()).rejects.toMatchObject(refused)
  })

  it('treats an unknown message as unclear, and as invalid when nothing was bought', async () => {
    const text = 'request could not be completed'
    organisation.refusals.push(text)
    const unclear = { status: 'unclear', message: `400 ${text}` }
    expect(await supplier.order(key, plan)).toEqual(unclear)
    organisation.refusedChecks.push(text)
    expect(await supplier.order(key, plan)).toMatchObject({ status: 'refused', reason: 'invalid' })
  })

  it('returns the cost of an order', async () => {
    const cost = { minor: 228, currency: 'USD' }
    expect(await supplier.order(key, plan)).toMatchObject({ status: 'accepted', cost })
  })

  it('cancels a profile that no phone has installed', async () => {
    const { iccid } = await buy()
    expect(await supplier.cancel(iccid)).toBe(true)
    expect(await supplier.cancel(iccid)).toBe(true)
  })

  it('does not cancel an installed profile or a started bundle', async () => {
    const { iccid } = await buy()
    const esim = organisation.esims.get(iccid)
    if (esim) esim.profileStatus = 'Installed'
    expect(await supplier.cancel(iccid)).toBe(false)
    if (esim) esim.profileStatus = 'Released'
    change(iccid, { bundleState: 'active' })
    expect(await supplier.cancel(iccid)).toBe(false)
  })
})

describe('an eSIM Go validation', () => {
  it.each(['cut-before', 'cut-after', 'server-error', 'truncated', 'html'] as const)(
    'buys nothing after %s',
    async (fault) => {
      server.faults.add('POST /orders validate', fault)
      await expect(supplier.order(key, plan)).rejects.toMatchObject({ outcome: 'not-executed' })
      expect(organisation.orders.size).toBe(0)
    },
  )
})

describe('the local eSIM Go server', () => {
  const line = { type: 'bundle', quantity: 1, item: plan }
  it.each([
    ['more ICCIDs than bundles', { assign: true, order: [{ ...line, iccids: ['1', '2'] }] }],
    ['ICCIDs without assign', { assign: false, order: [{ ...line, iccids: ['1'] }] }],
    ['an unknown property', { assign: true, order: [{ ...line, reference: 'ours' }] }],
    ['no lines', { assign: true, order: [] }],
  ])('rejects requests that the documentation does not allow: %s', async (_, order) => {
    const request = new Request('https://api.esim-go.com/v2.5/orders', {
      method: 'POST',
      headers: { 'X-API-Key': apiKey, Accept: 'application/json' },
      body: JSON.stringify({ type: 'transaction', ...order }),
    })
    expect((await server.fetch(request)).status).toBe(400)
    expect(server.breaches).toHaveLength(1)
    expect(organisation.orders.size).toBe(0)
  })
})

describe('the eSIM Go catalogue', () => {
  async function plans(): Promise<Map<string, SupplierPlan>> {
    const found = new Map<string, SupplierPlan>()
    for await (const page of supplier.catalogue())
      for (const each of page) found.set(each.code, each)
    return found
  }

  it('converts gigabytes, prices, countries and networks', async () => {
    const found = await plans()
    expect(found.get(plan)).toMatchObject({
      trafficMb: 1024,
      validityDays: 7,
      cost: { minor: 228, currency: 'USD' },
      coverage: [{ countryCode: 'gb', networks: [{ title: 'O2 UK', generations: ['4G', '5G'] }] }],
    })
    expect(found.get('esim_UL_7D_GB_V2')).toMatchObject({ trafficMb: null })
    const regional = found.get('esim_1GB_7D_DE_AT_V2')?.coverage
    expect(regional?.map(({ countryCode }) => countryCode)).toEqual(['de', 'at'])
  })

  it.each([2.28, 1.1, 0.07, 4.35, 19.99])('converts the price %s exactly', async (price) => {
    for (const bundle of organisation.bundles) bundle.price = price
    const minor = Number(price.toFixed(2).replace('.', ''))
    expect((await plans()).get(plan)?.cost.minor).toBe(minor)
  })

  it.each<[Partial<Bundle>, object]>([
    [{}, { terms: { starts: 'connection', fairUseNote: null, topUp: true }, unknown: [] }],
    [{ description: 'UL, 1Mbps after 1GB' }, { terms: { fairUseNote: 'UL, 1Mbps after 1GB' } }],
    [{ autostart: false }, { unknown: ['autostart false'] }],
    [{ durationUnit: 'year' }, { unknown: ['durationUnit "year"'] }],
    [
      { durationUnit: 'month', duration: 1 },
      { unknown: [], validityDays: 30 },
    ],
  ])('reads the terms of a bundle, and names unknown values: %j', async (values, found) => {
    for (const bundle of organisation.bundles) Object.assign(bundle, values)
    expect((await plans()).get(plan)).toMatchObject(found)
  })

  it('reads every page', async () => {
    const [bundle] = organisation.bundles
    if (!bundle) throw new Error('There is no bundle')
    organisation.bundles = Array.from({ length: 201 }, (_, index) => ({
      ...bundle,
      name: `esim_${index}`,
    }))
    expect((await plans()).size).toBe(201)
  })

  it('skips a bundle that cannot be read', async () => {
    for (const bundle of organisation.bundles.slice(1)) bundle.duration = 0
    expect([...(await plans()).keys()]).toEqual([plan])
  })

  it('reads the balance', async () => {
    organisation.balance = 71.05
    expect(await supplier.balance()).toEqual({ minor: 7105, currency: 'USD' })
  })
})

describe('eSIM Go top-ups and usage', () => {
  it('lists the bundles for the same countries', async () => {
    const { iccid } = await buy()
    const codes = (await supplier.topUps(iccid)).map(({ code }) => code)
    expect(codes).toEqual([plan, 'esim_5GB_30D_GB_V2', 'esim_UL_7D_GB_V2'])
    for (const bundle of organisation.bundles.slice(1)) bundle.durationUnit = 'year'
    expect((await supplier.topUps(iccid)).map(({ code }) => code)).toEqual([plan])
  })

  it('adds a bundle to the same eSIM', async () => {
    const { iccid } = await buy()
    const order = await supplier.topUp('top-up-1', iccid, 'esim_5GB_30D_GB_V2')
    expect(order.status).toBe('accepted')
    expect(organisation.esims.size).toBe(1)
    expect(await supplier.usage([iccid])).toMatchObject([{ dataLimitMb: 6144 }])
  })

  it('refuses an incompatible bundle before the purchase', async () => {
    const { iccid } = await buy()
    organisation.incompatible.add('esim_5GB_30D_GB_V2')
    expect(await supplier.topUp('top-up-1', iccid, 'esim_5GB_30D_GB_V2')).toMatchObject({
      reason: 'plan-gone',
    })
    expect(organisation.orders.size).toBe(1)
  })

  it('reports that a failed check bought nothing', async () => {
    const { iccid } = await buy()
    server.faults.add('GET /esims/{iccid}/compatible/{bundle}', 'cut-after')
    const topUp = supplier.topUp('top-up-1', iccid, plan)
    await expect(topUp).rejects.toMatchObject({ outcome: 'not-executed' })
  })

  it.each([
    ['queued', 'Released', 'not-installed'],
    ['queued', 'Installed', 'installed'],
    ['active', 'Enabled', 'active'],
    ['depleted', 'Enabled', 'used-up'],
    ['expired', 'Enabled', 'expired'],
    ['lapsed', 'Released', 'expired'],
    ['revoked', 'Released', 'unknown'],
  ] as const)(
    'reports a %s bundle on a profile that is %s as %s',
    async (bundleState, profile, state) => {
      const { iccid } = await buy()
      const esim = organisation.esims.get(iccid)
      if (esim) esim.profileStatus = profile
      change(iccid, { bundleState })
      expect(await supplier.usage([iccid])).toMatchObject([{ iccid, state }])
    },
  )

  it.each(['not listed yet', 'revoked'])(
    'reports no data of an eSIM without a bundle (%s)',
    async (which) => {
      const { iccid } = await buy()
      if (which === 'revoked') change(iccid, { bundleState: 'revoked' })
      else organisation.esims.get(iccid)?.bundles.splice(0)
      expect(await supplier.usage([iccid])).toMatchObject([
        { state: 'unknown', dataUsedMb: null, dataLimitMb: null },
      ])
    },
  )

  it('returns the used data of 1 GB, and the end', async () => {
    const { iccid } = await buy()
    change(iccid, {
      bundleState: 'active',
      remainingQuantity: 750_000_000,
      endTime: '2026-11-28T10:00:00Z',
    })
    expect(await supplier.usage([iccid])).toEqual([
      {
        iccid,
        state: 'active',
        dataUsedMb: 256,
        dataLimitMb: 1024,
        validUntil: new Date('2026-11-28T10:00:00Z'),
        measuredAt: new Date('2026-11-21T10:00:00Z'),
      },
    ])
  })
})

describe('eSIM Go callbacks', () => {
  function callback(body: string, signature: string): Request {
    return new Request('https://shop.example/callbacks/supplier/esim-go', {
      method: 'POST',
      headers: { 'X-Signature-SHA256': signature },
      body,
    })
  }

  it.each(['hex', 'base64'])('accepts a signature in %s', async (encoding) => {
    const { iccid } = await buy()
    const body = JSON.stringify({ iccid, alertType: 'Utilisation', bundle: { name: plan } })
    const hex = await hmac(apiKey, body)
    const base64 = Buffer.from(hex, 'hex').toString('base64')
    const report = await supplier.receive(callback(body, encoding === 'hex' ? hex : base64))
    expect(report.response.status).toBe(200)
    expect(report.usage).toMatchObject([{ iccid, state: 'not-installed' }])
  })

  it('rejects a forged, an unsigned and a changed callback', async () => {
    const { iccid } = await buy()
    const body = JSON.stringify({ iccid, alertType: 'Utilisation' })
    const signatures = [await hmac('another-key', body), '', await hmac(apiKey, `${body} `)]
    for (const signature of signatures) {
      const report = await supplier.receive(callback(body, signature))
      expect(report.response.status).toBe(401)
      expect(report.usage).toEqual([])
    }
  })

  it('accepts notifications about the account', async () => {
    const body = JSON.stringify({ alertType: 'BalanceThreshold' })
    const report = await supplier.receive(callback(body, await hmac(apiKey, body)))
    expect(report.response.status).toBe(200)
  })

  it('makes the supplier retry the callback while the API fails', async () => {
    const { iccid } = await buy()
    server.faults.add('GET /esims/{iccid}/bundles', 'server-error')
    const body = JSON.stringify({ iccid, alertType: 'Utilisation' })
    const report = await supplier.receive(callback(body, await hmac(apiKey, body)))
    expect(report.response.status).toBe(503)
  })
})
