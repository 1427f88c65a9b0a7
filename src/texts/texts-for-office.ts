import { z } from 'zod'
import { textContents, type TextKind, type TextContent, type TextName } from './editable-texts.ts'
import { legalTextNames } from './operations.ts'
import { content } from '../words/content.ts'
import { locales, type Locale } from '../words/locales.shared.ts'
import { mailNames, shippedMail, type MailContent } from '../messages/mail-texts.ts'
import { excerpt } from '../kit/text.shared.ts'
import { versionOf } from '../api/perform-action.ts'
import { storedJson } from '../kit/db.ts'
import type { Action } from '../api/staff.ts'
import { rankOfQuestion } from './place-texts.ts'
import { prepare, raw, readRows } from '../kit/sql.ts'

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
  readonly lang: string
  readonly ident: string
  readonly title: string | null
  readonly topic: string | null
  readonly state: TextState
}

const text = 'coalesce(content, shipped)'

/** SQL: the title and topic of a text, and the order of the list. */
const columnsOf = {
  place: {
    title: '(SELECT titles ->> texts.lang FROM places WHERE place = ident)',
    topic: 'NULL',
    order: 'ident',
  },
  question: {
    title: `${text} ->> '$.question'`,
    topic: `${text} ->> '$.blockTitle'`,
    order: `min(position) OVER (PARTITION BY ${text} ->> '$.block'),
      ${rankOfQuestion.text} IS NULL, ${rankOfQuestion.text}, position, ident`,
  },
  post: {
    title: `${text} ->> '$.title'`,
    topic: `${text} ->> '$.date'`,
    order: 'topic DESC, ident',
  },
  legal: { title: `${text} ->> '$.title'`, topic: 'NULL', order: 'ident' },
  mail: {
    title: `coalesce(nullif(${text} ->> '$.subject', ''), ${text} ->> '$.text')`,
    topic: 'NULL',
    order: 'ident',
  },
} as const satisfies { readonly [Kind in TextKind]: object }

/** Returns every text of a kind, including hidden texts. Places are sorted by title. */
export async function listTexts(db: D1Database, kind: TextKind, lang: Locale) {
  const { title, topic, order } = columnsOf[kind]
  const results = await readRows<TextRow>(db)`SELECT lang, ident, ${raw(title)} AS title,
      ${raw(topic)} AS topic, CASE
        WHEN content IS NULL THEN 'hidden' WHEN content IS shipped THEN 'shipped' ELSE 'edited'
      END AS state
    FROM texts WHERE kind = ${kind} ORDER BY ${raw(order)}`
  const rows = [...releaseRows(kind), ...results]
  const texts = [...Map.groupBy(rows, ({ ident }) => ident)].map(([ident, own]) => {
    const titled = own.filter((row) => row.title !== null).toReversed()
    const best = titled.find((row) => row.lang === lang) ?? titled[0]
    return {
      ident,
      title: excerpt(best?.title ?? ident, maxTitle),
      topic: best?.topic ?? null,
      states: locales.map((locale) => ({ lang: locale, state: stateIn(own, locale) })),
    }
  })
  if (kind !== 'place') return texts
  return texts.toSorted((a, b) => a.title.localeCompare(b.title, lang))
}

/** Characters of a title in the list. An email without its own subject has its text as its title. */
const maxTitle = 120

/** Texts of the release that the database does not have. */
function releaseRows(kind: TextKind): readonly TextRow[] {
  const names = kind === 'legal' ? legalTextNames : kind === 'mail' ? mailNames : []
  return names.flatMap((ident) =>
    textsOfRelease({ kind, ident }).map(({ lang, content: shipped }) => {
      const title =
        'title' in shipped ? shipped.title : 'text' in shipped ? titleOfMail(shipped) : ''
      return { lang, ident, title, topic: null, state: 'shipped' } as const
    }),
  )
}

export function titleOfMail({
  subject,
  text: body,
}: Pick<MailContent, 'subject' | 'text'>): string {
  return subject || body
}

function stateIn(rows: readonly TextRow[], lang: Locale): TextState {
  return rows.findLast((row) => row.lang === lang)?.state ?? 'missing'
}

