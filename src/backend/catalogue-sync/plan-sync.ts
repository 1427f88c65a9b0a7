import { compareText } from '../../domain/compare-text.ts'
import { isJump, isLargeLoss } from '../../domain/price-checks.ts'
import type { PriceBook } from '../../domain/price-rules.ts'
import type { CatalogueRisk } from '../catalogue-changes/catalogue-risks.ts'
import { readPriceBook } from '../pricing/read-price-book.ts'
import type { SqlStore } from '../sql-store.ts'
import type { Supplier } from '../suppliers/supplier.ts'
import type { SupplierPlan } from '../suppliers/supplier-plan.ts'
import { comparePlans, describeSeveralCodes } from './compare-plans.ts'
import { delistGone, endSource } from './ended-sources.ts'
import { listedCodes, readSourcesByCode } from './known-sources.ts'
import { newDraft } from './sync-draft.ts'
import type { CatalogueSync, SyncContext, SyncDraft } from './sync-draft.ts'

/** Minimum plans per comparison. The last chunk can be smaller. */
const plansAtOnce = 2000

/** Compares a supplier's catalogue with the shop, page by page. */
export async function planSync(
  store: Pick<SqlStore, 'query'>,
  supplier: Pick<Supplier, 'id' | 'catalogue'>,
  currencies: PriceBook['currencies'],
): Promise<CatalogueSync> {
  const book = await readPriceBook(store, currencies)
  const draft = newDraft(supplier.id)
  const [ids, severalCodes, ended] = [new Set<string>(), new Map(), new Map()]
  const context = { store, book, draft, ids, severalCodes, ended }
  const seen = new Set<string>()
  for await (const plans of splitIntoChunks(supplier.catalogue())) {
    const fresh = plans.filter(({ code }) => !seen.has(code) && seen.add(code))
    draft.total += fresh.length
    await comparePlans(context, fresh)
  }
  describeSeveralCodes(context)
  await findGone(context, seen)
  delistGone(context)
  sortChanges(draft)
  draft.risks = risksOf(draft)
  return draft
}

/** The order of a catalogue must not change the preview nor its digest. */
function sortChanges(draft: SyncDraft): void {
  const { tariffs, sources, entries, tooLow } = draft
  const reasons = [...draft.skipped].toSorted(([one], [other]) => compareText(one, other))
  draft.skipped = new Map(reasons)
  tariffs.sort((one, other) => compareText(one.after.id, other.after.id))
  sources.sort(byPlanAndCode)
  entries.sort(byPlanAndCode)
  tooLow.sort((one, other) => compareText(one.tariffID, other.tariffID))
}

type PlanAndCode = { readonly tariffID: string; readonly planCode: string }

function byPlanAndCode(one: PlanAndCode, other: PlanAndCode): number {
  return compareText(one.tariffID, other.tariffID) || compareText(one.planCode, other.planCode)
}

async function* splitIntoChunks(
  pages: AsyncIterable<readonly SupplierPlan[]>,
): AsyncGenerator<SupplierPlan[]> {
  let chunk: SupplierPlan[] = []
  for await (const page of pages) {
    chunk.push(...page)
    if (chunk.length < plansAtOnce) continue
    yield chunk
    chunk = []
  }
  yield chunk
}

/** Withdraws the sources that the supplier no longer sells. */
async function findGone(context: SyncContext, seen: ReadonlySet<string>): Promise<void> {
  const { store, draft } = context
  for await (const codes of listedCodes(store, draft.supplier)) {
    draft.known += codes.filter(({ isOffered }) => isOffered).length
    const gone = codes.flatMap(({ code }) => (seen.has(code) ? [] : code))
    for (const source of await readSourcesByCode(store, draft.supplier, gone))
      endSource(context, source)
  }
}

function risksOf({ entries, known }: SyncDraft): CatalogueRisk[] {
  const gone = new Set(entries.flatMap(({ kind, planCode }) => (kind === 'gone' ? planCode : [])))
  const jumps = entries.filter(
    ({ kind, before, after }) =>
      kind === 'cost' &&
      before !== null &&
      after !== null &&
      (before.currency !== after.currency || isJump(before.minor, after.minor)),
  )
  const loss = { kind: 'loss', gone: gone.size, listed: known } as const
  const jump = { kind: 'cost-jump', plans: jumps.map(({ planCode }) => planCode) } as const
  return [...(isLargeLoss(gone.size, known) ? [loss] : []), ...(jumps.length > 0 ? [jump] : [])]
}
