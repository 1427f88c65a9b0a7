import { z } from 'zod'
import type { FaqBlock, faqReview } from '../../contract/faq.ts'
import { secretID } from '../../domain/secret-id.ts'
import type { Locale } from '../../locale/locales.ts'
import { done, found, notFound, tooMany } from '../context.ts'
import type { Call, Reply } from '../context.ts'
import { countFromVisitor } from '../rate-limit.ts'
import { readableLanguage } from './readable-language.ts'

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
      `SELECT block_ident, block_title, ident, question, answer FROM faq_questions
      WHERE lang = ${readableLanguage('faq_questions', '?1')} ORDER BY position`,
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

/** Reviews from one address within an hour. */
const reviewsAnHour = 30

/** Keeps what a reader says of an answer. */
export async function reviewAnswer(
  call: Call,
  { lang, ident, isHelpful, comment }: z.output<typeof faqReview.input>,
) {
  const { db, words, now } = call
  if (!(await countFromVisitor(call, 'review', reviewsAnHour)))
    return tooMany(words('api.tooManyTries'))
  const kept = await db
    .prepare(
      `INSERT INTO faq_reviews (id, lang, ident, is_helpful, comment, created_at)
      SELECT ?1, lang, ident, ?4, ?5, ?6 FROM faq_questions
      WHERE lang = ${readableLanguage('faq_questions', '?2')} AND ident = ?3 RETURNING id`,
    )
    .bind(secretID(), lang, ident, Number(isHelpful), comment, now.toISOString())
    .first()
  return kept === null ? notFound(call) : done()
}

function toQuestion({
  block_ident,
  ident,
  question,
  answer,
}: QuestionRow): FaqBlock['questions'][number] {
  return { blockIdent: block_ident, ident, question, answer: paragraphs.parse(JSON.parse(answer)) }
}
