import { z } from 'zod'
import { err, ok, type Result } from '../kit/result.shared.ts'
import { planSync, type CatalogueSync, type PriceGap, type SyncEntry } from './plan-sync.ts'
import { unknownTerm } from './convert-plan.ts'
import { decimalOf, type Money } from '../kit/money.shared.ts'
import { syncBatches, syncedStatements, writeSync } from './write-sync.ts'
import { unchangedContent } from './content-version.ts'
import { countActions } from '../api/rate-limit.ts'
import { performAction } from '../api/perform-action.ts'
import type { ActionContext, ActionInput, ActionResult } from '../api/perform-action.ts'
import type { StaffMember } from '../api/staff.ts'
import { digestOf, mostChanges, describeRisks } from './catalogue-risks.ts'
import type { BackendConfig } from '../settings.ts'
import { storedDetail } from '../messages/alert-detail.ts'
import { endAlert, raiseAlert } from '../messages/alerts.ts'
import { countCalls } from '../supply/count-calls.ts'
import type { Supplier } from '../supply/supplier.ts'
import type { PlanDatabase } from './plan-changes.ts'
import { hourMs, isoAfter, minuteMs } from '../kit/time.shared.ts'
import { pause } from '../kit/deadlines.ts'
import { prepare, readRow, readRows } from '../kit/sql.ts'

export type SyncPreview = { readonly sync: CatalogueSync; readonly digest: string }

type CatalogueProblem = 'unknown-supplier' | 'sync-too-large'
export type ComparisonProblem = CatalogueProblem | 'too-many-comparisons'

class CatalogueTooLarge extends Error {}

/** Limit per supplier, because a comparison reads the whole catalogue. */
const comparisons = { action: 'supplier-comparison', perHour: 20 } as const
/** A separate limit, so that staff can confirm the last comparison of an hour. */
const confirmations = { action: 'supplier-confirmation', perHour: 20 } as const

/** Calls the supplier and compares its catalogue with the shop, within the hourly limit. */
export async function previewSupplierSync(
  context: ActionContext,
  supplierID: string,
): Promise<Result<SyncPreview, ComparisonProblem>> {
  if (!context.suppliers.some(({ id }) => id === supplierID)) return err('unknown-supplier')
  if (!(await countActions(context, [{ limit: comparisons, subject: supplierID }])))
    return err('too-many-comparisons')
  return compareWithShop(context, supplierID)
}

/**
 * Reads at most as many pages as half of the supplier's calls per minute. A larger catalogue is too
 * large for the back office.
 */
async function compareWithShop(
  { db, config, suppliers }: ActionContext,
  supplierID: string,
): Promise<Result<SyncPreview, CatalogueProblem>> {
  const supplier = suppliers.find(({ id }) => id === supplierID)
  if (!supplier) return err('unknown-supplier')
  const paced = pacedCatalogue(db, supplier, {
    wait: async () => Promise.reject(new CatalogueTooLarge()),
  })
  try {
    const sync = await planSync(db, paced, config)
    const changes = Math.max(sync.plans.length, sync.sources.length)
    if (changes > mostChanges.plans) return err('sync-too-large')
    return ok({ sync, digest: await digestOf([sync.plans, sync.sources]) })
  } catch (error) {
    if (error instanceof CatalogueTooLarge) return err('sync-too-large')
    throw error
  }
}

type SyncConfirmation = ActionInput & {
  readonly supplier: string
  /** The digest of the difference that staff saw. */
  readonly digest: string
  /** True when staff confirmed a catalogue that looks like a mistake. */
  readonly isConfirmed: boolean
}

/**
 * Writes the difference between a supplier's catalogue and the shop in one transaction. Refuses the
 * sync if the difference has changed since staff saw it. Afterwards the shop syncs the catalogue
 * every hour.
 */
