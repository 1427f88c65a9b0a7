import { supplierWebhookPath } from '../api/links.ts'
import { fetchFrom } from '../kit/deadlines.ts'
import type { SupplierName, SupplierSettings } from './settings.ts'
import { airalo, esimAccess, esimGo } from './supplier-facts.ts'
import type { Supplier } from './supplier.ts'

type SupplierDependencies = {
  readonly db: D1Database
  readonly now: () => Date
  /** Aborts a request after 20 s. */
  readonly fetch: typeof fetch
}

type Adapter<Name extends SupplierName> = {
  readonly facts: SupplierFacts & { readonly id: Name }
  readonly server: (config: SupplierSettings) => string | null
  readonly load: (config: SupplierSettings, dependencies: SupplierDependencies) => Promise<Supplier>
}

/** The configuration is validated first, so a listed supplier has its settings. */
const adapters: { readonly [Name in SupplierName]: Adapter<Name> } = {
  airalo: {
    facts: airalo,
    server: ({ AIRALO_API_URL: server }) => server,
    load: async (config, dependencies) => {
      const { createAiraloSupplier } = await import('./airalo.ts')
      return createAiraloSupplier(
        {
          clientID: config.AIRALO_CLIENT_ID ?? '',
          clientSecret: config.AIRALO_CLIENT_SECRET ?? '',
          webhookURL:
            config.AIRALO_ORDERS === 'async'
              ? `${config.SITE_ORIGIN}${supplierWebhookPath}${airalo.id}`
              : null,
        },
        dependencies,
      )
    },
  },
  'esim-access': {
    facts: esimAccess,
    server: ({ ESIM_ACCESS_API_URL: server }) => server,
    load: async (config, { fetch, now }) => {
      const { createEsimAccessSupplier } = await import('./esim-access.ts')
      return createEsimAccessSupplier(
        { accessCode: config.ESIM_ACCESS_CODE ?? '', secretKey: config.ESIM_ACCESS_SECRET_KEY },
        { fetch, now },
      )
    },
  },
  'esim-go': {
    facts: esimGo,
    server: ({ ESIM_GO_API_URL: server }) => server,
    load: async (config, { fetch, now }) => {
      const { createEsimGoSupplier } = await import('./esim-go.ts')
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
    const { facts, load, server } = adapters[name]
    const call = fetchFrom(server(config))
    const fetchInTime: typeof fetch = async (input, init) =>
      call(input, { ...init, signal: AbortSignal.timeout(supplierTimeout) })
    return lazySupplier(facts, async () => load(config, { ...dependencies, fetch: fetchInTime }))
  })
}

/** Properties of a supplier that are available before its code is loaded. */
export type SupplierFacts = Pick<
  Supplier,
  'isOrderIdempotent' | 'canFindOrders' | 'callsPerMinute'
> & { readonly id: SupplierName }

/** Loads a supplier's code at its first call, so that shops without this supplier never load it. */
function lazySupplier(facts: SupplierFacts, load: () => Promise<Supplier>): Supplier {
  let supplier: Promise<Supplier> | undefined
  const loaded = async () => (supplier ??= load())
  return {
    ...facts,
    order: async (...input) => (await loaded()).order(...input),
    find: async (...input) => (await loaded()).find(...input),
    fetch: async (...input) => (await loaded()).fetch(...input),
    cancel: async (...input) => (await loaded()).cancel(...input),
    usage: async (...input) => (await loaded()).usage(...input),
    topUps: async (...input) => (await loaded()).topUps(...input),
    topUp: async (...input) => (await loaded()).topUp(...input),
    async *catalogue() {
      yield* (await loaded()).catalogue()
    },
    balance: async () => (await loaded()).balance(),
    receive: async (...input) => (await loaded()).receive(...input),
  }
}
