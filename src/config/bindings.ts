/**
 * The databases, namespaces and buckets that wrangler.toml binds. Variables are omitted, because
 * only the parsers in this folder read them.
 */
export type Bindings = {
  readonly [Name in keyof Env as Env[Name] extends string ? never : Name]: Env[Name]
} & {
  /** Optional: a dataset of Analytics Engine. */
  readonly REQUESTS?: AnalyticsEngineDataset
}
