import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { secretID } from '../../src/kit/tokens.shared.ts'
import { createAiraloRig } from './airalo-rig.ts'
import { sampleDestinations } from './airalo-packages.ts'
import { plansOf } from './suite/catalogue.ts'
import { buyProfile, errorOf, referenceOf } from './suite/steps.ts'
import type { SupplierPlan } from '../../src/supply/supplier.ts'

let rig: Awaited<ReturnType<typeof createAiraloRig>>
beforeEach(async () => {
  rig = await createAiraloRig()
})

describe('the cost of an order', () => {
  it('comes from the response, and is unknown until an asynchronous order is ready', async () => {
    // "merhaba-7days-1gb" has a net price of $3.60.
    const cost = { minor: 360, currency: 'USD' }
    const order = await rig.supplier.order(secretID(), 'merhaba-7days-1gb')
    expect(order).toMatchObject({ status: 'accepted', cost })
    const { supplier } = await createAiraloRig({ isAsync: true })
    expect(await supplier.order(secretID(), 'merhaba-7days-1gb')).toMatchObject({ cost: null })
  })
})

it('marks the eSIMs of the sandbox, which have one code', async () => {
  const { supplier } = rig
  expect((await buyProfile(rig)).isTest).toBe(false)
  const reference = referenceOf(await supplier.order(secretID(), 'merhaba-7days-1gb'))
  for (const sim of rig.server.account.sims)
    Object.assign(sim, { matchingID: 'TEST', host: 'lpa.airalo.com' })
  expect(await supplier.fetch(reference)).toMatchObject({
    activationCode: 'LPA:1$lpa.airalo.com$TEST',
    isTest: true,
  })
})

describe('the Airalo catalogue', () => {
  it('describes a local plan', async () => {
    const plans = await plansOf(rig.supplier)
    expect(plans.find(({ code }) => code === 'merhaba-5days-unlimited')).toEqual({
      code: 'merhaba-5days-unlimited',
      title: 'Unlimited - 5 Days',
      operator: { code: '501', title: 'Merhaba' },
      coverage: [
        {
          countryCode: 'tr',
          networks: [
            { title: 'Turkcell', generations: ['3G', '4G', '5G'] },
            { title: 'Türk Telekom', generations: ['4G'] },
          ],
        },
      ],
      trafficMb: null,
      validityDays: 5,
      terms: {
        starts: 'connection',
        fairUseThresholdMb: 3072,
        fairUseSpeedKbps: 1000,
        minutes: null,
        sms: null,
        topUp: true,
        kyc: false,
        apn: 'globaldata',
        conditions: null,
      },
      unknown: [],
      cost: { minor: 1560, currency: 'USD' },
      minimumPrice: { minor: 1950, currency: 'USD' },
      activationWindowDays: null,
    })
  })

  const points = (ios: string, android: string) => ({
    apn: { ios: { apn_type: ios, apn_value: 'i' }, android: { apn_type: android, apn_value: 'a' } },
  })
  it.each<[object, Partial<SupplierPlan>]>([
    [{ activation_policy: 'first-usage' }, { terms: { starts: 'connection' }, unknown: [] }],
    [{ activation_policy: 'installation' }, { terms: { starts: 'installation' }, unknown: [] }],
    [{ activation_policy: 'at-midnight' }, { unknown: ['activation_policy "at-midnight"'] }],
    [{ plan_type: 'voice' }, { unknown: ['plan_type "voice"'] }],
    [{ apn_type: 'by-hand', apn: null }, { unknown: ['apn_type "by-hand"'] }],
    [{ apn_type: 'automatic', ...points('automatic', 'manual') }, { terms: { apn: 'a' } }],
    [{ apn_type: 'automatic', ...points('automatic', 'automatic') }, { terms: { apn: null } }],
    [{ rechargeability: false, is_kyc_verify: true }, { terms: { topUp: false, kyc: true } }],
    [
      { warning: 'Not in Alaska.', other_info: ' Lower speeds\nin Liberia. ' },
      { terms: { conditions: 'Not in Alaska. Lower speeds in Liberia.' } },
    ],
  ])('reads the terms of an operator, and names unknown values: %j', async (fields, expected) => {
    const [operator] = sampleDestinations[0]?.operators ?? []
    if (!operator) throw new Error('There is no operator')
    Object.assign(operator, { fields })
    onTestFinished(() => void Object.assign(operator, { fields: undefined }))
    const plans = await plansOf(rig.supplier)
    expect(plans.find(({ code }) => code === operator.packages[0]?.id)).toMatchObject(expected)
  })

  it('describes a regional plan with calls', async () => {
    const plans = await plansOf(rig.supplier)
    const plan = plans.find(({ code }) => code === 'eurolink-talk-15days-5gb')
    expect(plan).toMatchObject({
      terms: { minutes: 60, sms: 40, kyc: true, topUp: false, apn: null },
      activationWindowDays: 90,
    })
    // The Canary Islands have a separate code, but are a part of Spain.
    expect(plan?.coverage.map(({ countryCode }) => countryCode)).toEqual(['fr', 'de', 'es'])
  })

  it('skips and logs a package that it cannot read', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {})
    onTestFinished(() => log.mockRestore())
    const [turkey] = sampleDestinations
    const [operator] = turkey?.operators ?? []
    const [offer] = operator?.packages ?? []
    if (!turkey || !operator || !offer) throw new Error('The sample has changed')
    const packages = [
      { ...offer, id: 'broken', day: 0.5 },
      { ...offer, id: 'whole' },
    ]
    const nameless = { ...operator, title: null as never }
    const operators = [nameless, { ...operator, packages }]
    rig.server.account.destinations = [{ ...turkey, operators }]
    const plans = await plansOf(rig.supplier)
    expect(plans.map(({ code }) => code)).toEqual(['whole'])
    const fields = log.mock.calls.map(([line]) => JSON.parse(String(line)) as { field: string })
    expect(fields.map(({ field }) => field)).toEqual(['title', 'day'])
  })
})