/** A text in the back office, with the version that the next action must send. */
export type TextForOffice = TextName & {
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
export async function textForOffice(db: D1Database, name: TextName): Promise<TextForOffice | null> {
  const { kind, ident } = name
  const [rows, places, version] = await Promise.all([
    readRows<StoredText>(db)`SELECT lang, shipped, content FROM texts
      WHERE kind = ${kind} AND ident = ${ident}`,
    readRows(db)`SELECT 1 FROM places WHERE place = ${ident}`,
    textVersion(db, name),
  ])
  const shipped = [...textsOfRelease(name), ...readTexts(kind, rows, 'shipped')]
  const isKnown = shipped.length > 0 || rows.length > 0 || (kind === 'place' && places.length > 0)
  if (!isKnown) return null
  const written = readTexts(kind, rows, 'content')
  return {
    kind,
    ident,
    version,
    languages: locales.map((lang) => {
      const row = rows.find((each) => each.lang === lang)
      const isEdited = row !== undefined && row.content !== row.shipped
      const own = textIn(shipped, lang)
      return { lang, shipped: own, shown: isEdited ? textIn(written, lang) : own, isEdited }
    }),
  }
}

function textIn(texts: readonly TextInLanguage[], lang: Locale): TextContent | null {
  return texts.find((each) => each.lang === lang)?.content ?? null
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
  return readRows<TextChange>(db)`SELECT a.id, a.at, a.staff_name AS staffName,
      a.action,
      EXISTS (SELECT 1 FROM text_versions v WHERE v.id = a.id) AS hasContents
    FROM audit a WHERE a.subject_kind = ${subject.kind} AND a.subject_id = ${subject.id}
      ORDER BY a.at DESC LIMIT 50`
}

const contentsByLanguage = z.record(z.string(), z.unknown())

/** Returns the text after a change by language, or null when the change does not exist. */
export async function textAfterChange(
  db: D1Database,
  { kind, ident }: TextName,
  id: string,
): Promise<{ readonly [lang in Locale]?: TextContent } | null> {
  const stored = await prepare(db)`SELECT contents FROM text_versions
    WHERE id = ${id} AND kind = ${kind} AND ident = ${ident}`.first<string>('contents')
  if (stored === null) return null
  const contents = storedJson(contentsByLanguage, stored, {})
  const entries = locales.flatMap((lang) => {
    const { data } = textContents[kind].safeParse(contents[lang])
    return data ? [[lang, data] as const] : []
  })
  return Object.fromEntries(entries)
}

type TextInLanguage = { readonly lang: Locale; readonly content: TextContent }

/** A row of `texts`. */
type StoredText = {
  readonly lang: string
  readonly shipped: string | null
  readonly content: string | null
}

/** Parses the texts in current locales. Skips other rows. */
function readTexts(kind: TextKind, rows: readonly StoredText[], column: 'shipped' | 'content') {
  return rows.flatMap((row) => {
    const lang = locales.find((locale) => locale === row.lang)
    const parsed = storedJson<TextContent | null>(textContents[kind], row[column] ?? '', null)
    return lang && parsed ? [{ lang, content: parsed }] : []
  })
}

/** Returns a text that is in the release instead of the database, by language. */
function textsOfRelease({ kind, ident }: TextName): readonly TextInLanguage[] {
  if (kind === 'mail')
    return locales.flatMap((lang) => {
      const mail = shippedMail(lang, ident)
      return mail ? [{ lang, content: mail }] : []
    })
  if (kind !== 'legal') return []
  const name = legalTextNames.find((each) => each === ident)
  if (name === undefined) return []
  const textIn = (lang: Locale) => textContents.legal.parse(content[lang].articles[name])
  return locales.map((lang) => ({ lang, content: textIn(lang) }))
}

export type KnownPlace = { readonly place: string; readonly title: string }

/** Returns the countries and regions that can have advice, sorted by title. */
export async function knownPlaces(db: D1Database, lang: Locale): Promise<readonly KnownPlace[]> {
  const results = await readRows<KnownPlace>(db)`SELECT place, coalesce(titles ->> ${lang},
    place) AS title FROM places`
  return results.toSorted((a, b) => a.title.localeCompare(b.title, lang))
}

export type FaqTopic = { readonly block: string; readonly lang: string; readonly title: string }

/** Returns the blocks of the FAQ in each language. */
export async function faqTopics(db: D1Database): Promise<readonly FaqTopic[]> {
  return readRows<FaqTopic>(db)`SELECT block_ident AS block, lang,
      block_title AS title FROM shown_questions
    GROUP BY block_ident, lang ORDER BY min(position)`
}
