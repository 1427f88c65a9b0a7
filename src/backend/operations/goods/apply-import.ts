import type { Currency } from '../../../domain/money.ts'
import { err, ok } from '../../../domain/result.ts'
import type { Result } from '../../../domain/result.ts'
import { changeKind } from '../../catalogue-changes/tariff-changes.ts'
import { unchangedContent } from '../../catalogue/content-version.ts'
import { catalogueBatches } from '../../imports/catalogue-sql.ts'
import { stockBatches } from '../../imports/read-stock.ts'
import { d1Store } from '../../d1-store.ts'
import type { SqlCondition } from '../audit.ts'
import { performAction } from '../perform-action.ts'
import type {
  ActionContext,
  ActionInput,
  ActionPlan,
  ActionProblem,
  ActionResult,
} from '../perform-action.ts'
import type { StaffMember } from '../staff.ts'
import { readDraft } from './import-drafts.ts'
import { previewImport } from './import-preview.ts'
import type { ImportPreview } from './import-preview.ts'

type ImportConfirmation = ActionInput & {
  readonly draftID: string
  /** The digest of the preview that staff saw. */
  readonly digest: string
  /** True when staff confirmed an import that looks like a mistake. */
  readonly isConfirmed: boolean
}

/** The audit subject of all imports. Its version is the number of imports. */
export const importSubject = { kind: 'import', id: 'catalogue' } as const

/**
 * Imports the files of a draft in one transaction. Refuses the import if its preview has changed.
 */
export async function applyImport(
  context: ActionContext,
  staff: StaffMember,
  confirmation: ImportConfirmation,
): Promise<ActionResult> {
  const { idempotencyKey, version, draftID, digest } = confirmation
  const key = { idempotencyKey, version, input: { draftID, digest } }
  const request = { action: 'import', subject: importSubject, ...key } as const
  return performAction(context, staff, request, async () => planImport(context, confirmation))
}

async function planImport(
  context: ActionContext,
  confirmation: ImportConfirmation,
): Promise<Result<ActionPlan, ActionProblem>> {
  const { db, config } = context
  const [base] = config.CURRENCIES
  const { draftID } = confirmation
  const files = await readDraft(context, draftID)
  if (!files) return err({ code: 'refused', reason: 'draft-expired' })
  // Read the content version before the comparison, so that a change in between is a conflict.
  const condition = await unchangedContent(db)
  const preview = await previewImport(d1Store(db), files, base)
  const changes = changesOf(preview, confirmation, base)
  if (!changes.ok) return changes
  const { details, statements } = changes.value
  return ok({
    details: { ...details, file: files.map(({ name }) => name).join(', ') },
    condition: joinConditions(condition, isWaiting(draftID)),
    effects: () => [
      db.prepare('DELETE FROM import_drafts WHERE id = ?').bind(draftID),
      ...statements.map((sql) => db.prepare(sql)),
    ],
  })
}

type ImportChanges = Pick<ActionPlan, 'details'> & { readonly statements: readonly string[] }

/** Returns the statements of the preview that staff confirmed. */
function changesOf(
  preview: ImportPreview,
  { digest, isConfirmed }: ImportConfirmation,
  base: Currency,
): Result<ImportChanges, ActionProblem> {
  if (preview.kind === 'too-large') return err({ code: 'refused', reason: 'import-too-large' })
  if (preview.kind === 'invalid' || preview.digest !== digest) return err({ code: 'conflict' })
  if (preview.kind === 'stock') {
    const { added } = preview.difference
    return ok({ details: { codes: added.length }, statements: stockBatches(added).flat() })
  }
  if (preview.risks.length > 0 && !isConfirmed)
    return err({ code: 'refused', reason: 'suspicious-import' })
  const { difference } = preview
  const kinds = Map.groupBy(difference.plans, changeKind)
  const counts = Array.from(kinds, ([kind, changes]) => [kind, changes.length] as const)
  return ok({
    details: Object.fromEntries(counts),
    statements: catalogueBatches(difference, base).flat(),
  })
}

/** Refuses the second of two parallel confirmations, because the first deletes the draft. */
function isWaiting(draftID: string): SqlCondition {
  return { sql: 'EXISTS (SELECT 1 FROM import_drafts WHERE id = ?)', params: [draftID] }
}

function joinConditions(...conditions: readonly SqlCondition[]): SqlCondition {
  return {
    sql: conditions.map(({ sql }) => sql).join(' AND '),
    params: conditions.flatMap(({ params }) => params),
  }
}
