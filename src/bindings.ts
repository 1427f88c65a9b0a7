import type { KeyValueStore } from './kit/key-value-store.ts'

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
