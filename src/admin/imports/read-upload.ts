import { readLimited } from '../../contract/limited-body.ts'
import { maxDraftBytes } from '../../backend/operations/goods/import-drafts.ts'
import type { SourceFile } from '../../backend/imports/read-csv.ts'
import { err, ok } from '../../domain/result.ts'
import type { Result } from '../../domain/result.ts'
import type { AdminContext } from '../admin-env.ts'

export type UploadProblem = 'no-file' | 'too-large' | 'not-utf8'

/** Bytes of the form around its files. */
const formOverhead = 10_000
/** Bytes past the limit to discard, so that the browser shows the answer. */
const drain = 20_000_000

/** The files of an uploaded form. */
export async function readUpload(c: AdminContext): Promise<Result<SourceFile[], UploadProblem>> {
  const limit = maxDraftBytes + formOverhead
  const { bytes, isWhole } = await readLimited(c.req.raw.body, { limit, drain })
  if (!isWhole) return err('too-large')
  const headers = { 'Content-Type': c.req.header('Content-Type') ?? '' }
  const form = await new Response(bytes, { headers }).formData().catch(() => new FormData())
  const files = form
    .getAll('files')
    .filter((entry): entry is File => typeof entry !== 'string' && entry.size > 0)
  if (files.length === 0) return err('no-file')
  try {
    const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false })
    const read = files.map(async (file) => ({
      name: file.name,
      text: decoder.decode(await file.arrayBuffer()),
    }))
    return ok(await Promise.all(read))
  } catch {
    return err('not-utf8')
  }
}
