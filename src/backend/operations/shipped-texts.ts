import { textContents } from '../../contract/editable-texts.ts'
import type { TextContent, TextKind, TextName } from '../../contract/editable-texts.ts'
import { legalTextNames } from '../../contract/legal-text.ts'
import { content } from '../../locale/content.ts'
import { locales } from '../../locale/locales.ts'
import type { Locale } from '../../locale/locales.ts'
import { storedJson } from '../stored-json.ts'

export type TextInLanguage = { readonly lang: Locale; readonly content: TextContent }

type ShippedRow = { lang: string; content: string }

/** SQL: the shipped text with the ident ?1 in every language, as imported from content/. */
const shippedSql = {
  place: `SELECT lang, json_object('networks', networks, 'install', install, 'mind', mind)
    AS content FROM place_texts WHERE place = ?1`,
  question: `SELECT lang, json_object('block', block_ident, 'blockTitle', block_title,
    'question', question, 'answer', json(answer)) AS content FROM faq_questions WHERE ident = ?1`,
  post: `SELECT lang, json_object('title', title, 'description', description, 'date', date,
    'body', body) AS content FROM posts WHERE id = ?1`,
} as const satisfies { readonly [Kind in Exclude<TextKind, 'legal'>]: string }

/** Returns a shipped text in each language that has it. */
export async function shippedText(
  db: D1Database,
  { kind, ident }: TextName,
): Promise<readonly TextInLanguage[]> {
  if (kind === 'legal') return legalTextsOfRelease(ident)
  const { results } = await db.prepare(shippedSql[kind]).bind(ident).all<ShippedRow>()
  return readTexts(kind, results)
}

/** Parses the rows in current locales. Skips other rows. */
export function readTexts(
  kind: TextKind,
  rows: readonly { readonly lang: string; readonly content: string }[],
): readonly TextInLanguage[] {
  return rows.flatMap((row) => {
    const lang = locales.find((locale) => locale === row.lang)
    const parsed = storedJson<TextContent | null>(textContents[kind], row.content, null)
    return lang && parsed ? [{ lang, content: parsed }] : []
  })
}

function legalTextsOfRelease(ident: string): readonly TextInLanguage[] {
  const name = legalTextNames.find((each) => each === ident)
  if (name === undefined) return []
  return locales.map((lang) => ({
    lang,
    content: textContents.legal.parse(content[lang].articles[name]),
  }))
}
