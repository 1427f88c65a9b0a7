import { configOf, type BackendConfig } from './settings.ts'
import type { Bindings, BackendContext } from './context.ts'
import type { Locale } from './words/locales.shared.ts'
import { wordsOf } from './words/words.shared.ts'
import { createCarriers } from './messages/carriers.ts'
import { catalogueSession } from './api/batched-reads.ts'
import { countedD1 } from './kit/counted-d1.ts'
import { paymentProviders } from './payments/providers.ts'
import { createSuppliers } from './supply/suppliers.ts'

/** Dependencies that tests replace. */
export type ContextSources = {
  readonly now: () => Date
  readonly providers: typeof paymentProviders
  readonly suppliers: typeof createSuppliers
}

export const productionSources: ContextSources = {
  now: () => new Date(),
  providers: paymentProviders,
  suppliers: createSuppliers,
}

/** Creates the context of a request. Throws an error when a setting is invalid. */
export function createContext(
  bindings: Bindings,
  visitor: {
    readonly locale: Locale
    readonly addressOf: (config: BackendConfig) => string
    readonly countryOf?: (config: BackendConfig) => string | null
    /** The same object for all API calls of a visit. */
    readonly visit: object
  },
  { now, providers, suppliers }: ContextSources,
): BackendContext {
  const config = configOf(bindings)
  const db = countedD1(bindings.DB)
  return {
    db,
    catalogue: catalogueSession(db, visitor.visit),
    uploads: bindings.UPLOADS,
    config,
    locale: visitor.locale,
    words: wordsOf(visitor.locale),
    now: now(),
    clientAddress: visitor.addressOf(config),
    clientCountry: visitor.countryOf?.(config) ?? null,
    providers: providers(config, { db, now }),
    suppliers: suppliers(config, { db, now }),
    carriers: createCarriers(config, { email: bindings.EMAIL }),
  }
}

type VisitOf = Pick<BackendContext, 'locale' | 'clientAddress'> &
  Partial<Pick<BackendContext, 'clientCountry'>>

/** Returns the context of a visit. A page has up to five reads, which share it. */
export function visitContexts(sources: ContextSources) {
  const contexts = new WeakMap<object, BackendContext>()
  return (
    bindings: Bindings,
    visit: object,
    { locale, clientAddress, clientCountry = null }: VisitOf,
  ): BackendContext => {
    const known = contexts.get(visit)
    if (known?.locale === locale && known.clientAddress === clientAddress) return known
    const visitor = {
      locale,
      addressOf: () => clientAddress,
      countryOf: () => clientCountry,
      visit,
    }
    const context = createContext(bindings, visitor, sources)
    contexts.set(visit, context)
    return context
  }
}
