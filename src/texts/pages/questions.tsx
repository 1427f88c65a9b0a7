import { z } from 'zod'
import type { Dictionary } from '../../site/api/dictionaries.ts'
import { searchString } from '../../api/common.ts'
import { faqIdent, type FaqBlock, type FaqQuestion } from '../operations.ts'
import { excerpt, normalize } from '../../kit/text.shared.ts'
import type { FormErrors } from '../../ui/form-errors.shared.ts'
import type { AppContext } from '../../site/app-env.ts'
import { notFoundPage } from '../../site/error-pages.tsx'
import { confirmForm, showFormAgain } from '../../site/form-answer.ts'
import { formAction, validForm, type SentForm } from '../../site/form-input.ts'
import { page } from '../../site/page.ts'
import {
  answerReviewForm,
  noReview,
  readAnswerReview,
  answerReviewSchema,
} from '../answer-review-form.shared.tsx'
import type { AnswerReviewValues } from '../answer-review-form.shared.tsx'
import {
  AnswerReview,
  answerHref,
  answerReviewFormProps,
  AllQuestions,
  BlockMasthead,
  QuestionSearch,
  QuestionBlock,
  QuestionWithAnswer,
} from './question-list.tsx'
import type { QuestionName } from './question-list.tsx'
import { Late } from '../../ui/in-order.tsx'
import { OfflineCopyNotice } from '../../esims/esim-status.tsx'

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
  async post(c, { params }) {
    const question = await questionOf(c, params)
    if (question === null) return formAction(notFoundPage)
    return validForm({
      read: readAnswerReview,
      rules: answerReviewSchema,
      receive: async (context, form) => review(context, question, form),
      refuse: async (context, { values, errors }) => showReview(context, question, values, errors),
    })
  },
})

async function show(c: AppContext, { params, query }: FaqInput) {
  const { block: first, question: second } = params
  const list = c.var.dictionaries.faq()
  if (first === undefined) return showAll(c, list, query.search_string)

  const faq = await list
  const block = faq.list.find(({ ident }) => ident === first)
  const questionIdent = second ?? (block ? undefined : first)
  const question = (block ? [block] : faq.list)
    .flatMap(({ questions }) => questions)
    .find(({ ident }) => ident === questionIdent)
  if (questionIdent !== undefined && question && (block || second === undefined))
    return showOne(c, question, query.reviewed !== undefined)
  if (block && second === undefined) return showBlock(c, block)
  return faq.hasFailed ? showAll(c, list, '') : notFoundPage(c)
}

function showAll(c: AppContext, faq: Promise<Dictionary<FaqBlock>>, search: string) {
  const { words } = c.var
  const isSearch = search !== ''
  const questions = ({ list, hasFailed }: Dictionary<FaqBlock>) => (
    <AllQuestions {...{ blocks: blocksWith(list, search), hasFailed, isSearch }} />
  )
  return c.render(<Late of={faq} as={questions} />, {
    opening: <QuestionSearch search={search} />,
    title: words('layout.help'),
    description: words('faq.description'),
    isFiltered: isSearch,
    styles: 'questions',
  })
}

/** Characters of a description that search engines show, approximately. */
const descriptionLength = 160

function showBlock(c: AppContext, block: FaqBlock) {
  const questions = block.questions.map(({ question }) => question)
  return c.render(<QuestionBlock block={block} />, {
    opening: <BlockMasthead block={block} />,
    title: block.title,
    description: excerpt(questions.join(' '), descriptionLength),
    styles: 'questions',
  })
}

function showOne(c: AppContext, question: FaqQuestion, isReviewed: boolean) {
  const { question: title, answer, blockIdent, ident } = question
  const form = answerReviewFormProps(c.var, question)
  const content = (
    <>
      <OfflineCopyNotice />
      <AnswerReview form={form} isDone={isReviewed} />
    </>
  )
  return c.render(content, {
    opening: <QuestionWithAnswer question={question} />,
    title,
    description: answer[0] ?? title,
    canonical: answerHref(c.var.locale, { blockIdent, ident }),
    noindex: isReviewed,
    styles: 'form',
  })
}

async function review(
  c: AppContext,
  question: QuestionName,
  { values, valid: { helpful, comment } }: SentForm<AnswerReviewValues, typeof answerReviewSchema>,
) {
  const { words, locale, api } = c.var
  const isHelpful = helpful === 'yes'
  const sent = await api.faqReview({ ident: question.ident, isHelpful, comment })
  if (!sent.ok) return showReview(c, question, values, sent.error)
  const done = { title: words('faq.reviewTitle'), text: words('faq.reviewDone') }
  const to = `${answerHref(locale, question, { reviewed: '1' })}#review`
  return confirmForm(c, done, to, noReview)
}

function showReview(
  c: AppContext,
  question: QuestionName,
  values: AnswerReviewValues,
  errors: FormErrors,
) {
  const props = answerReviewFormProps(c.var, question, values, errors)
  return showFormAgain(c, errors.status, { form: answerReviewForm, props }, () =>
    c.render(<AnswerReview form={props} isDone={false} />, {
      title: c.var.words('faq.reviewTitle'),
      noindex: true,
    }),
  )
}

/**
 * Returns the name of a page's question, or null if there is none. While the list of questions is
 * unavailable, every question may exist, so that a typed comment is not lost.
 */
async function questionOf(
  { var: { dictionaries } }: AppContext,
  { block: blockIdent, question: ident }: FaqInput['params'],
): Promise<QuestionName | null> {
  if (blockIdent === undefined || ident === undefined) return null
  const { list, hasFailed } = await dictionaries.faq()
  const questions = list.flatMap((block) => block.questions)
  const isKnown = questions.some((each) => each.blockIdent === blockIdent && each.ident === ident)
  return hasFailed || isKnown ? { blockIdent, ident } : null
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
