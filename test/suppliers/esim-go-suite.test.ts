import { hmac } from '../../src/kit/crypto.ts'
import { createEsimGoRig } from './esim-go-rig.ts'
import type { FaultyCall, SupplierRig } from './supplier-rig.ts'
import { testSupplier } from './supplier-suite.ts'

const plan = 'esim_1GB_7D_GB_V2'
/** eSIM Go counts 1,000 MB per GB, but the shop counts 1,024. */
const bytesOfMegabyte = 1e9 / 1024

const calls: { readonly [call in FaultyCall]: string } = {
  order: 'POST /orders',
  find: 'none',
  fetch: 'GET /esims/assignments',
  cancel: 'DELETE /esims/{iccid}/bundles/{name}/assignments/{assignmentId}',
  usage: 'GET /esims/{iccid}/bundles',
  'top-ups': 'GET /catalogue',
  'top-up': 'POST /orders',
  catalogue: 'GET /catalogue',
  balance: 'GET /organisation',
}

testSupplier('eSIM Go', async (): Promise<SupplierRig> => {
  const { server, supplier, organisation, apiKey } = createEsimGoRig()
  return {
    supplier,
    fail: (call, ...faults) => server.faults.add(calls[call], ...faults),
    planCode: plan,
    refusing: {
      'plan-gone': () => 'esim_none',
      'out-of-balance': () => {
        organisation.balance = 1
        return plan
      },
    },
    holding: {
      get isOn() {
        return organisation.isSlow
      },
      set isOn(isOn) {
        organisation.isSlow = isOn
        if (!isOn) organisation.processing.clear()
      },
    },
    failLater: null,
    countSales: () => ({
      profiles: organisation.esims.size,
      topUps: organisation.orders.size - organisation.esims.size,
    }),
    useData(iccid, mb) {
      const [assignment] = organisation.esims.get(iccid)?.bundles[0]?.assignments ?? []
      if (!assignment) throw new Error(`There is no eSIM ${iccid}`)
      assignment.remainingQuantity -= Math.round(mb * bytesOfMegabyte)
      assignment.bundleState = assignment.remainingQuantity > 0 ? 'active' : 'depleted'
    },
    growCatalogue() {
      const [first] = organisation.bundles
      if (!first) throw new Error('There are no bundles')
      for (let index = 0; index < 250; index += 1)
        organisation.bundles.push({ ...first, name: `esim_${index}` })
    },
    webhooks: async () => [],
    async forgeries() {
      const body = JSON.stringify({ iccid: '8944000000001000000', alertType: 'Utilisation' })
      return {
        'another key': callback(await hmac('another-key', body), body),
        'changed body': callback(await hmac(apiKey, body), `${body} `),
        'no signature': callback('', body),
      }
    },
    async malformedWebhooks() {
      const signCallback = async (body: string) => callback(await hmac(apiKey, body), body)
      return {
        body: await signCallback('{"iccid":'),
        'body.iccid': await signCallback('{"iccid":89}'),
      }
    },
    // Orders do not contain the shop's key.
    can: { find: false, cancel: true, topUp: true, announce: false },
    breaches: () => server.breaches,
  }
})

function callback(signature: string, body: string): Request {
  return new Request('https://shop.example/callbacks/supplier/esim-go', {
    method: 'POST',
    headers: { 'X-Signature-SHA256': signature },
    body,
  })
}
