import { z } from 'zod'
import { countryTexts as countryTextsEn } from '../../content/en/country-texts.ts'
import { faq as faqEn } from '../../content/en/faq.ts'
import { regionTexts as regionTextsEn } from '../../content/en/region-texts.ts'
import { countryTexts as countryTextsRu } from '../../content/ru/country-texts.ts'
import { regionTexts as regionTextsRu } from '../../content/ru/region-texts.ts'
import type { PlaceTexts } from '../../content/schemas.ts'
import { faq as faqRu } from '../../content/ru/faq.ts'
import type { FaqBlock } from '../../content/types.ts'
import type { Database } from '../import/d1.ts'
import { insertRows } from '../import/sql.ts'
import { readPosts } from './posts.ts'

/** The shop's own texts begin in `content/` and live in the database from there. */
const statementsOf = {
  faq_questions: faqSql,
  posts: postsSql,
  place_texts: placeTextsSql,
} as const

/** Statements that fill the tables of texts that are empty; what an operator has written stays. */
export async function missingTexts(database: Database): Promise<string[]> {
  const statements: string[] = []
  for (const [table, sql] of Object.entries(statementsOf))
    if (!(await isFilled(database, table))) statements.push(...(await sql()))
  return statements
}

export async function isFilled({ query }: Database, table: string): Promise<boolean> {
  return (await query(`SELECT 1 FROM ${table} LIMIT 1`, z.unknown())).length > 0
}

/** Questions and posts start as the shop's own texts and live in the database from there. */
export function faqSql(): string[] {
  return [...questionsSql('en', faqEn), ...questionsSql('ru', faqRu)]
}

function questionsSql(lang: string, blocks: readonly FaqBlock[]): string[] {
  const rows = blocks.flatMap((block) => block.questions.map((question) => ({ block, question })))
  return insertRows(
    'faq_questions',
    ['lang', 'position', 'block_ident', 'block_title', 'ident', 'question', 'answer'],
    rows.map(({ block, question }, position) => [
      lang,
      position,
      block.ident,
      block.title,
      question.ident,
      question.question,
      JSON.stringify(question.answer),
    ]),
  )
}

export async function postsSql(): Promise<string[]> {
  return [...(await postsIn('en')), ...(await postsIn('ru'))]
}

async function postsIn(lang: string): Promise<string[]> {
  const columns = ['lang', 'id', 'title', 'description', 'date', 'body']
  const posts = await readPosts(lang)
  return insertRows(
    'posts',
    columns,
    posts.map(({ id, title, description, date, body }) => [
      lang,
      id,
      title,
      description,
      date,
      body,
    ]),
  )
}

/** What to know of countries and of regions of Russia. */
export function placeTextsSql(): string[] {
  return [
    ...placeTextsIn('en', countryTextsEn, (code) => code),
    ...placeTextsIn('en', regionTextsEn, (ident) => `ru/${ident}`),
    ...placeTextsIn('ru', countryTextsRu, (code) => code),
    ...placeTextsIn('ru', regionTextsRu, (ident) => `ru/${ident}`),
  ]
}

function placeTextsIn(lang: string, texts: PlaceTexts, placeOf: (key: string) => string): string[] {
  const rows = Object.entries(texts).map(([key, { networks, install, mind }]) => [
    lang,
    placeOf(key),
    networks,
    install,
    mind,
  ])
  return insertRows('place_texts', ['lang', 'place', 'networks', 'install', 'mind'], rows)
}
