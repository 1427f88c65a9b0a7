import type { Context } from 'hono'
import { z } from 'zod'
import {
  AnswerReviewForm,
  answerReviewFormTexts,
} from '../../../client/islands/answer-review-form.tsx'
import type { AnswerReviewFormProps } from '../../../client/islands/answer-review-form.tsx'
import type { FaqBlock } from '../../contract/faq.ts'
import type { AppEnv } from '../../http/env.ts'
import { notFound } from '../../http/failure.tsx'
import { checkForm, readForm, showAgain, thank } from '../../http/forms.ts'
import { page } from '../../http/page.ts'
import { answerReviewIn, answerReviewSchema } from '../../shared/forms/answer-review.ts'
import type { AnswerReviewValues } from '../../shared/forms/answer-review.ts'
import type { Refused } from '../../shared/forms/field-errors.ts'
import type { Locale } from '../../shared/locale/locale.ts'
import { faqPage } from '../../shared/domain/structured-data.ts'
import { href } from '../../shared/locale/paths.ts'
import type { Query } from '../../shared/locale/paths.ts'
import { textsOf } from '../../shared/locale/texts.ts'
import { Breadcrumbs } from '../../shared/ui/breadcrumbs.tsx'
import { Island } from '../../shared/ui/island.tsx'
import { KeptCopy } from '../../shared/ui/kept-copy.tsx'
import { JsonLd } from '../../shared/ui/json-ld.tsx'
import { ListFailed } from '../../shared/ui/list-failed.tsx'
import { SearchForm } from '../../shared/ui/search-form.tsx'
import { useSite } from '../../shared/ui/site.tsx'
import type { Site } from '../../shared/ui/site.tsx'

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
    return c.render(<All blocks={found} failed={failed} search={search} />, {
      title: words('faq.title'),
      description: words('faq.description'),
      noindex: search !== '',
    })
  }

  function showBlock(shown: FaqBlock) {
    const view = (
      <>
        <KeptCopy />
        <section className="masthead">
          <WayBack here={shown.title} />
          <h1>{shown.title}</h1>
        </section>
        <Questions questions={shown.questions} />
        <JsonLd data={faqPage(shown.questions)} />
      </>
    )
    return c.render(view, { title: shown.title, description: words('faq.description') })
  }

  function showOne(one: Question) {
    const { question: title, answer } = one
    const view = (
      <>
        <KeptCopy />
        <section className="masthead prose">
          <WayBack here={title} />
          <h1>{title}</h1>
          {answer.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
          <JsonLd data={faqPage([{ question: title, answer }])} />
        </section>
        <AnswerReview form={reviewFormProps(c.var, one)} isDone={isReviewed} />
      </>
    )
    return c.render(view, { title, description: answer[0] ?? title, noindex: isReviewed })
  }
}

async function review(c: Context<AppEnv>) {
  const { words, locale, dictionaries, upstream } = c.var
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
    ? await upstream.faqReview({ ident, isHelpful, comment: values.comment })
    : checked
  if (!sent.ok) {
    const form = reviewFormProps(c.var, question, values, sent)
    return showAgain(c, sent.status, form, () =>
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
  return [question, ...answer].join(' ').toLowerCase().includes(search.toLowerCase())
}

function All({
  blocks,
  failed,
  search,
}: {
  blocks: readonly FaqBlock[]
  failed: boolean
  search: string
}) {
  const { locale, words } = useSite()
  const action = href(locale, 'questions')
  return (
    <>
      <KeptCopy />
      <section className="masthead">
        <h1>{words('faq.title')}</h1>
        <SearchForm
          action={action}
          label={words('faq.search')}
          value={search}
          button={words('faq.find')}
        />
      </section>
      {failed && <ListFailed />}
      {!failed && blocks.length === 0 && (
        <p className="empty">
          {words('faq.nothing')} <a href={action}>{words('faq.all')}</a>
        </p>
      )}
      {blocks.map(({ ident, title, questions }) => (
        <section key={ident} id={ident}>
          <h2>
            <a href={href(locale, 'questions', { block: ident })}>{title}</a>
          </h2>
          <Questions questions={questions} />
        </section>
      ))}
      {search === '' && blocks.length > 0 && (
        <JsonLd data={faqPage(blocks.flatMap(({ questions }) => questions))} />
      )}
    </>
  )
}

function Questions({ questions }: { questions: readonly Question[] }) {
  const { locale, words } = useSite()
  return (
    <div className="questions">
      {questions.map(({ blockIdent, ident, question, answer }) => (
        <details key={ident}>
          <summary>{question}</summary>
          {answer.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
          <p>
            <a href={answerHref(locale, { blockIdent, ident })}>{words('faq.link')}</a> ·{' '}
            <a href={`${answerHref(locale, { blockIdent, ident })}#review`} data-dialog="review">
              {words('faq.reviewTitle')}
            </a>
          </p>
        </details>
      ))}
    </div>
  )
}

type AnswerReviewProps = { readonly form: AnswerReviewFormProps; readonly isDone: boolean }

/** What the 'FAQ review' dialog shows. */
function AnswerReview({ form, isDone }: AnswerReviewProps) {
  const { words } = useSite()
  return (
    <section id="review" className="prose">
      <h2>{words('faq.reviewTitle')}</h2>
      {isDone ? (
        <p className="notice" role="status">
          {words('faq.reviewDone')}
        </p>
      ) : (
        <Island name="answer-review-form" of={AnswerReviewForm} props={form} />
      )}
    </section>
  )
}

function reviewFormProps(
  { locale, words }: Pick<Site, 'locale' | 'words'>,
  question: Question,
  values: AnswerReviewValues = { helpful: '', comment: '' },
  refused: Refused | null = null,
): AnswerReviewFormProps {
  const action = `${answerHref(locale, question)}#review`
  return { texts: textsOf(words, answerReviewFormTexts), action, values, refused }
}

function answerHref(
  locale: Locale,
  { blockIdent, ident }: Pick<Question, 'blockIdent' | 'ident'>,
  query: Query = {},
): string {
  return href(locale, 'questions', { block: blockIdent, question: ident }, query)
}

function WayBack({ here }: { here: string }) {
  const { locale, words } = useSite()
  const all = { label: words('faq.title'), href: href(locale, 'questions') }
  return <Breadcrumbs steps={[all]} here={here} />
}
