import { z } from 'zod'
import type { Currency } from '../kit/money.shared.ts'
import { err, ok, type Result } from '../kit/result.shared.ts'
import { changeKind, type PlanDatabase } from './plan-changes.ts'
import { unchangedContent } from './content-version.ts'
import {
  catalogueBatches,
  catalogueDifference,
  knownNamesOf,
  readStoredCatalogueFor,
} from './catalogue-difference.ts'
import type { CatalogueDifference } from './catalogue-difference.ts'
import {
  stockBatches,
  knownStock,
  compareStock,
  isStockFile,
  readStockTable,
} from './read-stock.ts'
import type { StockDifference } from './read-stock.ts'
import { performAction } from '../api/perform-action.ts'
import type {
  ActionContext,
  ActionInput,
  ActionPlan,
  ActionProblem,
  ActionResult,
} from '../api/perform-action.ts'
import type { StaffMember } from '../api/staff.ts'
import { oldestOf } from '../kit/retention.ts'
import { secretID } from '../kit/tokens.shared.ts'
import type { BackendContext } from '../context.ts'
import type { SourceFile, Problem } from './read-csv.ts'
import { storedJson } from '../kit/db.ts'
import { findCatalogueRisks, digestOf, hasManyPlans, mostChanges } from './catalogue-risks.ts'
import type { CatalogueRisk } from './catalogue-risks.ts'
import { readCatalogue } from './read-catalogue.ts'
import { readPriceBook } from './price-book.ts'
import type { ChargingShop } from '../payments/settings.ts'
import { prepare, readRow, sql, type Sql } from '../kit/sql.ts'

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
  const preview = await previewImport(db, files, config)
  const changes = changesOf(db, preview, confirmation, base)
  if (!changes.ok) return changes
  const { details, statements } = changes.value
  return ok({
    details: { ...details, file: files.map(({ name }) => name).join(', ') },
    condition: sql`${condition} AND ${isWaiting(draftID)}`,
    effects: () => [prepare(db)`DELETE FROM import_drafts WHERE id = ${draftID}`, ...statements],
  })
}

type ImportChanges = Pick<ActionPlan, 'details'> & {
  readonly statements: readonly D1PreparedStatement[]
}

/** Returns the statements of the preview that staff confirmed. */
function changesOf(
  db: PlanDatabase,
  preview: ImportPreview,
  { digest, isConfirmed }: ImportConfirmation,
  base: Currency,
): Result<ImportChanges, ActionProblem> {
  if (preview.kind === 'too-large') return err({ code: 'refused', reason: 'import-too-large' })
  if (preview.kind === 'invalid' || preview.digest !== digest) return err({ code: 'conflict' })
  if (preview.kind === 'stock') {
    const { added } = preview.difference
    return ok({ details: { codes: added.length }, statements: stockBatches(db, added).flat() })
  }
  if (preview.risks.length > 0 && !isConfirmed)
    return err({ code: 'refused', reason: 'suspicious-import' })
  const { difference } = preview
  const kinds = Map.groupBy(difference.plans, changeKind)
  const counts = Array.from(kinds, ([kind, changes]) => [kind, changes.length] as const)
  return ok({
    details: Object.fromEntries(counts),
    statements: catalogueBatches(db, difference, base).flat(),
  })
}

/** Refuses the second of two parallel confirmations, because the first deletes the draft. */
function isWaiting(draftID: string): Sql {
  return sql`EXISTS (SELECT 1 FROM import_drafts WHERE id = ${draftID})`
}

type DraftContext = Pick<BackendContext, 'db' | 'now'>

/** Total bytes of the files of an upload. */
export const maxDraftBytes = 1_500_000
/** Bytes of the stored JSON. A row of D1 is at most 2 MB. */
const maxStoredBytes = 1_900_000

const files = z.array(z.object({ name: z.string(), text: z.string() }))

/** Returns whether the files fit into a row as JSON, which escapes quotes and line breaks. */
export function fitsDraft(uploaded: readonly SourceFile[]): boolean {
  return new TextEncoder().encode(JSON.stringify(uploaded)).byteLength <= maxStoredBytes
}

/** Stores uploaded files until staff confirm the import. Returns the secret id of the draft. */
export async function storeDraft({ db, now }: DraftContext, uploaded: readonly SourceFile[]) {
  const id = secretID()
  await prepare(db)`INSERT INTO import_drafts (id, files, created_at)
    VALUES (${id}, ${JSON.stringify(uploaded)}, ${now})`.run()
  return id
}

/** Returns the files of a draft, or null when the draft has expired or was imported. */
export async function readDraft({ db, now }: DraftContext, id: string) {
  const draft = await readRow<{ files: string }>(db)`SELECT files FROM import_drafts
    WHERE id = ${id} AND created_at > ${oldestOf('importDrafts', now)}`
  return draft && storedJson(files, draft.files, [])
}

/** The changes that files would make. `digest` identifies the changes. */
export type ImportPreview =
  | { readonly kind: 'invalid'; readonly problems: readonly Problem[] }
  /** Too many rows for a page. Only the command can import them. */
  | { readonly kind: 'too-large' }
  | {
      readonly kind: 'plans'
      readonly digest: string
      readonly difference: CatalogueDifference
      readonly warnings: readonly Problem[]
      readonly risks: readonly CatalogueRisk[]
    }
  | { readonly kind: 'stock'; readonly digest: string; readonly difference: StockDifference }

/** Compares the files of a catalogue, or one file of activation codes, with the shop. */
export async function previewImport(
  db: PlanDatabase,
  files: readonly SourceFile[],
  shop: ChargingShop,
): Promise<ImportPreview> {
  const [file, ...others] = files
  if (file && others.length === 0 && isStockFile(file)) return previewStock(db, file)
  if (await hasManyPlans(db, sql`supplier IS NULL`)) return { kind: 'too-large' }
  const stored = await readStoredCatalogueFor(db, files)
  const { catalogue, problems, warnings } = readCatalogue(
    files,
    knownNamesOf(stored),
    await readPriceBook(db, shop),
  )
  if (problems.length > 0) return { kind: 'invalid', problems }
  const difference = catalogueDifference(catalogue, stored)
  if (difference.plans.length > mostChanges.plans) return { kind: 'too-large' }
  const digest = await digestOf([difference.dictionaries, difference.plans])
  const risks = findCatalogueRisks(difference.plans, difference.listed)
  return { kind: 'plans', digest, difference, warnings, risks }
}

async function previewStock(db: PlanDatabase, file: SourceFile): Promise<ImportPreview> {
  const table = readStockTable(file)
  if (table.goodCells.length > mostChanges.stock) return { kind: 'too-large' }
  const difference = compareStock(table, await knownStock(db, table))
  if (difference.problems.length > 0) return { kind: 'invalid', problems: difference.problems }
  return { kind: 'stock', digest: await digestOf(difference.added), difference }
}
