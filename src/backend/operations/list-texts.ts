import type { TextKind } from '../../contract/editable-texts.ts'
import { legalTextNames } from '../../contract/legal-text.ts'
import { content } from '../../locale/content.ts'
import { locales } from '../../locale/locales.ts'
import type { Locale } from '../../locale/locales.ts'

/** `missing`: the text does not exist in the language. */
export type TextState = 'shipped' | 'edited' | 'hidden' | 'missing'

export type TextListItem = {
  readonly ident: string
  /** In the language of the list, or else in another language. */
  readonly title: string
  /** The block of a question, or the date of a post. */
  readonly topic: string | null
  readonly states: readonly { readonly lang: Locale; readonly state: TextState }[]
}

type TextRow = {
  lang: string
  ident: string
  title: string | null
  topic: string | null
  is_published: number
}

/** SQL: all shipped and published texts of a kind. */
const listSql = {
  place: `SELECT s.lang, s.place AS ident, t.title, NULL AS topic, 0 AS is_published
    FROM place_texts s LEFT JOIN place_titles t ON t.place = s.place AND t.lang = s.lang
    UNION ALL
    SELECT p.lang, p.ident, iif(p.content IS NULL, NULL, t.title), NULL, 1
    FROM published_texts p LEFT JOIN place_titles t ON t.place = p.ident AND t.lang = p.lang
    WHERE p.kind = 'place' ORDER BY ident`,
  question: `SELECT lang, ident, title, topic, is_published FROM (
      SELECT lang, ident, question AS title, block_title AS topic, 0 AS is_published, position,
        block_ident AS block FROM faq_questions
      UNION ALL
      SELECT lang, ident, content ->> '$.question', content ->> '$.blockTitle', 1, 1000000,
        content ->> '$.block' FROM published_texts WHERE kind = 'question')
    LEFT JOIN question_ranks USING (ident)
    ORDER BY min(position) OVER (PARTITION BY block), rank IS NULL, rank, position, ident`,
  post: `SELECT lang, id AS ident, title, date AS topic, 0 AS is_published FROM posts
    UNION ALL
    SELECT lang, ident, content ->> '$.title', content ->> '$.date', 1
    FROM published_texts WHERE kind = 'post' ORDER BY topic DESC, ident`,
  legal: `SELECT lang, ident, content ->> '$.title' AS title, NULL AS topic, 1 AS is_published
    FROM published_texts WHERE kind = 'legal'`,
} as const satisfies { readonly [Kind in TextKind]: string }

/** Returns every text of a kind, including hidden texts. Places are sorted by title. */
export async function listTexts(
  db: D1Database,
  kind: TextKind,
  lang: Locale,
): Promise<readonly TextListItem[]> {
  const { results } = await db.prepare(listSql[kind]).all<TextRow>()
  const rows = kind === 'legal' ? [...legalRows(), ...results] : results
  const texts = [...Map.groupBy(rows, ({ ident }) => ident)].map(([ident, own]) => {
    const titled = own.filter(({ title }) => title !== null).toReversed()
    const best = titled.find((row) => row.lang === lang) ?? titled[0]
    return {
      ident,
      title: best?.title ?? ident,
      topic: best?.topic ?? null,
      states: locales.map((locale) => ({ lang: locale, state: stateIn(own, locale) })),
    }
  })
  if (kind !== 'place') return texts
  return texts.toSorted((a, b) => a.title.localeCompare(b.title, lang))
}

function legalRows(): readonly TextRow[] {
  return legalTextNames.flatMap((ident) =>
    locales.map((lang) => {
      const { title } = content[lang].articles[ident]
      return { lang, ident, title, topic: null, is_published: 0 }
    }),
  )
}

function stateIn(rows: readonly TextRow[], lang: Locale): TextState {
  const own = rows.filter((row) => row.lang === lang)
  const published = own.find((row) => row.is_published === 1)
  if (published) return published.title === null ? 'hidden' : 'edited'
  return own.length > 0 ? 'shipped' : 'missing'
}
