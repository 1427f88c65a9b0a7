import type { SupplierFetch } from '../supplier-call.ts'

export type AiraloSettings = {
  readonly clientID: string
  /** Also signs the webhooks. */
  readonly clientSecret: string
  /**
   * Receives the results of asynchronous orders. Null: orders are synchronous, and their answer has
   * the result.
   */
  readonly webhookURL: string | null
  /** Default: Airalo's server, which serves sandbox accounts too. */
  readonly apiBase?: string | undefined
}

export type AiraloDependencies = {
  readonly db: D1Database
  readonly now: () => Date
  readonly fetch: SupplierFetch
  /** Waits while another worker renews the access token. */
  readonly wait?: (milliseconds: number) => Promise<void>
}
