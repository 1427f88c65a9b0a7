import type { D1Database, D1PreparedStatement } from '@cloudflare/workers-types'
import { countryTexts, faq, regionTexts } from '../../content/index.ts'
import type { PlaceTextsContent } from '../../content/schemas.ts'
import { knownTitlesSql } from '../../src/plans/stored-plans.ts'
import { mainCountry } from '../../src/kit/product.shared.ts'
import { versionIn } from '../../src/words/content.ts'
import { defaultLocale, locales } from '../../src/words/locales.shared.ts'
import type { Locale } from '../../src/words/locales.shared.ts'
import { insertRows } from '../database/insert-rows.ts'
import { readPosts } from './posts.ts'

/** Rows of the texts that content/ has in a language, by table. */
const rowsIn = {
  faq_questions: questionsIn,
  posts: postsIn,
  place_texts: placeTextsIn,
} as const

/**
 * Returns statements that add the texts of content/ in each language without rows, and missing
 * titles of places. Existing rows do not change, because the operator may have edited them.
 */
export async function missingTexts(db: D1Database): Promise<D1PreparedStatement[]> {
  const statements = await missingTitles(db)
  for (const [table, rowsFor] of Object.entries(rowsIn)) {
    const { results } = await db.prepare(`SELECT DISTINCT lang FROM ${table}`).all()
    const filled = new Set(results.map(({ lang }) => lang))
    for (const locale of locales)
      if (!filled.has(locale)) statements.push(...insertRows(db, table, await rowsFor(locale)))
  }
  return statements
}

async function missingTitles(db: D1Database): Promise<D1PreparedStatement[]> {
  const { results: places } = await db
    .prepare(
      `SELECT code AS place FROM countries
      UNION ALL SELECT country_code || '/' || ident FROM regions`,
    )
    .all<{ place: string }>()
  const { results: titled } = await db
    .prepare(`SELECT place || ' ' || lang AS title FROM place_titles`)
    .all<{ title: string }>()
  const known = new Set(titled.map(({ title }) => title))
  return locales.flatMap((locale) => {
    const untitled = places.filter(({ place }) => !known.has(`${place} ${locale}`))
    const sql = knownTitlesSql(
      untitled.map(({ place }) => place),
      [locale],
    )
    return sql.map((statement) => db.prepare(statement))
  })
}

const countedTables = {
  questions: 'faq_questions',
  posts: 'posts',
  'advice for places': 'place_texts',
  'titles of places': 'place_titles',
} as const

/** Returns the number of texts in all languages, by kind. */
export async function countTexts(db: D1Database): Promise<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>()
  for (const [name, table] of Object.entries(countedTables)) {
    const count = db.prepare(`SELECT count(*) AS count FROM ${table}`)
    counts.set(name, (await count.first<number>('count')) ?? 0)
  }
  return counts
}

/** Returns whether the database has neither texts of content/ nor texts that owners published. */
export async function hasNoTexts(db: D1Database): Promise<boolean> {
  for (const table of [...Object.keys(rowsIn), 'published_texts'])
    if (await isFilled(db, table)) return false
  return true
}

export async function isFilled(db: D1Database, table: string): Promise<boolean> {
  return (await db.prepare(`SELECT 1 FROM ${table} LIMIT 1`).first()) !== null
}

async function questionsIn(locale: Locale) {
  if (!(locale in faq)) return []
  const questions = versionIn(locale, faq).flatMap((block) =>
    block.questions.map((question) => ({ block, ...question })),
  )
  return questions.map(({ block, ident, question, answer }, position) => ({
    lang: locale,
    position,
    block_ident: block.ident,
    block_title: block.title,
    ident,
    question,
    answer: JSON.stringify(answer),
  }))
}

/** A language with some of the posts gets the remaining posts in the default locale. */
async function postsIn(locale: Locale) {
  const own = await readPosts(locale)
  if (own.length === 0) return []
  const ids = new Set(own.map(({ id }) => id))
  const others = (await readPosts(defaultLocale)).filter(({ id }) => !ids.has(id))
  return [...own, ...others].map((post) => ({ lang: locale, ...post }))
}

async function placeTextsIn(locale: Locale) {
  return [
    ...(locale in countryTexts ? adviceFor(locale, versionIn(locale, countryTexts), '') : []),
    ...(locale in regionTexts
      ? adviceFor(locale, versionIn(locale, regionTexts), `${mainCountry}/`)
      : []),
  ]
}

function adviceFor(locale: Locale, texts: PlaceTextsContent, prefix: string) {
  return Object.entries(texts).map(([key, { networks, install, mind }]) => ({
    lang: locale,
    place: prefix + key,
    networks,
    install,
    mind,
  }))
}
