import { createEsimAccessRig } from './esim-access-rig.ts'
import type { FaultyCall, SupplierRig } from './supplier-rig.ts'
import { testSupplier } from './supplier-suite.ts'

const plan = 'TR_1_7'
const megabyte = 1_048_576

const calls: { readonly [call in FaultyCall]: string } = {
  order: 'esim/order',
  find: 'esim/query',
  fetch: 'esim/query',
  cancel: 'esim/cancel',
  usage: 'esim/query',
  'top-ups': 'package/list',
  'top-up': 'esim/topup',
  catalogue: 'package/list',
  balance: 'balance/query',
}

testSupplier('eSIM Access', async (): Promise<SupplierRig> => {
  const { server, supplier, account } = createEsimAccessRig()
  return {
    supplier,
    fail: (call, ...faults) => server.faults.add(calls[call], ...faults),
    planCode: plan,
    refusing: {
      'plan-gone': () => 'NO_SUCH_PLAN',
      'out-of-stock': () => {
        account.soldOut.add(plan)
        return plan
      },
      'out-of-balance': () => {
        account.balance = 1
        return plan
      },
    },
    holding: {
      get isOn() {
        return account.isSlow
      },
      set isOn(isOn) {
        account.isSlow = isOn
        if (!isOn) account.allocating.clear()
      },
    },
    failLater: null,
    countSales: () => ({
      profiles: account.profiles.length,
      topUps: account.profiles.flatMap(({ packageList }) => packageList.slice(1)).length,
    }),
    useData(iccid, mb) {
      const profile = account.profiles.find((each) => each.iccid === iccid)
      if (!profile) throw new Error(`There is no eSIM ${iccid}`)
      profile.orderUsage += mb * megabyte
      profile.smdpStatus = 'ENABLED'
      profile.esimStatus = profile.orderUsage < profile.totalVolume ? 'IN_USE' : 'USED_UP'
    },
    growCatalogue() {
      const [first] = account.packages
      if (first) account.packages.push({ ...first, packageCode: 'TR_2_7', slug: 'tr_2_7' })
    },
    webhooks: async () => [],
    async forgeries() {
      const content = { orderNo: 'B1', orderStatus: 'GOT_RESOURCE' }
      const ready = JSON.stringify({ notifyType: 'ORDER_STATUS', content })
      return { 'another sender': webhook(ready, '54.254.74.89'), 'no sender': webhook(ready, '') }
    },
    malformedWebhooks: async () => ({
      body: webhook('{"notify'),
      'body.notifyType': webhook('{"hello":"world"}'),
    }),
    can: { find: true, cancel: true, topUp: true, announce: false },
    breaches: () => server.breaches,
  }
})

function webhook(body: string, address = '54.254.74.88'): Request {
  return new Request('https://shop.example/callbacks/supplier/esim-access', {
    method: 'POST',
    headers: { 'CF-Connecting-IP': address },
    body,
  })
}
