import { z } from 'zod'
import { textKinds } from './editable-texts.ts'
import type { TextKind, TextName } from './editable-texts.ts'
import { doneQuery, screen } from '../office/routing.ts'
import { knownPlaces, listTexts } from './texts-for-office.ts'
import type { KnownPlace, TextListItem, TextState } from './texts-for-office.ts'
import { mayDo } from '../api/staff.ts'
import { reviewCounts } from './answer-reviews.ts'
import type { ReviewCount, WrittenReview } from './answer-reviews.ts'
import { formatDate, formatTime } from '../words/formats.shared.ts'
import { officeHref, officePages } from '../words/office-paths.ts'
import { nameIn, useOffice } from '../office/office.tsx'
import type { OfficeContext, OfficeWords } from '../office/office.tsx'
import { LabelledField } from '../office/fields.tsx'
import { renderPage } from '../office/document.tsx'

const textKind = z.enum(textKinds)

/** The query of a text's page. Without an ident, the page is for a new text. */
export const textQuery = doneQuery.extend({
  kind: textKind,
  ident: z.string().optional(),
  /** The change in the history whose text is shown. */
  version: z.string().optional(),
})
export type TextQuery = z.output<typeof textQuery>

const contentQuery = z.object({ kind: textKind.catch('question') })

export const contentPage = screen({ query: contentQuery, get: showContent })

/** Shows the texts of one kind, and whether each is as shipped. */
async function showContent(
  c: OfficeContext,
  { kind }: z.output<typeof contentQuery>,
): Promise<Response> {
  const { context, locale, words, person } = c.var
  const [texts, places, counts] = await Promise.all([
    listTexts(context.db, kind, locale),
    kind === 'place' ? knownPlaces(context.db, locale) : [],
    kind === 'question' ? reviewCounts(context) : null,
  ])
  const isOwner = mayDo(person, 'publish-text')
  const title = words('sections.content')
  return renderPage(
    c,
    { title, section: 'content' },
    <>
      <h1>{title}</h1>
      <Kinds current={kind} />
      {isOwner && (kind === 'question' || kind === 'post') && (
        <p>
          <a className="button" href={textHref({ kind })}>
            {words(`content.new.${kind}`)}
          </a>
        </p>
      )}
      {kind === 'place' && <PlaceForm places={places} />}
      <TextTable kind={kind} texts={texts} counts={counts} />
    </>,
  )
}

function Kinds({ current }: { current: TextKind }) {
  const { words } = useOffice()
  return (
    <nav className="tabs" aria-label={words('content.kindsLabel')}>
      {textKinds.map((kind) => (
        <a
          key={kind}
          href={officeHref('content', { kind })}
          aria-current={kind === current ? 'page' : undefined}
        >
          {words(`content.kinds.${kind}`)}
        </a>
      ))}
    </nav>
  )
}

/** Lists places without advice too. */
function PlaceForm({ places }: { places: readonly KnownPlace[] }) {
  const { words } = useOffice()
  return (
    <form action={officePages.text.path} className="panel inline">
      <input type="hidden" name="kind" value="place" />
      <LabelledField label={words('content.place')}>
        <select name="ident">
          {places.map(({ place, title }) => (
            <option key={place} value={place}>
              {title}
            </option>
          ))}
        </select>
      </LabelledField>
      <button className="button">{words('content.open')}</button>
    </form>
  )
}

type TextTableProps = {
  readonly kind: TextKind
  readonly texts: readonly TextListItem[]
  /** Visitors' votes about answers, or null for other texts. */
  readonly counts: ReadonlyMap<string, ReviewCount> | null
}

const badgeTone: { readonly [state in TextState]: string } = {
  shipped: '',
  edited: 'good',
  hidden: 'warn',
  missing: 'warn',
}

function TextTable({ kind, texts, counts }: TextTableProps) {
  const { words } = useOffice()
  return (
    <div className="panel">
      {texts.length === 0 && <p className="soft">{words('content.none')}</p>}
      <ul className="list" hidden={texts.length === 0}>
        {texts.map(({ ident, title, topic, states }) => (
          <li key={ident}>
            <a href={textHref({ kind, ident })}>{title}</a>
            <small className="details">
              {topic !== null && <span>{kind === 'post' ? formatDate(topic) : topic}</span>}
              {states
                .filter(({ state }) => state !== 'shipped')
                .map(({ lang, state }) => (
                  <span key={lang} className={`badge ${badgeTone[state]}`}>
                    {nameIn(words, 'languages', lang)}: {words(`content.states.${state}`)}
                  </span>
                ))}
              {counts?.has(ident) && <span>{countText(words, counts.get(ident))}</span>}
            </small>
          </li>
        ))}
      </ul>
    </div>
  )
}

type Props = {
  readonly count: ReviewCount | undefined
  readonly reviews: readonly WrittenReview[]
}

export function AnswerReviews({ count, reviews }: Props) {
  const { words } = useOffice()
  return (
    <section className="panel" aria-labelledby="reviews">
      <h2 id="reviews">{words('content.reviews')}</h2>
      <p>{countText(words, count)}</p>
      <ul className="list" hidden={reviews.length === 0}>
        {reviews.map(({ id, lang, comment, createdAt }) => (
          <li key={id}>
            <span className="body">{comment}</span>
            <small>
              {formatTime(createdAt)} · {nameIn(words, 'languages', lang)}
            </small>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** `Helped 12 of 15 people in 30 days` */
function countText(words: OfficeWords, count: ReviewCount | undefined): string {
  if (!count) return words('content.noReviews')
  const { helpful, unhelpful } = count
  return words('content.helped', { helpful, all: helpful + unhelpful })
}

/** Returns the URL of a text, or of the page for a new text if there is no ident. */
export function textHref(
  { kind, ident }: { readonly kind: TextKind; readonly ident?: string },
  query: { readonly done?: string; readonly version?: string } = {},
): string {
  return officeHref('text', { kind, ident, ...query })
}

export function previewHref({ kind, ident }: Pick<TextName, 'kind'> & { ident?: string }): string {
  return officeHref('textPreview', { kind, ident })
}
