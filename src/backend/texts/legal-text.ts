import type { z } from 'zod'
import { textContents } from '../../contract/editable-texts.ts'
import type { legalText } from '../../contract/legal-text.ts'
import { ok } from '../../domain/result.ts'
import type { BackendContext } from '../context.ts'
import type { OperationResult } from '../operation-result.ts'
import { storedJson } from '../stored-json.ts'

/** Returns the text that staff published, or null if the shop shows the shipped text. */
export async function getLegalText(
  { catalogue: db }: BackendContext,
  { lang, name }: z.output<typeof legalText.input>,
): Promise<OperationResult<z.input<typeof legalText.output>>> {
  const row = await db
    .prepare(`SELECT content FROM published_texts WHERE kind = 'legal' AND lang = ? AND ident = ?`)
    .bind(lang, name)
    .first<{ content: string | null }>()
  const content = row?.content ?? null
  const data = content === null ? null : storedJson(textContents.legal.nullable(), content, null)
  return ok({ data })
}
