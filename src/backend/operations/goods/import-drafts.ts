import { z } from 'zod'
import { oldestOf } from '../../../domain/retention.ts'
import { secretID } from '../../../domain/secret-id.ts'
import type { BackendContext } from '../../context.ts'
import type { SourceFile } from '../../imports/read-csv.ts'
import { storedJson } from '../../stored-json.ts'

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
export async function storeDraft(
  { db, now }: DraftContext,
  uploaded: readonly SourceFile[],
): Promise<string> {
  const id = secretID()
  await db
    .prepare('INSERT INTO import_drafts (id, files, created_at) VALUES (?, ?, ?)')
    .bind(id, JSON.stringify(uploaded), now.toISOString())
    .run()
  return id
}

/** Returns the files of a draft, or null when the draft has expired or was imported. */
export async function readDraft(
  { db, now }: DraftContext,
  id: string,
): Promise<readonly SourceFile[] | null> {
  const text = await db
    .prepare('SELECT files FROM import_drafts WHERE id = ? AND created_at > ?')
    .bind(id, oldestOf('importDrafts', now))
    .first<string>('files')
  return text === null ? null : storedJson(files, text, [])
}
