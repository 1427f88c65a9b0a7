import type { Context } from 'hono'
import { z } from 'zod'
import type { FaqBlock } from '../../contract/faq.ts'
import type { AppEnv } from '../../http/app-env.ts'
import { notFound } from '../../http/page/error-pages.tsx'
import { checkForm, readForm, showAgain, thank } from '../../http/page/form-request.ts'
import { page } from '../../http/page/page.ts'
import { answerReviewIn, answerReviewSchema } from '../../forms/answer-review/schema.ts'
import {
  AnswerReview,
  answerHref,
  answerReviewFormProps,
} from './questions-and-answers/answer-review.tsx'
import { AllQuestions, QuestionBlock, QuestionView } from './questions-and-answers/questions.tsx'

const searchString = z.string().trim().max(100).catch('')
type Question = FaqBlock['questions'][number]

/** All questions, one block (`/{block}`), or one question (`/{question}`, `/{blockIdent}/{questionIdent}`). */
export const questionsPage = page('questions', show, { post: review })

async function show(c: Context<AppEnv>) {
  const { words, dictionaries } = c.var
  const [first, second] = [c.req.param('block'), c.req.param('question')]
  const faq = await dictionaries.faq()
  const isReviewed = c.req.query('reviewed') !== undefined
  if (first === undefined)
    return showAll(faq.list, faq.failed, searchString.parse(c.req.query('search_string') ?? ''))

  const block = faq.list.find(({ ident }) => ident === first)
  const asked = second ?? (block ? undefined : first)
  const question = (block ? [block] : faq.list)
    .flatMap(({ questions }) => questions)
    .find(({ ident }) => ident === asked)
  if (asked !== undefined && question && (block || second === undefined)) return showOne(question)
  if (block && second === undefined) return showBlock(block)
  return faq.failed ? showAll([], true, '') : notFound(c)

  function showAll(blocks: readonly FaqBlock[], failed: boolean, search: string) {
    const found = blocks
      .map((each) => ({
        ...each,
        questions: each.questions.filter((one) => mentions(one, search)),
      }))
      .filter(({ questions }) => questions.length > 0)
    return c.render(<AllQuestions blocks={found} failed={failed} search={search} />, {
      title: words('faq.title'),
      description: words('faq.description'),
      filtered: search !== '',
    })
  }

  function showBlock(shown: FaqBlock) {
    const { title } = shown
    return c.render(<QuestionBlock block={shown} />, {
      title,
      description: words('faq.description'),
    })
  }

  function showOne(one: Question) {
    const { question: title, answer } = one
    const form = answerReviewFormProps(c.var, one)
    return c.render(<QuestionView question={one} form={form} isReviewed={isReviewed} />, {
      title,
      description: answer[0] ?? title,
      noindex: isReviewed,
    })
  }
}

async function review(c: Context<AppEnv>) {
  const { words, locale, dictionaries, api } = c.var
  const asked = c.req.param('question')
  const faq = await dictionaries.faq()
  const question = faq.list
    .flatMap(({ questions }) => questions)
    .find(({ ident }) => ident === asked)
  if (!question) return notFound(c)
  const values = answerReviewIn(await readForm(c))
  const checked = checkForm(answerReviewSchema, values, words)
  const { ident } = question
  const isHelpful = values.helpful === 'yes'
  const sent = checked.ok
    ? await api.faqReview({ ident, isHelpful, comment: values.comment })
    : checked
  if (!sent.ok) {
    const form = answerReviewFormProps(c.var, question, values, sent.error)
    return showAgain(c, sent.error.status, form, () =>
      c.render(<AnswerReview form={form} isDone={false} />, {
        title: words('faq.reviewTitle'),
        noindex: true,
      }),
    )
  }
  const done = { title: words('faq.reviewTitle'), text: words('faq.reviewDone') }
  return thank(c, done, `${answerHref(locale, question, { reviewed: '1' })}#review`)
}

function mentions({ question, answer }: Question, search: string): boolean {
  return plain([question, ...answer].join(' ')).includes(plain(search))
}

/** Texts are printed with spaces that do not break; nobody types those. */
function plain(text: string): string {
  return text.toLowerCase().replace(/\s+/g, ' ')
}
