import { decimalOf } from '../kit/money.shared.ts'
import type { Currency, Money } from '../kit/money.shared.ts'
import type { MissingPrice, PriceBook } from './price-rules.ts'
import type { CatalogueRisk } from './catalogue-risks.ts'
import type { TariffChange } from './plan-changes.ts'
import type { SqlStore } from '../kit/sql-store.ts'
import type { SupplierPlan } from '../supply/supplier.ts'
import type { KnownSource } from './known-sources.ts'

/** A row of `tariff_sources` to write. */
export type SourceChange = {
  readonly tariffID: string
  readonly planCode: string
  /** Null if unknown, for a source that the operator added. */
  readonly cost: Money | null
  readonly minimumPrice: Money | null
  /** Days after the purchase within which a profile must be installed. Null if unknown. */
  readonly activationDays: number | null
  readonly isAvailable: boolean
}

/** A plan that is new, gone, back, or has a new cost. */
export type SyncEntry = {
  readonly kind: 'new' | 'back' | 'gone' | 'cost'
  readonly tariffID: string
  readonly planCode: string
  /** The costs before and after the sync. Null if unknown. */
  readonly before: Money | null
  readonly after: Money | null
}

/** The number of plans without a price in a currency. `cost` is the currency of their cost. */
type PriceGap = {
  readonly reason: MissingPrice
  readonly currency: Currency
  readonly cost: Currency
  readonly plans: number
}

/** The changes that a sync will write. */
export type CatalogueSync = {
  readonly supplier: string
  /** Plans in the supplier's catalogue. */
  readonly total: number
  /** Plans that the supplier offered before the sync. */
  readonly known: number
  readonly entries: readonly SyncEntry[]
  readonly tariffs: readonly TariffChange[]
  readonly sources: readonly SourceChange[]
  /** Titles by ident. */
  readonly operators: ReadonlyMap<string, string>
  readonly countries: ReadonlySet<string>
  readonly unpriced: readonly PriceGap[]
  /** Numbers of skipped plans by reason. */
  readonly skipped: ReadonlyMap<string, number>
  /** Plans with a price that was set below the price rules or below the cost of a source. */
  readonly tooLow: readonly {
    readonly tariffID: string
    readonly currencies: readonly Currency[]
  }[]
  readonly risks: readonly CatalogueRisk[]
}

export type SyncDraft = { -readonly [key in keyof CatalogueSync]: CatalogueSync[key] } & {
  entries: SyncEntry[]
  tariffs: TariffChange[]
  sources: SourceChange[]
  operators: Map<string, string>
  countries: Set<string>
  unpriced: PriceGap[]
  skipped: Map<string, number>
  tooLow: { tariffID: string; currencies: readonly Currency[] }[]
}

export type SyncContext = {
  readonly store: Pick<SqlStore, 'query'>
  readonly book: PriceBook
  readonly draft: SyncDraft
  readonly ids: Set<string>
  /** The plans with several codes, by tariff. */
  readonly severalCodes: Map<string, readonly KnownPlan[]>
  /** The last ended source of each plan, by tariff. */
  readonly ended: Map<string, KnownSource>
}

/** A plan in the supplier's catalogue with its source in the shop. */
type KnownPlan = { readonly plan: SupplierPlan; readonly source: KnownSource }

export function newDraft(supplier: string): SyncDraft {
  return {
    supplier,
    total: 0,
    known: 0,
    entries: [],
    tariffs: [],
    sources: [],
    operators: new Map(),
    countries: new Set(),
    unpriced: [],
    skipped: new Map(),
    tooLow: [],
    risks: [],
  }
}

const maxLines = 50

/** Returns lines for the operator: counts, problems, then up to 50 plans. */
export function describeSync(sync: CatalogueSync): string[] {
  const { entries, tariffs, total, unpriced, skipped, tooLow } = sync
  const groups = Map.groupBy(entries, groupOf)
  const lines = groupNames.flatMap((group) => (groups.get(group) ?? []).map(describeEntry))
  const counts = groupNames.map((group) => `${groups.get(group)?.length ?? 0} ${group}`)
  return [
    `${sync.supplier}: ${total} plans. ${counts.join(', ')}. ${tariffs.length} plans of the shop change.`,
    ...unpriced.map(
      (each) => `not sold in ${each.currency}: ${reasonOf(each)} (plans: ${each.plans})`,
    ),
    ...Array.from(skipped, ([reason, plans]) => `left out: ${reason} (plans: ${plans})`),
    ...limitLines(
      tooLow.map(
        ({ tariffID, currencies }) => `below margin: ${tariffID} in ${currencies.join(', ')}`,
      ),
    ),
    ...limitLines(lines),
  ]
}

function reasonOf({ reason, currency, cost }: PriceGap): string {
  return reason === 'no rule' ? 'no price rule' : `no rate ${cost} to ${currency}`
}

const groupNames = ['new', 'back', 'gone', 'dearer', 'cheaper'] as const

function groupOf({ kind, before, after }: SyncEntry): (typeof groupNames)[number] {
  if (kind !== 'cost') return kind
  return (after?.minor ?? 0) > (before?.minor ?? 0) ? 'dearer' : 'cheaper'
}

function describeEntry(entry: SyncEntry): string {
  const { tariffID, planCode, before, after } = entry
  const costs = [before, after].flatMap((cost) => (cost === null ? [] : [amountOf(cost)]))
  const name = groupOf(entry).padEnd(8)
  return `${name}${tariffID} (${planCode})  ${[...new Set(costs)].join(' → ')}`
}

function limitLines(lines: readonly string[]): string[] {
  const more = lines.length - maxLines
  return [...lines.slice(0, maxLines), ...(more > 0 ? [`… and ${more} more`] : [])]
}

function amountOf(money: Money): string {
  return `${decimalOf(money)} ${money.currency}`
}
