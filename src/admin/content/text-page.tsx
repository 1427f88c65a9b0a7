import type { TextContent, TextKind } from '../../texts/editable-texts.ts'
import {
  faqTopics,
  knownPlaces,
  textForStaff,
  textAfterChange,
  textHistory,
} from '../../texts/texts-for-office.ts'
import type { TextForStaff } from '../../texts/texts-for-office.ts'
import { questionsOfTopic } from '../../texts/publish-text.ts'
import { locales } from '../../words/locales.shared.ts'
import type { Locale } from '../../words/locales.shared.ts'
import { reviewCounts, writtenReviews } from '../../texts/answer-reviews.ts'
import { failureStatus } from '../action-form.tsx'
import type { ActionFailure } from '../action-form.tsx'
import type { AdminContext } from '../admin-env.ts'
import { showRefusal } from '../layout/refusal.tsx'
import { renderPage } from '../layout/render-page.tsx'
import type { FormFields } from '../routing/form-fields.ts'
import { adminPage } from '../routing/admin-page.ts'
import { textQuery } from './text-query.ts'
import type { TextQuery } from './text-query.ts'
import { AnswerReviews } from './answer-reviews.tsx'
import { TextView } from './text-view.tsx'
import { valuesOf } from './text-values.ts'

/** A rejected form. The page shows its fields again. */
type RejectedText = {
  /** Null when the form has no texts. */
  readonly fields: FormFields | null
  readonly failure: ActionFailure
}

export const textPage = adminPage({ query: textQuery, get: showText })

/** Shows a text in every language for editing, or an empty form if there is no ident. */
export async function showText(
  c: AdminContext,
  query: TextQuery,
  rejected: RejectedText | null = null,
): Promise<Response> {
  const { context, locale, words } = c.var
  const { kind, ident, done } = query
  const name = { kind, ident: ident ?? '' }
  const text = ident === undefined ? newText(kind) : await textForStaff(context.db, name)
  if (!text) return showRefusal(c, 'notFound', 404)
  const [topics, questions, places, history, values] = await Promise.all([
    kind === 'question' ? faqTopics(context.db) : [],
    kind === 'question' ? questionsOfTopic(context.db, name.ident, locale) : [],
    kind === 'place' ? knownPlaces(context.db, locale) : [],
    textHistory(context.db, name),
    rejected?.fields ?? shownValues(c, text, query.version),
  ])
  const reviews = kind === 'question' && ident !== undefined ? await reviewsOf(c, ident) : null
  const place = places.find((each) => each.place === ident)?.title
  const title = place ?? titleOf(text, locale) ?? ident ?? words(`content.new.${newKind(kind)}`)
  return renderPage(
    c,
    { title, section: 'content' },
    <>
      <TextView
        text={text}
        topics={topics}
        questions={questions}
        history={history}
        values={values}
        title={title}
        isNew={ident === undefined}
        done={done}
        failure={rejected?.failure ?? null}
      />
      {reviews && <AnswerReviews {...reviews} />}
    </>,
    rejected ? failureStatus[rejected.failure.code] : 200,
  )
}

/** Returns an entry of the history, the published text, or the shipped text of a hidden text. */
async function shownValues(
  c: AdminContext,
  text: TextForStaff,
  change: string | undefined,
): Promise<FormFields> {
  const earlier = change && (await textAfterChange(c.var.context.db, text, change))
  if (earlier) return valuesOf(earlier)
  const isHidden = text.languages.every(({ shown }) => shown === null)
  const contents: { [lang in Locale]?: TextContent | null } = {}
  for (const { lang, shipped, shown } of text.languages) contents[lang] = isHidden ? shipped : shown
  return valuesOf(contents)
}

async function reviewsOf({ var: { context } }: AdminContext, ident: string) {
  const [counts, reviews] = await Promise.all([
    reviewCounts(context),
    writtenReviews(context, ident),
  ])
  return { count: counts.get(ident), reviews }
}

function newText(kind: TextKind): TextForStaff | null {
  if (kind !== 'question' && kind !== 'post') return null
  const languages = locales.map((lang) => ({ lang, shipped: null, shown: null, isEdited: false }))
  return { kind, ident: '', version: 0, languages }
}

function newKind(kind: TextKind): 'question' | 'post' {
  return kind === 'question' ? kind : 'post'
}

function titleOf({ languages }: TextForStaff, locale: Locale): string | null {
  const texts = languages.toSorted((a) => (a.lang === locale ? -1 : 1))
  for (const { shown, shipped } of texts) {
    const content = shown ?? shipped
    if (content && 'question' in content) return content.question
    if (content && 'title' in content) return content.title
  }
  return null
}
