import type { SupplierSettings } from '../../config/supplier-settings.ts'
import { airalo } from './airalo/airalo-facts.ts'
import { esimAccess } from './esim-access/esim-access-facts.ts'
import { esimGo } from './esim-go/esim-go-facts.ts'
import { lazySupplier } from './lazy-supplier.ts'
import type { SupplierFacts } from './lazy-supplier.ts'
import type { Supplier } from './supplier.ts'

type SupplierDependencies = {
  readonly db: D1Database
  readonly now: () => Date
  /** Ends a request after 20 s. */
  readonly fetch: typeof fetch
}
type SupplierFactory = (config: SupplierSettings, dependencies: SupplierDependencies) => Supplier

/** Keyed by the names in SUPPLIERS. */
const creators: { readonly [name: string]: SupplierFactory } = {
  airalo: (config, dependencies) =>
    lazySupplier(airalo, async () => {
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
    }),
  'esim-access': (config, { fetch, now }) =>
    lazySupplier(esimAccess, async () => {
      const { createEsimAccessSupplier } = await import('./esim-access/esim-access.ts')
      return createEsimAccessSupplier(
        {
          accessCode: config.ESIM_ACCESS_CODE ?? '',
          secretKey: config.ESIM_ACCESS_SECRET_KEY,
        },
        { fetch, now },
      )
    }),
  'esim-go': (config, { fetch, now }) =>
    lazySupplier(esimGo, async () => {
      const { createEsimGoSupplier } = await import('./esim-go/esim-go.ts')
      return createEsimGoSupplier({ apiKey: config.ESIM_GO_API_KEY ?? '' }, { fetch, now })
    }),
}

/** Suppliers that this version of the shop supports, switched on or off. */
export const supplierFacts: readonly SupplierFacts[] = [airalo, esimAccess, esimGo]

/** Milliseconds that a slow supplier needs to create a profile. */
export const supplierTimeout = 20_000

/** Creates the suppliers listed in SUPPLIERS. */
export function createSuppliers(
  config: SupplierSettings,
  dependencies: Omit<SupplierDependencies, 'fetch'>,
): readonly Supplier[] {
  return config.SUPPLIERS.flatMap(
    (name) => creators[name]?.(config, { ...dependencies, fetch: fetchInTime }) ?? [],
  )
}

async function fetchInTime(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  return fetch(input, { ...init, signal: AbortSignal.timeout(supplierTimeout) })
}
