import { z } from 'zod'
import type { Dictionary } from '../../api/dictionaries.ts'
import { searchString } from '../../contract/common.ts'
import { faqIdent } from '../../contract/faq.ts'
import type { FaqBlock, FaqQuestion } from '../../contract/faq.ts'
import { excerpt } from '../../domain/excerpt.ts'
import { normalize } from '../../domain/spelling.ts'
import type { AppContext } from '../../http/app-env.ts'
import { notFoundPage } from '../../http/page/error-pages.tsx'
import type { FormValues } from '../../http/page/form-request.ts'
import { checkForm, confirmForm, showFormAgain } from '../../http/page/form-request.ts'
import { page } from '../../http/page/page.ts'
import { answerReviewForm } from '../../forms/answer-review/form.tsx'
import { noReview, readAnswerReview, answerReviewSchema } from '../../forms/answer-review/schema.ts'
import {
  AnswerReview,
  answerHref,
  answerReviewFormProps,
} from './questions-and-answers/answer-review.tsx'
import type { QuestionName } from './questions-and-answers/answer-review.tsx'
import {
  AllQuestions,
  QuestionSearch,
  QuestionBlock,
  QuestionView,
} from './questions-and-answers/questions.tsx'

const faqParams = z.object({ block: faqIdent.optional(), question: faqIdent.optional() })
const faqQuery = z.object({
  search_string: searchString,
  reviewed: z.literal('1').optional().catch(undefined),
})
type FaqInput = {
  readonly params: z.output<typeof faqParams>
  readonly query: z.output<typeof faqQuery>
}

/**
 * Shows all questions, one block (`/{block}`), or one question (`/{question}`,
 * `/{block}/{question}`).
 */
export const questionsPage = page('questions', {
  access: 'public',
  params: faqParams,
  query: faqQuery,
  get: show,
  post: review,
})

async function show(c: AppContext, { params, query }: FaqInput) {
  const { block: first, question: second } = params
  const faq = await c.var.dictionaries.faq()
  if (first === undefined) return showAll(c, faq, query.search_string)

  const block = faq.list.find(({ ident }) => ident === first)
  const questionIdent = second ?? (block ? undefined : first)
  const question = (block ? [block] : faq.list)
    .flatMap(({ questions }) => questions)
    .find(({ ident }) => ident === questionIdent)
  if (questionIdent !== undefined && question && (block || second === undefined))
    return showOne(c, question, query.reviewed !== undefined)
  if (block && second === undefined) return showBlock(c, block)
  return faq.hasFailed ? showAll(c, { list: [], hasFailed: true }, '') : notFoundPage(c)
}

function showAll(c: AppContext, { list, hasFailed }: Dictionary<FaqBlock>, search: string) {
  const { words } = c.var
  const blocks = blocksWith(list, search)
  const isSearch = search !== ''
  return c.render(<AllQuestions {...{ blocks, hasFailed, isSearch }} />, {
    opening: <QuestionSearch search={search} />,
    title: words('layout.help'),
    description: words('faq.description'),
    isFiltered: isSearch,
    styles: 'text',
  })
}

/** Search engines show about so many characters of a description. */
const descriptionLength = 160

function showBlock(c: AppContext, block: FaqBlock) {
  const questions = block.questions.map(({ question }) => question)
  return c.render(<QuestionBlock block={block} />, {
    title: block.title,
    description: excerpt(questions.join(' '), descriptionLength),
    styles: 'text',
  })
}

function showOne(c: AppContext, question: FaqQuestion, isReviewed: boolean) {
  const { question: title, answer, blockIdent, ident } = question
  const form = answerReviewFormProps(c.var, question)
  return c.render(<QuestionView question={question} form={form} isReviewed={isReviewed} />, {
    title,
    description: answer[0] ?? title,
    canonical: answerHref(c.var.locale, { blockIdent, ident }),
    noindex: isReviewed,
    styles: 'text',
  })
}

async function review(c: AppContext, form: FormValues, { params }: FaqInput) {
  const { words, locale, api } = c.var
  const { block: blockIdent, question: ident } = params
  if (blockIdent === undefined || ident === undefined) return notFoundPage(c)
  const question = { blockIdent, ident }
  if (!(await mayExist(c, question))) return notFoundPage(c)
  const values = readAnswerReview(form)
  const checked = checkForm(answerReviewSchema, values, words)
  const isHelpful = values.helpful === 'yes'
  const sent = checked.ok
    ? await api.faqReview({ ident, isHelpful, comment: values.comment })
    : checked
  if (!sent.ok) {
    const props = answerReviewFormProps(c.var, question, values, sent.error)
    return showFormAgain(c, sent.error.status, { form: answerReviewForm, props }, () =>
      c.render(<AnswerReview form={props} isDone={false} />, {
        title: words('faq.reviewTitle'),
        noindex: true,
      }),
    )
  }
  const done = { title: words('faq.reviewTitle'), text: words('faq.reviewDone') }
  const to = `${answerHref(locale, question, { reviewed: '1' })}#review`
  return confirmForm(c, done, to, noReview)
}

/** True also while the list of questions is unavailable, so that a typed comment is not lost. */
async function mayExist(c: AppContext, { blockIdent, ident }: QuestionName): Promise<boolean> {
  const { list, hasFailed } = await c.var.dictionaries.faq()
  const questions = list.flatMap((block) => block.questions)
  return (
    hasFailed || questions.some((each) => each.blockIdent === blockIdent && each.ident === ident)
  )
}

/** Returns the questions that mention a text, in their blocks. */
function blocksWith(blocks: readonly FaqBlock[], text: string): readonly FaqBlock[] {
  const search = normalize(text)
  // Normalising every answer takes as long as rendering the page.
  if (search === '') return blocks
  const mentions = ({ question, answer }: FaqQuestion) =>
    normalize([question, ...answer].join(' ')).includes(search)
  return blocks
    .map((block) => ({ ...block, questions: block.questions.filter(mentions) }))
    .filter(({ questions }) => questions.length > 0)
}
