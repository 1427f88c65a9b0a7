import { describeRisks } from '../../src/plans/catalogue-risks.ts'
import { describeSync } from '../../src/plans/sync-catalogue.ts'
import { planSync } from '../../src/plans/plan-sync.ts'
import { syncedStatements, writeSync } from '../../src/plans/write-sync.ts'
import { insertCommandAudit } from '../../src/api/audit.ts'
import type { StaffMember } from '../../src/api/staff.ts'
import type { PlanDatabase } from '../../src/plans/plan-changes.ts'
import type { Supplier } from '../../src/supply/supplier.ts'
import type { ChargingShop } from '../../src/payments/settings.ts'
import { secretID } from '../../src/kit/tokens.shared.ts'

type SyncOptions = {
  readonly shop: ChargingShop
  readonly now: Date
  readonly staff: StaffMember
  readonly isDryRun: boolean
  readonly isConfirmed: boolean
}

type Sync = {
  readonly lines: readonly string[]
  /** Reasons not to write the difference. */
  readonly refused: readonly string[]
}

/**
 * Compares a supplier's catalogue with the shop and writes the difference. Afterwards the shop
 * syncs this catalogue every hour.
 */
export async function syncCatalogue(
  db: PlanDatabase,
  supplier: Pick<Supplier, 'id' | 'catalogue'>,
  { shop, now, staff, isDryRun, isConfirmed }: SyncOptions,
): Promise<Sync> {
  const sync = await planSync(db, supplier, shop)
  const [lines, risks] = [describeSync(sync), describeRisks(sync.risks)]
  if (isDryRun) return { lines: [...lines, 'Dry run: nothing was written.'], refused: risks }
  if (risks.length > 0 && !isConfirmed) return { lines, refused: risks }
  await writeSync(db, sync, shop.CURRENCIES[0], now)
  const hasChanged = sync.plans.length + sync.sources.length > 0
  const entry = {
    id: secretID(),
    at: now.toISOString(),
    staff,
    action: 'sync-catalogue',
    subject: { kind: 'supplier', id: supplier.id },
    details: { changed: sync.plans.length },
  } as const
  await db.batch([
    ...syncedStatements(db, sync, now),
    ...(hasChanged ? [insertCommandAudit(db, entry)] : []),
  ])
  return { lines, refused: [] }
}