export async function syncSupplierCatalogue(
  context: ActionContext,
  staff: StaffMember,
  { supplier: supplierID, digest, isConfirmed, ...input }: SyncConfirmation,
): Promise<ActionResult> {
  const { db, config, now } = context
  const subject = { kind: 'supplier', id: supplierID } as const
  const request = { ...input, action: 'sync-catalogue', subject, input: { digest } } as const
  return performAction(context, staff, request, async () => {
    // Read the content version before the comparison, so that a change in between is a conflict.
    const condition = await unchangedContent(db)
    if (!(await countActions(context, [{ limit: confirmations, subject: supplierID }])))
      return err({ code: 'refused', reason: 'too-many-confirmations' })
    const preview = await compareWithShop(context, supplierID)
    if (!preview.ok) return err({ code: 'refused', reason: preview.error })
    const { sync } = preview.value
    if (preview.value.digest !== digest) return err({ code: 'conflict' })
    if (sync.risks.length > 0 && !isConfirmed)
      return err({ code: 'refused', reason: 'suspicious-sync' })
    return ok({
      details: {
        new: sync.entries.filter(({ kind }) => kind === 'new').length,
        gone: sync.entries.filter(({ kind }) => kind === 'gone').length,
        changed: sync.plans.length,
      },
      condition,
      effects: () => [
        ...syncBatches(db, sync, config.CURRENCIES[0], now).flat(),
        ...syncedStatements(db, sync, now),
      ],
    })
  })
}

type HourlySyncContext = {
  readonly db: D1Database
  readonly config: BackendConfig
  readonly now: Date
  /** Returns the current time, because a sync takes minutes. */
  readonly clock?: () => Date
  readonly suppliers: readonly Supplier[]
}

/** More changes need the command, because a worker is limited to 128 MB and 1,000 queries. */
const mostPlans = 10_000
/** Maximum plans to name in an alert. */
const mostNamed = 5
/** Consecutive failures before an alert. A single failure is usually a network error. */
const failuresBeforeAlert = 3
/** Milliseconds between two syncs. Airalo asks for at least one an hour. */
const interval = hourMs
/** The pause after a failure doubles up to 16 hours. */
const mostDoublings = 4

const claimed = z.object({ failures: z.int() })

/**
 * Syncs at most one catalogue per run. A catalogue is due every hour, and later after failures. A
 * catalogue that lacks many plans is refused and raises an alert, until staff accept it. A plan
 * whose cost has changed by more than half is left out.
 */
export async function syncDueCatalogue(context: HourlySyncContext): Promise<void> {
  const { db, now, suppliers } = context
  const results = await readRows<{ id: string }>(db)`SELECT id FROM suppliers
    WHERE sync_at <= ${now} ORDER BY sync_at`
  const due = results.map((row) => suppliers.find(({ id }) => id === row.id))
  const supplier = due.find((each) => each !== undefined)
  if (supplier) await claimAndSync(context, supplier)
}

async function claimAndSync(context: HourlySyncContext, supplier: Supplier): Promise<void> {
  const { db, now, clock } = context
  // The update claims the row, so parallel workers do not sync the same catalogue. If the worker
  // stops, the sync is retried after an hour.
  const claim = await readRow(db)`UPDATE suppliers SET sync_at = ${isoAfter(now, interval)},
      sync_failures = sync_failures + 1
    WHERE id = ${supplier.id} AND sync_at <= ${now} RETURNING sync_failures AS failures`
  if (claim === null) return
  const { failures } = claimed.parse(claim)
  try {
    const paced = pacedCatalogue(db, supplier, { clock })
    const sync = await planSync(db, paced, context.config)
    const problem = refusal(sync)
    const doubts = [...describeRisks(sync.risks), ...unknownTerms(sync)].join('; ') || null
    if (problem === null) await writeSync(db, withoutJumps(sync), context.config.CURRENCIES[0], now)
    await db.batch([
      prepare(db)`UPDATE suppliers SET sync_at = ${isoAfter(now, interval)}, sync_failures = 0,
        synced_at = iif(${Number(problem === null)}, ${now}, synced_at) WHERE id = ${supplier.id}`,
      settleSyncAlert(db, supplier.id, problem ?? doubts, now),
      // The costs in a refused catalogue are probably wrong too, so they raise no alert.
      ...(problem === null ? [priceAlert(context, sync)] : []),
    ])
  } catch (error) {
    const detail = storedDetail({ code: 'failures', values: { count: failures } })
    const pause = interval * 2 ** Math.min(failures - 1, mostDoublings)
    await db.batch([
      prepare(db)`UPDATE suppliers SET sync_at = ${isoAfter(now, pause)} WHERE id = ${supplier.id}`,
      ...(failures >= failuresBeforeAlert ? [settleSyncAlert(db, supplier.id, detail, now)] : []),
    ])
    throw error
  }
}

/** Returns the terms with which plans are not sold, because the shop does not know them. */
function unknownTerms({ skipped }: CatalogueSync): string[] {
  return [...skipped.keys()].filter((reason) => reason.startsWith(unknownTerm))
}

