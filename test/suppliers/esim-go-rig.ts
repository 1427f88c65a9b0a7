import { createEsimGoSupplier } from '../../src/supply/esim-go.ts'
import type { Bundle, BundleCountry } from './esim-go-document.ts'
import { EsimGoServer } from './esim-go-server.ts'

const apiKey = 'api_key-of-the-organisation'
/** Milliseconds until the shop aborts a request. */
const deadline = 30

/** eSIM Go with a local organisation, which has bundles for Great Britain and for two countries. */
export function createEsimGoRig(change: { readonly apiKey?: string } = {}) {
  const clock = { now: new Date('2026-11-21T10:00:00Z') }
  const server = new EsimGoServer(apiKey, () => clock.now)
  server.organisation.bundles = [
    aBundle({ name: 'esim_1GB_7D_GB_V2', price: 2.28 }),
    aBundle({ name: 'esim_5GB_30D_GB_V2', dataAmount: 5000, duration: 30, price: 9.99 }),
    aBundle({ name: 'esim_UL_7D_GB_V2', dataAmount: -1, unlimited: true, price: 12 }),
    aBundle({ name: 'esim_1GB_7D_DE_AT_V2', countries: [country('DE'), country('AT')] }),
  ]
  const supplier = createEsimGoSupplier(
    { apiKey, ...change },
    {
      fetch: async (request) => server.fetch(request, AbortSignal.timeout(deadline)),
      now: () => clock.now,
    },
  )
  return { server, supplier, clock, apiKey, organisation: server.organisation }
}

function aBundle(change: Partial<Bundle> & { name: string }): Bundle {
  return {
    description: 'eSIM, 1GB, 7 Days, United Kingdom, V2',
    groups: ['Standard eSIM Bundles'],
    countries: [country('GB')],
    dataAmount: 1000,
    duration: 7,
    speed: ['4G', '5G'],
    autostart: true,
    unlimited: false,
    roamingEnabled: [],
    price: 2.28,
    billingType: 'FixedCost',
    ...change,
  }
}

function country(iso: string): BundleCountry {
  return { name: iso, region: 'Europe', iso }
}
