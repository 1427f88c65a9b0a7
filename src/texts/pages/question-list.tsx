import type { FaqBlock, FaqQuestion } from '../operations.ts'
import { faqPage } from '../../kit/structured-data.ts'
import { href, type QueryParams } from '../../words/paths.shared.ts'
import { Breadcrumbs, SearchForm } from '../../ui/navigation.tsx'
import { JsonLd, HydratedForm } from '../../ui/hydrated-form.tsx'
import { OfflineCopyNotice } from '../../esims/esim-status.tsx'
import { ListFailed } from '../../ui/lists.tsx'
import { Masthead } from '../../ui/masthead.tsx'
import { useSite, type Site } from '../../ui/site.tsx'
import { SupportLink } from '../../ui/support-links.tsx'
import { answerReviewForm, answerReviewFormTexts, noReview } from '../answer-review-form.shared.tsx'
import type { AnswerReviewFormProps, AnswerReviewValues } from '../answer-review-form.shared.tsx'
import type { FormErrors } from '../../ui/form-errors.shared.ts'
import type { Locale } from '../../words/locales.shared.ts'
import { textsOf } from '../../words/texts.shared.ts'

type AllProps = {
  readonly blocks: readonly FaqBlock[]
  readonly hasFailed: boolean
  readonly isSearch: boolean
}

/**
 * Lists all questions, or the results of a search. The answers and their structured data are on the
 * block pages, because they would not fit in the first 14,000 bytes together.
 */
export function AllQuestions({ blocks, hasFailed, isSearch }: AllProps) {
  const { locale, words } = useSite()
  return (
    <>
      <OfflineCopyNotice />
      {hasFailed && <ListFailed />}
      {!hasFailed && blocks.length === 0 && (
        <p className="empty">
          {words('faq.nothing')}
          {isSearch && (
            <>
              {' '}
              <a href={href(locale, 'questions')}>{words('faq.all')}</a>
            </>
          )}
        </p>
      )}
      {blocks.map(({ ident, title, questions }) => (
        <section key={ident} id={ident}>
          <h2>
            <a href={href(locale, 'questions', { block: ident })}>{title}</a>
          </h2>
          <QuestionLinks questions={questions} />
        </section>
      ))}
    </>
  )
}

export function QuestionSearch({ search }: { search: string }) {
  const { locale, words } = useSite()
  return (
    <Masthead heading={words('layout.help')}>
      <SearchForm action={href(locale, 'questions')} label={words('faq.search')} value={search} />
      <p className="lead">
        {words('faq.lead')} <SupportLink>{words('payment.support')}</SupportLink>
      </p>
    </Masthead>
  )
}

function QuestionLinks({ questions }: { questions: readonly FaqQuestion[] }) {
  const { locale } = useSite()
  return (
    <ul className="questions">
      {questions.map(({ blockIdent, ident, question }) => (
        <li key={ident}>
          <a href={answerHref(locale, { blockIdent, ident })}>{question}</a>
        </li>
      ))}
    </ul>
  )
}

export function BlockMasthead({ block: { title } }: { block: FaqBlock }) {
  return (
    <section className="masthead">
      <WayBack here={title} />
      <h1>{title}</h1>
    </section>
  )
}

export function QuestionBlock({ block }: { block: FaqBlock }) {
  return (
    <>
      <OfflineCopyNotice />
      <Questions questions={block.questions} />
      <JsonLd data={faqPage(block.questions)} />
    </>
  )
}

export function QuestionWithAnswer({ question: { question, answer } }: { question: FaqQuestion }) {
  return (
    <section className="masthead prose">
      <WayBack here={question} />
      <h1>{question}</h1>
      {answer.map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
      <JsonLd data={faqPage([{ question, answer }])} />
    </section>
  )
}

function Questions({ questions }: { questions: readonly FaqQuestion[] }) {
  const { locale, words } = useSite()
  return (
    <div className="questions">
      {questions.map(({ blockIdent, ident, question, answer }) => (
        <details className="fold" key={ident}>
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

function WayBack({ here }: { here: string }) {
  const { locale, words } = useSite()
  const all = { label: words('layout.help'), href: href(locale, 'questions') }
  return <Breadcrumbs steps={[all]} here={here} />
}

export type QuestionName = Pick<FaqQuestion, 'blockIdent' | 'ident'>

type AnswerReviewProps = { readonly form: AnswerReviewFormProps; readonly isDone: boolean }

export function AnswerReview({ form, isDone }: AnswerReviewProps) {
  const { words } = useSite()
  return (
    <section id="review" className="prose">
      <h2>{words('faq.reviewTitle')}</h2>
      {isDone ? (
        <p className="notice" role="status">
          {words('faq.reviewDone')}
        </p>
      ) : (
        <HydratedForm form={answerReviewForm} props={form} />
      )}
    </section>
  )
}

export function answerReviewFormProps(
  { locale, words }: Pick<Site, 'locale' | 'words'>,
  question: QuestionName,
  values: AnswerReviewValues = noReview,
  errors: FormErrors | null = null,
): AnswerReviewFormProps {
  const action = answerHref(locale, question)
  return { texts: textsOf(words, answerReviewFormTexts), action, values, errors }
}

export function answerHref(
  locale: Locale,
  { blockIdent, ident }: QuestionName,
  query: QueryParams = {},
): string {
  return href(locale, 'questions', { block: blockIdent, question: ident }, query)
}
