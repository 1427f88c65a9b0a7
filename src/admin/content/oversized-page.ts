import type { TextContent, TextName } from '../../contract/editable-texts.ts'
import type { Locale } from '../../locale/locales.ts'
import type { AdminContext } from '../admin-env.ts'
import { withDraft } from './draft-answers.ts'
import { shopPathsOf } from './shop-paths.ts'

/**
 * A page of this size has 14,000 bytes of brotli at most: Workers have only gzip, which makes each
 * page of the shop larger by 400 bytes or more. A journey compares them.
 */
const maxGzipBytes = 14_400

/** The first page that would be too large for its first round trip with this text, or null. */
export async function oversizedPage(
  { env, executionCtx, var: { renderDraft } }: AdminContext,
  lang: Locale,
  name: TextName,
  content: TextContent,
): Promise<string | null> {
  for (const path of shopPathsOf(lang, name, content)) {
    const response = await renderDraft(path, withDraft({ ...name, content }), {
      env,
      executionCtx,
    })
    const bytes = await gzipBytes(await response.arrayBuffer())
    if (bytes > maxGzipBytes) return path
  }
  return null
}

async function gzipBytes(html: ArrayBuffer): Promise<number> {
  const compressed = new Blob([html]).stream().pipeThrough(new CompressionStream('gzip'))
  return (await new Response(compressed).arrayBuffer()).byteLength
}
