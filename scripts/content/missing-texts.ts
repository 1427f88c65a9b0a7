import type { D1Database, D1PreparedStatement } from '@cloudflare/workers-types'
import { countryTexts, faq, regionTexts } from '../../content/index.ts'
import type { PlaceTextsContent } from '../../content/schemas.ts'
import { readJsonColumn, insertRows } from '../../src/kit/db.ts'
import { prepare, readRows } from '../../src/kit/sql.ts'
import { withTitles } from '../../src/plans/catalogue-difference.ts'
import { titlesByLang } from '../../src/plans/places.ts'
import { mainCountry } from '../../src/kit/product.shared.ts'
import { versionIn } from '../../src/words/content.ts'
import { defaultLocale, locales, type Locale } from '../../src/words/locales.shared.ts'
import type { TextContent } from '../../src/texts/editable-texts.ts'
import { readPosts } from './posts.ts'

/** The texts that content/ has in a language. */
const shippedTexts = { question: questionsIn, post: postsIn, place: adviceIn } as const
type ShippedText = { readonly ident: string; readonly content: TextContent }

/**
 * Returns statements that add the texts of content/ in each language without texts of content/, and
 * missing titles of places. Existing rows do not change, because the operator may have edited them.
 */
export async function missingTexts(db: D1Database): Promise<D1PreparedStatement[]> {
  const filled = await readRows<{ kind: string; lang: string }>(db)`SELECT DISTINCT kind, lang
    FROM texts WHERE shipped IS NOT NULL`
  const statements = await missingTitles(db)
  for (const [kind, textsIn] of Object.entries(shippedTexts))
    for (const locale of locales)
      if (!filled.some((each) => each.kind === kind && each.lang === locale))
        statements.push(insertTexts(db, kind, locale, await textsIn(locale)))
  return statements
}

/** Staff may have written a text with the name of one in content/. Visitors keep theirs. */
function insertTexts(db: D1Database, kind: string, locale: Locale, texts: readonly ShippedText[]) {
  return prepare(db)`INSERT INTO texts (kind, lang, ident, position, shipped, content)
    SELECT ${kind}, ${locale}, value ->> 'ident', key, value -> 'content', value -> 'content'
    FROM json_each(${JSON.stringify(texts)}) WHERE true
    ON CONFLICT (kind, lang, ident) DO UPDATE SET shipped = excluded.shipped`
}

async function missingTitles(db: D1Database): Promise<D1PreparedStatement[]> {
  const places = await readRows<{ place: string; titles: string }>(db)`SELECT place, titles
    FROM places`
  const missing = places.flatMap(({ place, titles: stored }) => {
    const known = readJsonColumn('places.titles', titlesByLang, stored)
    const titles = JSON.stringify(withTitles(place, known))
    return titles.length === stored.length ? [] : [{ place, titles }]
  })
  const conflict = 'ON CONFLICT (place) DO UPDATE SET titles = excluded.titles'
  return insertRows(db, 'places', missing, conflict)
}

const counted = {
  questions: `texts WHERE kind = 'question'`,
  posts: `texts WHERE kind = 'post'`,
  'advice for places': `texts WHERE kind = 'place'`,
  'titles of places': 'places, json_each(titles)',
} as const

/** Returns the number of texts in all languages, by kind. */
export async function countTexts(db: D1Database): Promise<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>()
  for (const [name, rows] of Object.entries(counted)) {
    const count = db.prepare(`SELECT count(*) AS count FROM ${rows}`)
    counts.set(name, (await count.first<number>('count')) ?? 0)
  }
  return counts
}

export async function isFilled(db: D1Database, table: string): Promise<boolean> {
  return (await db.prepare(`SELECT 1 FROM ${table} LIMIT 1`).first()) !== null
}

async function questionsIn(locale: Locale): Promise<ShippedText[]> {
  if (!(locale in faq)) return []
  return versionIn(locale, faq).flatMap(({ ident: block, title: blockTitle, questions }) =>
    questions.map(({ ident, question, answer }) => ({
      ident,
      content: { block, blockTitle, question, answer: [...answer] },
    })),
  )
}

/** A language with some of the posts gets the remaining posts in the default locale. */
async function postsIn(locale: Locale): Promise<ShippedText[]> {
  const own = await readPosts(locale)
  if (own.length === 0) return []
  const ids = new Set(own.map(({ id }) => id))
  const others = (await readPosts(defaultLocale)).filter(({ id }) => !ids.has(id))
  return [...own, ...others].map(({ id, title, description, date, body }) => ({
    ident: id,
    content: { title, description, date, body },
  }))
}

async function adviceIn(locale: Locale): Promise<ShippedText[]> {
  return [
    ...(locale in countryTexts ? adviceOf(versionIn(locale, countryTexts), '') : []),
    ...(locale in regionTexts ? adviceOf(versionIn(locale, regionTexts), `${mainCountry}/`) : []),
  ]
}

function adviceOf(texts: PlaceTextsContent, prefix: string): ShippedText[] {
  return Object.entries(texts).map(([key, { networks, install, mind }]) => ({
    ident: prefix + key,
    content: { networks, install, mind },
  }))
}
