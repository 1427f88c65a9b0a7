import { createEsimAccessSupplier } from '../../src/supply/esim-access.ts'
import type { EsimAccessSettings } from '../../src/supply/esim-access-api.ts'
import type { Package } from './esim-access-document.ts'
import { EsimAccessServer } from './esim-access-server.ts'

const megabyte = 1_048_576
/** Milliseconds until the shop aborts a request. */
const deadline = 30

/**
 * eSIM Access with a local account. Its plans have a total amount of data, two countries, or daily
 * limits.
 */
export function createEsimAccessRig(change: Partial<EsimAccessSettings> = {}) {
  const clock = { now: new Date('2026-11-21T10:00:00Z') }
  const secrets = { accessCode: 'a1b2c3d4e5f60718', secretKey: 'secret-key-of-the-account' }
  const server = new EsimAccessServer({ ...secrets, now: () => clock.now })
  server.account.packages = [
    aPackage({ packageCode: 'TR_1_7', location: 'TR', price: 12_345 }),
    aPackage({ packageCode: 'NA_5_30', location: 'US,CA,US-HI', price: '57000', duration: 30 }),
    aPackage({ packageCode: 'JP_D1', location: 'JP', dataType: 2, fupPolicy: '1 Mbps' }),
    aPackage({ packageCode: 'JP_CUT', location: 'JP', dataType: 3 }),
  ]
  server.account.topUps = [aPackage({ packageCode: 'TOPUP_TR_1_7', location: 'TR' })]
  const supplier = createEsimAccessSupplier(
    { ...secrets, ...change },
    {
      fetch: async (request) => server.fetch(request, AbortSignal.timeout(deadline)),
      now: () => clock.now,
    },
  )
  return { server, supplier, clock, account: server.account }
}

function aPackage(change: Partial<Package> & { packageCode: string; location: string }): Package {
  return {
    slug: change.packageCode.toLowerCase(),
    name: `${change.location} 1GB 7Days`,
    price: 18_000,
    currencyCode: 'USD',
    volume: 1024 * megabyte,
    duration: 7,
    durationUnit: 'DAY',
    unusedValidTime: 180,
    supportTopUpType: 2,
    locationNetworkList: change.location.split(',').map((code) => ({
      locationName: code,
      locationCode: code,
      operatorList: [{ operatorName: `${code} Mobile`, networkType: '4G/5G' }],
    })),
    ...change,
  }
}
