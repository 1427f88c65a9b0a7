import type { Market } from '../../domain/activation-window.ts'
import type { Prices } from '../../domain/money.ts'

/** A plan as a CSV file or a supplier describes it. Null fields are not stated. */
export type CataloguePlan = {
  readonly tariffID: string
  /** Ident of the operator. */
  readonly operator: string
  /** Two-letter codes in lower case. */
  readonly countries: readonly string[]
  /** Ident of the plan's only region. */
  readonly region: string | null
  /** The world region of a plan for several countries. */
  readonly worldRegion: string | null
  readonly market: Market
  /** Null if unlimited. */
  readonly trafficMb: number | null
  readonly fairUseThresholdMb: number | null
  readonly fairUseSpeedKbps: number | null
  readonly validityDays: number
  readonly prices: Prices
  readonly minutes: number | null
  readonly sms: number | null
  readonly unlimitedApps: readonly string[]
  readonly networks: readonly {
    readonly country: string
    readonly title: string
    readonly generations: readonly string[]
  }[]
  readonly hotspot: 'yes' | 'no' | 'limited' | 'unknown'
  readonly topUp: boolean | null
  readonly kyc: boolean | null
  readonly apn: string | null
}