it('throws when the Airalo catalogue changes between two pages', async () => {
  rig.growCatalogue()
  const pages = rig.supplier.catalogue()[Symbol.asyncIterator]()
  await pages.next()
  rig.server.account.destinations.shift()
  expect((await errorOf(pages.next())).message).toContain('changed while it was read')
})

describe('an order at Airalo', () => {
  it.each([
    ['test-insufficient-balance-7days-1gb', 'out-of-balance'],
    ['test-maintenance-mode-7days-1gb', 'out-of-stock'],
    ['test-not-enough-7days-1gb', 'out-of-stock'],
    ['test-out-of-stock-7days-1gb', 'out-of-stock'],
  ])('is refused for the sandbox package %s: %s', async (planCode, reason) => {
    expect(await rig.supplier.order(secretID(), planCode)).toMatchObject({ reason })
  })

  it('may have been executed after "something unexpected happened"', async () => {
    const error = await errorOf(rig.supplier.order(secretID(), 'test-unexpected-7days-1gb'))
    expect(error).toMatchObject({ outcome: 'unknown' })
  })

  it('is found as the first of two orders with the same key', async () => {
    const key = secretID()
    const first = referenceOf(await rig.supplier.order(key, rig.planCode))
    await rig.supplier.order(key, rig.planCode)
    expect(await rig.supplier.find(key)).toBe(first)
  })

  it('costs the price in the catalogue', async () => {
    const before = await rig.supplier.balance()
    await buyProfile(rig)
    const plans = await plansOf(rig.supplier)
    const cost = plans.find(({ code }) => code === rig.planCode)?.cost.minor ?? 0
    expect(await rig.supplier.balance()).toEqual({
      minor: (before?.minor ?? 0) - cost,
      currency: 'USD',
    })
  })
})

describe('an Airalo notification', () => {
  it('returns the usage of an eSIM that is almost used up', async () => {
    const { iccid } = await buyProfile(rig)
    rig.useData(iccid, 900)
    const low = { level: '75%', package_name: 'merhaba-7days-1gb', remaining_percentage: 12, iccid }
    const { usage, response } = await rig.supplier.receive(await rig.server.sign(low))
    expect(response.status).toBe(200)
    expect(usage).toMatchObject([{ iccid, dataUsedMb: 900, dataLimitMb: 1024, state: 'active' }])
  })

  it('is retried while its usage cannot be read', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {})
    onTestFinished(() => log.mockRestore())
    const { iccid } = await buyProfile(rig)
    rig.fail('usage', 'server-error')
    const { response } = await rig.supplier.receive(
      await rig.server.sign({ level: '3days', iccid }),
    )
    expect(response.status).toBe(503)
  })

  it('is accepted without an order when it is about the credit', async () => {
    const credit = { message: 'Surpassed 80% of the credit limit balance', remaining: 225.35 }
    const report = await rig.supplier.receive(await rig.server.sign(credit))
    expect(report).toMatchObject({ references: [], usage: [] })
    expect(report.response.status).toBe(200)
  })

  it('returns the order after a failure of that order', async () => {
    const { supplier, server, planCode } = await createAiraloRig({ isAsync: true })
    server.account.isHolding = true
    const reference = referenceOf(await supplier.order(secretID(), planCode))
    const [order] = server.account.orders
    if (order) server.account.failOrder(order)
    const [webhook] = await server.webhooks()
    if (!webhook) throw new Error('There is no webhook')
    expect((await supplier.receive(webhook)).references).toEqual([reference])
    expect(await supplier.fetch(reference)).toMatchObject({ status: 'refused' })
  })
})
