import { z } from 'zod'
import type { FaqBlock } from '../contract/faq.ts'
import type { Locale } from '../shared/locale/locale.ts'
import { found } from './call.ts'
import type { Call, Reply } from './call.ts'

type QuestionRow = {
  block_ident: string
  block_title: string
  ident: string
  question: string
  answer: string
}

const paragraphs = z.array(z.string())

/** Every block with its questions, in the order they were written. */
export async function listFaq(
  { db }: Call,
  { lang }: { lang: Locale },
): Promise<Reply<{ data: FaqBlock[] }>> {
  const { results } = await db
    .prepare(
      'SELECT block_ident, block_title, ident, question, answer FROM faq_questions WHERE lang = ? ORDER BY position',
    )
    .bind(lang)
    .all<QuestionRow>()
  const blocks = Map.groupBy(results, (row) => row.block_ident)
  return found({
    data: [...blocks].map(([ident, rows]) => ({
      ident,
      title: rows[0]?.block_title ?? '',
      questions: rows.map(toQuestion),
    })),
  })
}

function toQuestion({
  block_ident,
  ident,
  question,
  answer,
}: QuestionRow): FaqBlock['questions'][number] {
  return { blockIdent: block_ident, ident, question, answer: paragraphs.parse(JSON.parse(answer)) }
}
