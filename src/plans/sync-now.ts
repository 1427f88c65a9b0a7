import { err, ok } from '../kit/result.shared.ts'
import type { Result } from '../kit/result.shared.ts'
import { pacedCatalogue } from './daily-sync.ts'
import { planSync } from './plan-sync.ts'
import type { CatalogueSync } from './plan-sync.ts'
import { syncBatches, syncedStatements } from './write-sync.ts'
import { unchangedContent } from './content-version.ts'
import { countActions } from '../api/rate-limit.ts'
import { performAction } from '../api/perform-action.ts'
import type { ActionContext, ActionInput, ActionResult } from '../api/perform-action.ts'
import type { StaffMember } from '../api/staff.ts'
import { digestOf, mostChanges } from './catalogue-risks.ts'

export type SyncPreview = {
  readonly sync: CatalogueSync
  readonly digest: string
}

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
  const paced = pacedCatalogue(supplier, async () => {
    throw new CatalogueTooLarge()
  })
  try {
    const sync = await planSync(db, paced, config.CURRENCIES)
    const changes = Math.max(sync.tariffs.length, sync.sources.length)
    if (changes > mostChanges.plans) return err('sync-too-large')
    return ok({ sync, digest: await digestOf([sync.tariffs, sync.sources]) })
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
 * every day.
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
        changed: sync.tariffs.length,
      },
      condition,
      effects: () => [
        ...syncBatches(db, sync, config.CURRENCIES[0], now).flat(),
        ...syncedStatements(db, sync, now),
      ],
    })
  })
}
