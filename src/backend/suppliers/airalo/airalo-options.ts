import type { SupplierFetch } from '../supplier-call.ts'

export type AiraloSettings = {
  readonly clientID: string
  /** Airalo also signs its webhooks with this secret. */
  readonly clientSecret: string
  /**
   * Receives the results of asynchronous orders. If null, orders are synchronous, and the response
   * has the result.
   */
  readonly webhookURL: string | null
  /** Defaults to Airalo's server, which serves sandbox accounts too. */
  readonly apiBase?: string | undefined
}

export type AiraloDependencies = {
  readonly db: D1Database
  readonly now: () => Date
  readonly fetch: SupplierFetch
  /** Pauses while another worker renews the access token. */
  readonly wait?: (milliseconds: number) => Promise<void>
}
