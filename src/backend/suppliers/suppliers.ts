import type { SupplierName, SupplierSettings } from '../../config/supplier-settings.ts'
import { airalo } from './airalo/airalo-facts.ts'
import { esimAccess } from './esim-access/esim-access-facts.ts'
import { esimGo } from './esim-go/esim-go-facts.ts'
import { lazySupplier } from './lazy-supplier.ts'
import type { SupplierFacts } from './lazy-supplier.ts'
import type { Supplier } from './supplier.ts'

type SupplierDependencies = {
  readonly db: D1Database
  readonly now: () => Date
  /** Aborts a request after 20 s. */
  readonly fetch: typeof fetch
}

type Adapter<Name extends SupplierName> = {
  readonly facts: SupplierFacts & { readonly id: Name }
  readonly load: (config: SupplierSettings, dependencies: SupplierDependencies) => Promise<Supplier>
}

/** The configuration is validated first, so a listed supplier has its settings. */
const adapters: { readonly [Name in SupplierName]: Adapter<Name> } = {
  airalo: {
    facts: airalo,
    load: async (config, dependencies) => {
      const { createAiraloSupplier } = await import('./airalo/airalo.ts')
      return createAiraloSupplier(
        {
          clientID: config.AIRALO_CLIENT_ID ?? '',
          clientSecret: config.AIRALO_CLIENT_SECRET ?? '',
          webhookURL:
            config.AIRALO_ORDERS === 'async'
              ? `${config.SITE_ORIGIN}/callbacks/supplier/${airalo.id}`
              : null,
          apiBase: config.AIRALO_API_URL ?? undefined,
        },
        dependencies,
      )
    },
  },
  'esim-access': {
    facts: esimAccess,
    load: async (config, { fetch, now }) => {
      const { createEsimAccessSupplier } = await import('./esim-access/esim-access.ts')
      return createEsimAccessSupplier(
        {
          accessCode: config.ESIM_ACCESS_CODE ?? '',
          secretKey: config.ESIM_ACCESS_SECRET_KEY,
        },
        { fetch, now },
      )
    },
  },
  'esim-go': {
    facts: esimGo,
    load: async (config, { fetch, now }) => {
      const { createEsimGoSupplier } = await import('./esim-go/esim-go.ts')
      return createEsimGoSupplier({ apiKey: config.ESIM_GO_API_KEY ?? '' }, { fetch, now })
    },
  },
}

/** Suppliers that this version of the shop supports, switched on or off. */
export const supplierFacts: readonly SupplierFacts[] = Object.values(adapters).map(
  ({ facts }) => facts,
)

/** Milliseconds. A slow supplier needs this time to create a profile. */
export const supplierTimeout = 20_000

export function createSuppliers(
  config: SupplierSettings,
  dependencies: Omit<SupplierDependencies, 'fetch'>,
): readonly Supplier[] {
  return config.SUPPLIERS.map((name) => {
    const { facts, load } = adapters[name]
    return lazySupplier(facts, async () => load(config, { ...dependencies, fetch: fetchInTime }))
  })
}

async function fetchInTime(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  return fetch(input, { ...init, signal: AbortSignal.timeout(supplierTimeout) })
}
