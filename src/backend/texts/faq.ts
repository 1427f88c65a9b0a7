import { z } from 'zod'
import type { FaqBlock, faqReview } from '../../contract/faq.ts'
import { secretID } from '../../domain/secret-id.ts'
import type { Locale } from '../../locale/locales.ts'
import { ok } from '../../domain/result.ts'
import type { BackendContext } from '../context.ts'
import { done, notFound, refuse } from '../operation-result.ts'
import type { OperationResult } from '../operation-result.ts'
import { countVisitorAction } from '../rate-limit.ts'
import { readableLanguage } from './readable-language.ts'

type QuestionRow = {
  block_ident: string
  block_title: string
  ident: string
  question: string
  answer: string
}

const paragraphs = z.array(z.string())

export async function listFaq(
  { catalogue: db }: BackendContext,
  { lang }: { lang: Locale },
): Promise<OperationResult<{ data: FaqBlock[] }>> {
  const { results } = await db
    .prepare(
      `SELECT block_ident, block_title, ident, question, answer FROM faq_questions
      WHERE lang = ${readableLanguage('faq_questions', '?1')} ORDER BY position`,
    )
    .bind(lang)
    .all<QuestionRow>()
  const blocks = Map.groupBy(results, (row) => row.block_ident)
  return ok({
    data: [...blocks].map(([ident, rows]) => ({
      ident,
      title: rows[0]?.block_title ?? '',
      questions: rows.map(toQuestion),
    })),
  })
}

/** Per client address. */
const reviewLimit = { action: 'faq-review', perHour: 30 }

export async function reviewAnswer(
  context: BackendContext,
  { lang, ident, isHelpful, comment }: z.output<typeof faqReview.input>,
) {
  const { db, words, now } = context
  if (!(await countVisitorAction(context, reviewLimit)))
    return refuse('too-many-requests', words('api.tooManyTries'))
  const review = await db
    .prepare(
      `INSERT INTO faq_reviews (id, lang, ident, is_helpful, comment, created_at)
      SELECT ?1, lang, ident, ?4, ?5, ?6 FROM faq_questions
      WHERE lang = ${readableLanguage('faq_questions', '?2')} AND ident = ?3 RETURNING id`,
    )
    .bind(secretID(), lang, ident, Number(isHelpful), comment, now.toISOString())
    .first()
  return review === null ? notFound(context) : done()
}

function toQuestion({
  block_ident,
  ident,
  question,
  answer,
}: QuestionRow): FaqBlock['questions'][number] {
  return { blockIdent: block_ident, ident, question, answer: paragraphs.parse(JSON.parse(answer)) }
}