function settleSyncAlert(db: D1Database, subject: string, detail: string | null, now: Date) {
  const kind = 'catalogue-sync'
  return detail === null
    ? endAlert(db, kind, subject, now)
    : raiseAlert(db, { kind, subject, detail }, now)
}

/**
 * Leaves plans whose cost has changed by more than half as they are. If the cost has risen, the
 * source is not used until staff accept the cost, because the shop would sell at a loss.
 */
function withoutJumps(sync: CatalogueSync): CatalogueSync {
  const codes = new Set(sync.risks.flatMap((risk) => (risk.kind === 'cost-jump' ? risk.plans : [])))
  const jumps = sync.entries.filter(({ planCode }) => codes.has(planCode))
  const ids = new Set(jumps.map(({ tariffID }) => tariffID))
  return {
    ...sync,
    plans: sync.plans.filter(({ after }) => !ids.has(after.id)),
    sources: sync.sources.flatMap((source) => {
      const jump = jumps.find(
        ({ tariffID, planCode }) => tariffID === source.tariffID && planCode === source.planCode,
      )
      if (!jump) return [source]
      const isDearer = (jump.after?.minor ?? 0) > (jump.before?.minor ?? 0)
      return jump.kind === 'cost' && isDearer
        ? [{ ...source, cost: jump.before, isAvailable: false }]
        : []
    }),
  }
}

/** Raises or ends the alert about prices below the price rules or the supplier's cost. */
function priceAlert({ db, now }: HourlySyncContext, sync: CatalogueSync): D1PreparedStatement {
  const { supplier: subject, tooLow } = sync
  if (tooLow.length === 0) return endAlert(db, 'prices-too-low', subject, now)
  const plans = tooLow.slice(0, mostNamed)
  const values = { plans, more: tooLow.length - plans.length }
  const detail = storedDetail({ code: 'low-prices', values })
  return raiseAlert(db, { kind: 'prices-too-low', subject, detail }, now)
}

function refusal({ risks, plans, sources }: CatalogueSync): string | null {
  const changes = Math.max(plans.length, sources.length)
  if (changes > mostPlans) return storedDetail({ code: 'plan-changes', values: { count: changes } })
  const isLoss = risks.some(({ kind }) => kind === 'loss')
  return isLoss ? describeRisks(risks).join('; ') : null
}

type Pace = {
  readonly clock?: (() => Date) | undefined
  readonly wait?: (milliseconds: number) => Promise<void>
}

/**
 * Counts the page of a catalogue as a call, and waits for the next minute when half of the
 * supplier's rate limit is used up, because orders need the other half.
 */
export function pacedCatalogue(
  db: PlanDatabase,
  { id, callsPerMinute, catalogue }: Pick<Supplier, 'id' | 'catalogue' | 'callsPerMinute'>,
  { clock = () => new Date(), wait = pause }: Pace = {},
): Pick<Supplier, 'id' | 'catalogue'> {
  const share = { id, callsPerMinute: Math.max(1, Math.floor(callsPerMinute / 2)) }
  return {
    id,
    async *catalogue() {
      const pages = catalogue()[Symbol.asyncIterator]()
      for (;;) {
        while ((await countCalls(db, share, 1, clock()).first()) === null)
          await wait(minuteMs - (clock().getTime() % minuteMs))
        const page = await pages.next()
        if (page.done) return
        yield page.value
      }
    },
  }
}

const maxLines = 50

/** Returns lines for the operator: counts, problems, then up to 50 plans. */
export function describeSync(sync: CatalogueSync): string[] {
  const { entries, plans, total, unpriced, skipped, tooLow } = sync
  const groups = Map.groupBy(entries, groupOf)
  const lines = groupNames.flatMap((group) => (groups.get(group) ?? []).map(describeEntry))
  const counts = groupNames.map((group) => `${groups.get(group)?.length ?? 0} ${group}`)
  return [
    `${sync.supplier}: ${total} plans. ${counts.join(', ')}. ${plans.length} plans of the shop change.`,
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
  if (reason === 'no rate') return `no rate ${cost} to ${currency}`
  return reason === 'no rule' ? 'no price rule' : 'above the largest charge of PAYMENT_PROVIDERS'
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

export function limitLines(lines: readonly string[]): string[] {
  const more = lines.length - maxLines
  return [...lines.slice(0, maxLines), ...(more > 0 ? [`… and ${more} more`] : [])]
}

function amountOf(money: Money): string {
  return `${decimalOf(money)} ${money.currency}`
}
