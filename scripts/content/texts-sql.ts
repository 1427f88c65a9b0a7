import { z } from 'zod'
import { countryTexts, faq, regionTexts } from '../../content/index.ts'
import type { PlaceTextsContent } from '../../content/schemas.ts'
import { mainCountry } from '../../src/kit/product.shared.ts'
import { versionIn } from '../../src/words/content.ts'
import { defaultLocale, locales } from '../../src/words/locales.shared.ts'
import type { Locale } from '../../src/words/locales.shared.ts'
import type { Database } from '../database/d1.ts'
import { insertRows } from '../../src/kit/sql-text.ts'
import { knownTitlesSql } from '../../src/plans/stored-plans.ts'
import { readPosts } from './posts.ts'

/** Insert statements for the texts that content/ has in a language. */
const statementsOf = {
  faq_questions: questionsSql,
  posts: postsSql,
  place_texts: placeTextsSql,
} as const

export async function allTexts(): Promise<string[]> {
  const statements = Object.values(statementsOf).flatMap((sqlFor) => locales.map(sqlFor))
  return (await Promise.all(statements)).flat()
}

/**
 * Returns statements that add the texts of content/ in each language without rows, and missing
 * titles of places. Existing rows do not change, because the operator may have edited them.
 */
export async function missingTexts(database: Database): Promise<string[]> {
  const statements = await missingTitles(database)
  for (const [table, sqlFor] of Object.entries(statementsOf)) {
    const rows = await database.query(
      `SELECT DISTINCT lang FROM ${table}`,
      z.object({ lang: z.string() }),
    )
    const filled = new Set(rows.map(({ lang }) => lang))
    for (const locale of locales)
      if (!filled.has(locale)) statements.push(...(await sqlFor(locale)))
  }
  return statements
}

async function missingTitles({ query }: Database): Promise<string[]> {
  const places = await query(
    `SELECT code AS place FROM countries UNION ALL SELECT country_code || '/' || ident FROM regions`,
    z.object({ place: z.string() }),
  )
  const titled = await query(
    `SELECT place || ' ' || lang AS title FROM place_titles`,
    z.object({ title: z.string() }),
  )
  const known = new Set(titled.map(({ title }) => title))
  return locales.flatMap((locale) => {
    const untitled = places.filter(({ place }) => !known.has(`${place} ${locale}`))
    return knownTitlesSql(
      untitled.map(({ place }) => place),
      [locale],
    )
  })
}

const countedTables = {
  questions: 'faq_questions',
  posts: 'posts',
  'advice for places': 'place_texts',
  'titles of places': 'place_titles',
} as const

/** Returns the number of texts in all languages, by kind. */
export async function countTexts({ query }: Database): Promise<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>()
  for (const [name, table] of Object.entries(countedTables)) {
    const [row] = await query(
      `SELECT count(*) AS count FROM ${table}`,
      z.object({ count: z.int() }),
    )
    counts.set(name, row?.count ?? 0)
  }
  return counts
}

/** Returns whether the database has neither texts of content/ nor texts that owners published. */
export async function hasNoTexts(database: Database): Promise<boolean> {
  for (const table of [...Object.keys(statementsOf), 'published_texts'])
    if (await isFilled(database, table)) return false
  return true
}

export async function isFilled({ query }: Database, table: string): Promise<boolean> {
  return (await query(`SELECT 1 FROM ${table} LIMIT 1`, z.unknown())).length > 0
}

async function questionsSql(locale: Locale): Promise<string[]> {
  if (!(locale in faq)) return []
  const rows = versionIn(locale, faq).flatMap((block) =>
    block.questions.map((question) => ({ block, question })),
  )
  return insertRows(
    'faq_questions',
    ['lang', 'position', 'block_ident', 'block_title', 'ident', 'question', 'answer'],
    rows.map(({ block, question }, position) => [
      locale,
      position,
      block.ident,
      block.title,
      question.ident,
      question.question,
      JSON.stringify(question.answer),
    ]),
  )
}

/** A language with some of the posts gets the remaining posts in the default locale. */
async function postsSql(locale: Locale): Promise<string[]> {
  const own = await readPosts(locale)
  if (own.length === 0) return []
  const ids = new Set(own.map(({ id }) => id))
  const others = (await readPosts(defaultLocale)).filter(({ id }) => !ids.has(id))
  return insertRows(
    'posts',
    ['lang', 'id', 'title', 'description', 'date', 'body'],
    [...own, ...others].map(({ id, title, description, date, body }) => [
      locale,
      id,
      title,
      description,
      date,
      body,
    ]),
  )
}

async function placeTextsSql(locale: Locale): Promise<string[]> {
  return [
    ...(locale in countryTexts ? rowsOf(locale, versionIn(locale, countryTexts), '') : []),
    ...(locale in regionTexts
      ? rowsOf(locale, versionIn(locale, regionTexts), `${mainCountry}/`)
      : []),
  ]
}

function rowsOf(locale: Locale, texts: PlaceTextsContent, prefix: string): string[] {
  const rows = Object.entries(texts).map(([key, { networks, install, mind }]) => [
    locale,
    prefix + key,
    networks,
    install,
    mind,
  ])
  return insertRows('place_texts', ['lang', 'place', 'networks', 'install', 'mind'], rows)
}
