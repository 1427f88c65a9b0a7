import { z } from 'zod'
import { countryTexts, faq, regionTexts } from '../../content/index.ts'
import type { PlaceTextsContent } from '../../content/schemas.ts'
import type { TextContent, TextKind } from '../../src/texts/editable-texts.ts'
import { mainCountry } from '../../src/kit/product.shared.ts'
import { versionIn } from '../../src/words/content.ts'
import { defaultLocale, locales } from '../../src/words/locales.shared.ts'
import type { Locale } from '../../src/words/locales.shared.ts'
import type { Database } from '../database/d1.ts'
import { insertRows } from '../../src/kit/sql-text.ts'
import { knownTitlesSql } from '../../src/plans/stored-plans.ts'
import { readPosts } from './posts.ts'

/** The texts that content/ has in a language. */
const shippedTexts = {
  question: questionsIn,
  post: postsIn,
  place: adviceIn,
} as const satisfies { readonly [kind in TextKind]?: (locale: Locale) => Promise<ShippedText[]> }

type ShippedText = { readonly ident: string; readonly content: TextContent }

export async function allTexts(): Promise<string[]> {
  const kinds = Object.keys(shippedTexts) as (keyof typeof shippedTexts)[]
  const statements = kinds.flatMap((kind) => locales.map((locale) => textsSql(kind, locale)))
  return (await Promise.all(statements)).flat()
}

/**
 * Returns statements that add the texts of content/ in each language without texts of content/, and
 * missing titles of places. Existing rows do not change, because the operator may have edited them.
 */
export async function missingTexts(database: Database): Promise<string[]> {
  const known = await database.query(
    'SELECT DISTINCT kind, lang FROM texts WHERE shipped IS NOT NULL',
    z.object({ kind: z.string(), lang: z.string() }),
  )
  const statements = await missingTitles(database)
  for (const kind of Object.keys(shippedTexts) as (keyof typeof shippedTexts)[])
    for (const locale of locales)
      if (!known.some((each) => each.kind === kind && each.lang === locale))
        statements.push(...(await textsSql(kind, locale)))
  return statements
}

async function textsSql(kind: keyof typeof shippedTexts, lang: Locale): Promise<string[]> {
  const texts = await shippedTexts[kind](lang)
  if (texts.length === 0) return []
  return [
    ...insertRows(
      'texts',
      ['kind', 'lang', 'ident', 'position', 'shipped'],
      texts.map(({ ident, content }, position) => [
        kind,
        lang,
        ident,
        position,
        JSON.stringify(content),
      ]),
      // Staff may have written a text of this name.
      'ON CONFLICT (kind, lang, ident) DO UPDATE SET shipped = excluded.shipped',
    ),
    `UPDATE texts SET content = shipped
    WHERE kind = '${kind}' AND lang = '${lang}' AND content IS NULL;`,
  ]
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

const counted = {
  questions: `texts WHERE kind = 'question'`,
  posts: `texts WHERE kind = 'post'`,
  'advice for places': `texts WHERE kind = 'place'`,
  'titles of places': 'place_titles',
} as const

/** Returns the number of texts in all languages, by kind. */
export async function countTexts({ query }: Database): Promise<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>()
  for (const [name, rows] of Object.entries(counted)) {
    const [row] = await query(`SELECT count(*) AS count FROM ${rows}`, z.object({ count: z.int() }))
    counts.set(name, row?.count ?? 0)
  }
  return counts
}

export async function isFilled({ query }: Database, table: string): Promise<boolean> {
  return (await query(`SELECT 1 FROM ${table} LIMIT 1`, z.unknown())).length > 0
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
