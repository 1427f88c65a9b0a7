import { answerReviewForm, answerReviewFormTexts } from '../../../forms/answer-review/form.tsx'
import type { AnswerReviewFormProps } from '../../../forms/answer-review/form.tsx'
import type { FaqQuestion } from '../../../contract/faq.ts'
import { noReview } from '../../../forms/answer-review/schema.ts'
import type { AnswerReviewValues } from '../../../forms/answer-review/schema.ts'
import type { FormErrors } from '../../../domain/form-errors.ts'
import type { Locale } from '../../../locale/locales.ts'
import { href } from '../../../locale/paths.ts'
import type { QueryParams } from '../../../locale/paths.ts'
import { textsOf } from '../../../locale/texts.ts'
import { HydratedForm } from '../../../forms/controls/hydrated-form.tsx'
import { useSite } from '../../../ui/site.tsx'
import type { Site } from '../../../ui/site.tsx'

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
