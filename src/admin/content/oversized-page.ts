import type { TextContent, TextName } from '../../texts/editable-texts.ts'
import type { Locale } from '../../words/locales.shared.ts'
import { compressedBytes } from '../../site/fitted-page.ts'
import type { AdminContext } from '../admin-env.ts'
import { withDraft } from './draft-answers.ts'
import type { AnswerTransform } from './draft-renderer.ts'
import { shopPathsOf } from './shop-paths.ts'

/**
 * A page of this size is at most 14,000 bytes in brotli. Workers have only gzip, which makes each
 * page of the shop at least 400 bytes larger. A journey compares both sizes.
 */
const maxGzipBytes = 14_400

/**
 * Returns the first page that would be too large for its first round trip with this text, or null.
 * If a page is already too large because of its plans, accepts a text that is not longer than the
 * current text.
 */
export async function oversizedPage(
  c: AdminContext,
  lang: Locale,
  name: TextName,
  content: TextContent,
): Promise<string | null> {
  for (const path of shopPathsOf(lang, name, content)) {
    const bytes = await bytesOf(c, path, withDraft({ ...name, content }))
    if (bytes > maxGzipBytes && bytes > (await bytesOf(c, path, keepAnswer))) return path
  }
  return null
}

const keepAnswer: AnswerTransform = async (_, answer) => answer

async function bytesOf(c: AdminContext, path: string, change: AnswerTransform): Promise<number> {
  const { env, executionCtx } = c
  const page = await c.var.renderDraft(path, change, { env, executionCtx })
  return compressedBytes(await page.arrayBuffer())
}
