import { z } from 'zod'
import { textContents } from './editable-texts.ts'
import type { TextKind, TextContent, TextName } from './editable-texts.ts'
import { legalTextNames } from './legal-text-contract.ts'
import { content } from '../words/content.ts'
import { locales } from '../words/locales.shared.ts'
import type { Locale } from '../words/locales.shared.ts'
import { versionOf } from '../api/perform-action.ts'
import { storedJson } from '../kit/stored-json.ts'
import type { Action } from '../api/staff.ts'

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

/** A text in the back office, with the version that the next action must send. */
export type TextForStaff = TextName & {
  readonly version: number
  /** One version for each locale of the shop. */
  readonly languages: readonly TextVersion[]
}

type TextVersion = {
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

export type TextChange = {
  readonly id: string
  readonly at: string
  readonly staffName: string
  readonly action: Action
  /** 0 for an action that changed no text, such as a move of a question. */
  readonly hasContents: 0 | 1
}

/** Returns up to 50 actions on a text, newest first. */
export async function textHistory(db: D1Database, name: TextName): Promise<readonly TextChange[]> {
  const subject = textSubject(name)
  const { results } = await db
    .prepare(
      `SELECT a.id, a.at, a.staff_name AS staffName, a.action,
        EXISTS (SELECT 1 FROM text_versions v WHERE v.id = a.id) AS hasContents
      FROM audit a WHERE a.subject_kind = ? AND a.subject_id = ? ORDER BY a.at DESC LIMIT 50`,
    )
    .bind(subject.kind, subject.id)
    .all<TextChange>()
  return results
}

const contentsByLanguage = z.record(z.string(), z.unknown())

/** Returns the text after a change by language, or null when the change does not exist. */
export async function textAfterChange(
  db: D1Database,
  { kind, ident }: TextName,
  id: string,
): Promise<{ readonly [lang in Locale]?: TextContent } | null> {
  const stored = await db
    .prepare('SELECT contents FROM text_versions WHERE id = ? AND kind = ? AND ident = ?')
    .bind(id, kind, ident)
    .first<string>('contents')
  if (stored === null) return null
  const contents = storedJson(contentsByLanguage, stored, {})
  const entries = locales.flatMap((lang) => {
    const { data } = textContents[kind].safeParse(contents[lang])
    return data ? [[lang, data] as const] : []
  })
  return Object.fromEntries(entries)
}

type TextInLanguage = { readonly lang: Locale; readonly content: TextContent }

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
async function shippedText(
  db: D1Database,
  { kind, ident }: TextName,
): Promise<readonly TextInLanguage[]> {
  if (kind === 'legal') return legalTextsOfRelease(ident)
  const { results } = await db.prepare(shippedSql[kind]).bind(ident).all<ShippedRow>()
  return readTexts(kind, results)
}

/** Parses the rows in current locales. Skips other rows. */
function readTexts(
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

export type KnownPlace = { readonly place: string; readonly title: string }

/** Returns the countries and regions that can have advice, sorted by title. */
export async function knownPlaces(db: D1Database, lang: Locale): Promise<readonly KnownPlace[]> {
  const { results } = await db
    .prepare(
      `SELECT k.place, coalesce(t.title, k.place) AS title FROM (
        SELECT code AS place FROM countries
        UNION ALL SELECT country_code || '/' || ident FROM regions) k
      LEFT JOIN place_titles t ON t.place = k.place AND t.lang = ?`,
    )
    .bind(lang)
    .all<KnownPlace>()
  return results.toSorted((a, b) => a.title.localeCompare(b.title, lang))
}

export type FaqTopic = { readonly block: string; readonly lang: string; readonly title: string }

/** Returns the blocks of the FAQ in each language. */
export async function faqTopics(db: D1Database): Promise<readonly FaqTopic[]> {
  const { results } = await db
    .prepare(
      `SELECT block_ident AS block, lang, block_title AS title FROM shown_questions
      GROUP BY block_ident, lang ORDER BY min(position)`,
    )
    .all<FaqTopic>()
  return results
}
