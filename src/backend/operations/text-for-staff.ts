import type { TextContent, TextName } from '../../contract/editable-texts.ts'
import { locales } from '../../locale/locales.ts'
import type { Locale } from '../../locale/locales.ts'
import { readTexts, shippedText } from './shipped-texts.ts'
import { versionOf } from './subject-version.ts'

/** A text in the back office, with the version that the next action must send. */
export type TextForStaff = TextName & {
  readonly version: number
  /** One version for each locale of the shop. */
  readonly languages: readonly TextVersion[]
}

export type TextVersion = {
  readonly lang: Locale
  /** The shipped text. Null when there is none in this language. */
  readonly shipped: TextContent | null
  /** The text that visitors read. Null when it is hidden in this language. */
  readonly shown: TextContent | null
  /** True when staff published or hid the text. */
  readonly isEdited: boolean
}

/** Returns the audit subject of a text, such as `place:tr`. */
export function textSubject({ kind, ident }: TextName) {
  return { kind: 'text', id: `${kind}:${ident}` } as const
}

/** Returns the number of changes by staff. It is 0 for a text that does not exist yet. */
export async function textVersion(db: D1Database, name: TextName): Promise<number> {
  return (await versionOf(db, textSubject(name))) ?? 0
}

/** Returns null when the text does not exist. Countries and regions exist even without advice. */
export async function textForStaff(db: D1Database, name: TextName): Promise<TextForStaff | null> {
  const { kind, ident } = name
  const [shipped, published, isPlace, version] = await Promise.all([
    shippedText(db, name),
    db
      .prepare('SELECT lang, content FROM published_texts WHERE kind = ? AND ident = ?')
      .bind(kind, ident)
      .all<{ lang: string; content: string | null }>(),
    db
      .prepare(
        `SELECT EXISTS (SELECT 1 FROM countries WHERE code = ?1)
          OR EXISTS (SELECT 1 FROM regions WHERE country_code || '/' || ident = ?1) AS is_place`,
      )
      .bind(ident)
      .first<number>('is_place'),
    textVersion(db, name),
  ])
  const rows = published.results
  const isKnown = shipped.length > 0 || rows.length > 0 || (kind === 'place' && isPlace === 1)
  if (!isKnown) return null
  const edited = readTexts(
    kind,
    rows.flatMap(({ lang, content }) => (content === null ? [] : [{ lang, content }])),
  )
  return {
    kind,
    ident,
    version,
    languages: locales.map((lang) => {
      const own = shipped.find((each) => each.lang === lang)?.content ?? null
      const isEdited = rows.some((row) => row.lang === lang)
      const shown = isEdited ? (edited.find((each) => each.lang === lang)?.content ?? null) : own
      return { lang, shipped: own, shown, isEdited }
    }),
  }
}
