import type { TextContent, TextKind } from './editable-texts.ts'
import {
  faqTopics,
  knownPlaces,
  textForOffice,
  textAfterChange,
  textHistory,
} from './texts-for-office.ts'
import { titleOfMail, type TextForOffice } from './texts-for-office.ts'
import { questionsOfTopic, isShipped, mayHide } from './publish-text.ts'
import { locales, type Locale } from '../words/locales.shared.ts'
import { reviewCounts, writtenReviews } from './answer-reviews.ts'
import { ActionFields, ActionNotice, type ActionFailure } from '../office/action-form.tsx'
import { useOffice, type OfficeContext } from '../office/office-context.tsx'
import { showRefusal } from '../office/refusal.tsx'
import { renderPage, BackLink } from '../office/document.tsx'
import type { FormFields } from '../office/form-body.ts'
import { Panel } from '../office/lists.tsx'
import { AnswerReviews, textHref, type TextQuery } from './office-texts.tsx'
import { valuesOf } from './office-text-fields.tsx'
import { formatTime } from '../words/formats.shared.ts'
import { officeHref } from '../words/office-paths.ts'
import { MoveForm, TextFields, TextForm, type TextViewProps } from './office-text-form.tsx'

/** A rejected form. The page shows its fields again. */
type RejectedText = {
  /** Null when the form has no texts. */
  readonly fields: FormFields | null
  readonly failure: ActionFailure
}

/** Shows a text in every language for editing, or an empty form if there is no ident. */
export async function showText(
  c: OfficeContext,
  query: TextQuery,
  rejected: RejectedText | null = null,
): Promise<Response> {
  const { context, locale, words } = c.var
  const { kind, ident, done } = query
  const name = { kind, ident: ident ?? '' }
  const text = ident === undefined ? newText(kind) : await textForOffice(context.db, name)
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
  const isNew = ident === undefined
  return renderPage(
    c,
    { title, section: 'content' },
    <>
      <TextView {...{ text, topics, questions, history, values, title, isNew }} />
      {reviews && <AnswerReviews {...reviews} />}
    </>,
    { done, failure: rejected?.failure ?? null },
  )
}

/** Returns an entry of the history, the published text, or the shipped text of a hidden text. */
async function shownValues(c: OfficeContext, text: TextForOffice, change: string | undefined) {
  const earlier = change && (await textAfterChange(c.var.context.db, text, change))
  if (earlier) return valuesOf(text.kind, earlier)
  const isHidden = text.languages.every(({ shown }) => shown === null)
  const contents: { [lang in Locale]?: TextContent | null } = {}
  for (const { lang, shipped, shown } of text.languages) contents[lang] = isHidden ? shipped : shown
  return valuesOf(text.kind, contents)
}

async function reviewsOf({ var: { context } }: OfficeContext, ident: string) {
  const [counts, reviews] = await Promise.all([
    reviewCounts(context),
    writtenReviews(context, ident),
  ])
  return { count: counts.get(ident), reviews }
}

function newText(kind: TextKind): TextForOffice | null {
  if (kind !== 'question' && kind !== 'post') return null
  const languages = locales.map((lang) => ({ lang, shipped: null, shown: null, isEdited: false }))
  return { kind, ident: '', version: 0, languages }
}

function newKind(kind: TextKind): 'question' | 'post' {
  return kind === 'question' ? kind : 'post'
}

function titleOf({ languages }: TextForOffice, locale: Locale): string | null {
  const texts = languages.toSorted((a) => (a.lang === locale ? -1 : 1))
  for (const { shown, shipped } of texts) {
    const content = shown ?? shipped
    if (content && 'question' in content) return content.question
    if (content && 'title' in content) return content.title
    if (content && 'subject' in content) return titleOfMail(content)
  }
  return null
}

function TextView(props: TextViewProps) {
  const { words, may } = useOffice()
  const { text, isNew, questions } = props
  const isEdited = text.languages.some((version) => version.isEdited)
  const isHidden = text.languages.every(({ shown }) => shown === null)
  const { kind } = text
  return (
    <>
      <BackLink
        to="content"
        href={officeHref('content', { kind })}
        page={words(`content.kinds.${kind}`)}
      />
      <h1>{props.title}</h1>
      <ActionNotice />
      {may('publish-text') ? (
        <TextForm {...props} />
      ) : (
        <div className="fields">
          <p className="panel">{words('content.ownersOnly')}</p>
          <TextFields {...props} />
        </div>
      )}
      {!isNew && may('hide-text') && (
        <div className="columns">
          {isEdited && isShipped(text) && <PlainForm text={text} action="reset-text" />}
          {!isHidden && mayHide(kind) && <PlainForm text={text} action="hide-text" />}
          {kind === 'mail' && <PlainForm text={text} action="test-text" />}
          {questions.length > 1 && <MoveForm {...props} />}
        </div>
      )}
      {!isNew && <History {...props} />}
    </>
  )
}

type PlainFormProps = {
  readonly text: TextForOffice
  readonly action: 'reset-text' | 'hide-text' | 'test-text'
}

function PlainForm({ text, action }: PlainFormProps) {
  const { words } = useOffice()
  return (
    <form method="post" action={textHref(text)} className="panel">
      <ActionFields action={action} version={text.version} />
      <p>{words(`content.${action}Text`)}</p>
      <button className="button quiet">{words(`content.${action}`)}</button>
    </form>
  )
}

function History({ text, history }: TextViewProps) {
  const { words } = useOffice()
  return (
    <Panel id="history" heading={words('content.history')}>
      {history.length === 0 && <p className="soft">{words('content.noHistory')}</p>}
      <ul className="list" hidden={history.length === 0}>
        {history.map(({ id, at, staffName, action, hasContents }) => (
          <li key={id}>
            <span>
              {words(`doneActions.${action}`)}
              {action !== 'hide-text' && hasContents === 1 && (
                <>
                  {' · '}
                  <a href={textHref(text, { version: id })}>{words('content.load')}</a>
                </>
              )}
            </span>
            <small>
              {formatTime(at)} · {staffName}
            </small>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
