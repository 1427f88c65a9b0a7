import { z } from 'zod'
import type { Database } from '../import/d1.ts'
import { faqSql, placeTextsSql, postsSql } from '../start/seed.ts'

/** The shop's own texts begin in `content/` and live in the database from there. */
const textsOf = {
  faq_questions: faqSql,
  posts: postsSql,
  place_texts: placeTextsSql,
} as const

/** Statements that fill the tables of texts that are empty; what an operator has written stays. */
export async function missingTexts(database: Database): Promise<string[]> {
  const statements: string[] = []
  for (const [table, sql] of Object.entries(textsOf))
    if (!(await isFilled(database, table))) statements.push(...(await sql()))
  return statements
}

export async function isFilled({ query }: Database, table: string): Promise<boolean> {
  return (await query(`SELECT 1 FROM ${table} LIMIT 1`, z.unknown())).length > 0
}
