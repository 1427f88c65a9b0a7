import { fitsDraft, maxDraftBytes } from '../../backend/operations/goods/import-drafts.ts'
import type { SourceFile } from '../../backend/imports/read-csv.ts'
import { err, ok } from '../../domain/result.ts'
import type { Result } from '../../domain/result.ts'
import type { AdminContext } from '../admin-env.ts'
import { readLimitedForm } from '../read-form.ts'

export type UploadProblem = 'no-file' | 'too-large' | 'not-utf8'

/** Bytes of the form around its files. */
const formOverhead = 10_000

/** The files of an uploaded form. */
export async function readUpload(c: AdminContext): Promise<Result<SourceFile[], UploadProblem>> {
  const form = await readLimitedForm(c, maxDraftBytes + formOverhead)
  if (form === null) return err('too-large')
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
    const sources = await Promise.all(read)
    return fitsDraft(sources) ? ok(sources) : err('too-large')
  } catch {
    return err('not-utf8')
  }
}
