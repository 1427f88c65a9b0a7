import { z } from 'zod'
import { fitsDraft, maxDraftBytes } from '../../plans/apply-import.ts'
import type { SourceFile } from '../../plans/read-csv.ts'
import { err, ok } from '../../kit/result.shared.ts'
import type { Result } from '../../kit/result.shared.ts'

export type UploadProblem = 'no-file' | 'too-large' | 'not-utf8'

/** Bytes of a form in addition to its files. */
const formOverhead = 10_000
export const maxUpload = maxDraftBytes + formOverhead

/** Browsers send an empty file when the person chose no file. */
export const uploadForm = z.object({
  files: z
    .unknown()
    .transform((value) =>
      [value].flat().filter((each): each is File => each instanceof File && each.size > 0),
    ),
})

export async function readUpload({
  files,
}: z.output<typeof uploadForm>): Promise<Result<SourceFile[], UploadProblem>> {
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
