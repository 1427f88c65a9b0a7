import type { BackendConfig } from './settings.ts'
import type { Locale } from './words/locales.shared.ts'
import type { Words } from './words/words.shared.ts'
import type { Carriers } from './messages/carrier.ts'
import type { PaymentProvider } from './payments/payment-provider.ts'
import type { Supplier } from './supply/supplier.ts'

export type BackendContext = {
  /** The primary database. A read sees every earlier write. */
  readonly db: D1Database
  /** The nearest replica, for data of public pages. */
  readonly catalogue: CatalogueDatabase
  readonly uploads: R2Bucket
  readonly config: BackendConfig
  readonly locale: Locale
  readonly words: Words
  readonly now: Date
  /** The visitor's IP address, or '' if unknown. Used only for rate limits. */
  readonly clientAddress: string
  /** The country of this address in lower case, or null if unknown. Evidence for VAT. */
  readonly clientCountry: string | null
  /** Sorted by preference. */
  readonly providers: readonly PaymentProvider[]
  readonly suppliers: readonly Supplier[]
  readonly carriers: Carriers
}

/** The parts of the context that most functions need. */
export type DatabaseContext = Pick<BackendContext, 'db'>
export type DataContext = Pick<BackendContext, 'db' | 'now'>
export type ShopContext = Pick<BackendContext, 'db' | 'config' | 'now'>

/** The part of `D1Database` that public reads need. */
export type CatalogueDatabase = {
  prepare(sql: string): CatalogueQuery
  batch<Row>(queries: readonly CatalogueQuery[]): Promise<D1Result<Row>[]>
}

export type CatalogueQuery = {
  bind(...values: unknown[]): CatalogueQuery
  all<Row>(): Promise<D1Result<Row>>
  first<Row>(): Promise<Row | null>
}

export type SessionContext = BackendContext & { readonly caller: Caller }

/** A call of another system, with its key. */
export type KeyContext = BackendContext & { readonly apiKey: ApiKey }

/** A key, with the name that its owner gave it. */
export type ApiKey = { readonly id: string; readonly name: string }

export type Caller = {
  readonly sessionID: string
  readonly subjectID: string
  /** Time of the visitor's sign-in, or null if unknown. */
  readonly openedAt: string | null
}

/** Data of a call that an operation may need in addition to its input. */
export type OperationRequest = {
  readonly files: { readonly [name: string]: File }
  /** Continues supplier orders after the answer. */
  readonly continueOrders: () => void
}

export type BackendEnv = {
  Bindings: Bindings
  Variables: { readonly context: BackendContext }
}

/**
 * The databases, namespaces and buckets that wrangler.toml binds. Variables are omitted, because
 * only the parsers in this folder read them.
 */
export type Bindings = {
  readonly [Name in keyof Env as Env[Name] extends string | KVNamespace ? never : Name]: Env[Name]
} & {
  readonly CACHE: KeyValueStore
  /** Optional: a dataset of Analytics Engine. */
  readonly REQUESTS?: AnalyticsEngineDataset
}

/** The methods of KV that the shop uses. */
export type KeyValueStore = {
  readonly get: (key: string, type: 'json') => Promise<unknown>
  readonly put: (
    key: string,
    value: string,
    options: { readonly expirationTtl: number },
  ) => Promise<void>
}
