import { z } from 'zod'
import type { InputOf } from '../operations.ts'
import type { FaqBlock } from './operations.ts'
import { dayOf } from '../kit/time.shared.ts'
import { visitorPrefix } from '../kit/visitor.ts'
import type { Locale } from '../words/locales.shared.ts'
import { ok } from '../kit/result.shared.ts'
import { readJsonColumn } from '../kit/db.ts'
import type { BackendContext } from '../context.ts'
import { hmac } from '../kit/crypto.ts'
import { done, notFound, refuse, type OperationResult } from '../api/operation-result.ts'
import { countActions, countVisitorAction, shopLimits, visitorLimits } from '../api/rate-limit.ts'
import { rankOfQuestion, readableLanguage } from './place-texts.ts'
import { prepare, readRows, runBatch, sql, type Sql } from '../kit/sql.ts'

type QuestionRow = {
  blockIdent: string
  blockTitle: string
  ident: string
  question: string
  answer: string
  /** Null if staff have not moved the question. */
  rank: number | null
}

const paragraphs = z.array(z.string())

export async function listFaq(
  { catalogue: db }: BackendContext,
  { lang }: { lang: Locale },
): Promise<OperationResult<{ data: FaqBlock[] }>> {
  const results = await readRows<QuestionRow>(db)`SELECT block_ident AS blockIdent,
      block_title AS blockTitle, ident, question, answer, ${rankOfQuestion} AS rank
    FROM shown_questions
    WHERE lang = ${readableLanguage('question', lang)} ORDER BY position, ident`
  const blocks = Map.groupBy(results, ({ blockIdent }) => blockIdent)
  return ok({
    data: [...blocks].map(([ident, rows]) => ({
      ident,
      title: rows[0]?.blockTitle ?? '',
      questions: rows.toSorted((one, other) => rankOf(one) - rankOf(other)).map(toQuestion),
    })),
  })
}

/** Questions that staff have not moved are last, in the order of the files. */
function rankOf({ rank }: QuestionRow): number {
  return rank ?? Number.MAX_SAFE_INTEGER
}

/** Reviews per client address. */
const reviewLimit = { action: 'faq-review', perHour: 30 }
/**
 * Comments per day, with texts that the shop stores and staff read. A visitor prefix can use up at
 * most 200 of the shop's 500.
 */
const commentLimit = { action: 'faq-comment', perDay: 20 }
const shopCommentLimit = { action: 'faq-comment', perDay: 500 }

/** Stores the same comment of a visitor once a day, because a form can be sent twice. */
export async function reviewAnswer(context: BackendContext, review: InputOf<'faqReview'>) {
  const { lang, ident, isHelpful, comment } = review
  const { db, words, now } = context
  if (!(await countVisitorAction(context, reviewLimit)))
    return refuse('too-many-requests', words('api.tooManyMessages'))
  if (comment !== '' && !(await countComment(context)))
    return refuse('too-many-requests', words('api.tooManyComments'))
  const id = await idOf(context, review)
  const [questions] = await runBatch(db, [
    prepare<{ ident: string }>(db)`SELECT ident FROM ${shownQuestion(lang, ident)}`,
    prepare(db)`INSERT INTO answer_reviews (id, lang, ident, is_helpful, count, comment, created_at)
      SELECT ${id}, lang, ident, ${Number(isHelpful)}, 1, ${comment}, ${now}
      FROM ${shownQuestion(lang, ident)}
      ON CONFLICT (id) DO UPDATE SET count = count + 1 WHERE comment = ''`,
  ])
  return questions.results.length === 0 ? notFound(context) : done()
}

/** A comment is a row of its visitor. Reviews without a comment share a row of the day. */
async function idOf(
  { config, clientAddress, now }: BackendContext,
  { lang, ident, isHelpful, comment }: InputOf<'faqReview'>,
): Promise<string> {
  const parts = [dayOf(now), lang, ident, isHelpful, comment]
  if (comment === '') return parts.join(' ')
  return hmac(config.CODE_PEPPER, [visitorPrefix(clientAddress), ...parts].join('\n'))
}

async function countComment(context: BackendContext): Promise<boolean> {
  return countActions(context, [
    ...visitorLimits(context, commentLimit),
    ...shopLimits(context, shopCommentLimit),
  ])
}

/** SQL: a question as shown on pages in a language. */
function shownQuestion(lang: Locale, ident: string): Sql {
  return sql`shown_questions
    WHERE lang = ${readableLanguage('question', lang)} AND ident = ${ident}`
}

function toQuestion({ blockIdent, ident, question, answer }: QuestionRow) {
  const text = readJsonColumn('shown_questions.answer', paragraphs, answer)
  return { blockIdent, ident, question, answer: text }
}
