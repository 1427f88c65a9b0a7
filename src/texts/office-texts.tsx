import { z } from 'zod'
import { textKinds, type TextKind, type TextName } from './editable-texts.ts'
import { resource } from '../office/resource.tsx'
import { doneQuery } from '../office/routing.ts'
import { knownPlaces, listTexts } from './texts-for-office.ts'
import type { KnownPlace, TextListItem, TextState } from './texts-for-office.ts'
import { reviewCounts, type ReviewCount, type WrittenReview } from './answer-reviews.ts'
import { formatDate, formatTime } from '../words/formats.shared.ts'
import { officeHref, officePages } from '../words/office-paths.ts'
import { nameIn, useOffice, type OfficeWords } from '../office/office-context.tsx'
import { LabelledField, Options } from '../office/fields.tsx'
import { Panel, Tabs } from '../office/lists.tsx'

const textKind = z.enum(textKinds)

/** The query of a text's page. Without an ident, the page is for a new text. */
export const textQuery = doneQuery.extend({
  kind: textKind,
  ident: z.string().optional(),
  /** The change in the history whose text is shown. */
  version: z.string().optional(),
})
export type TextQuery = z.output<typeof textQuery>

/** Shows the texts of one kind, and whether each is as shipped. */
export const textsScreen = resource({
  page: 'content',
  section: 'content',
  query: z.object({ kind: textKind.catch('question') }),
  async load({ var: { context, locale } }, { kind }) {
    const [texts, places, counts] = await Promise.all([
      listTexts(context.db, kind, locale),
      kind === 'place' ? knownPlaces(context.db, locale) : [],
      kind === 'question' ? reviewCounts(context) : null,
    ])
    return { texts, places, counts }
  },
  View(props) {
    const { words, may } = useOffice()
    const { kind } = props.query
    return (
      <>
        <h1>{words('sections.content')}</h1>
        <Tabs
          label={words('content.kindsLabel')}
          tabs={textKinds.map((each) => ({
            name: words(`content.kinds.${each}`),
            href: officeHref('content', { kind: each }),
            isCurrent: each === kind,
          }))}
        />
        {may('publish-text') && (kind === 'question' || kind === 'post') && (
          <p>
            <a className="button" href={textHref({ kind })}>
              {words(`content.new.${kind}`)}
            </a>
          </p>
        )}
        {kind === 'place' && <PlaceForm {...props} />}
        <TextList {...props} />
      </>
    )
  },
})

type TextsProps = {
  readonly query: { readonly kind: TextKind }
  readonly texts: readonly TextListItem[]
  readonly places: readonly KnownPlace[]
  /** Visitors' votes about answers, or null for other texts. */
  readonly counts: ReadonlyMap<string, ReviewCount> | null
}

/** Lists places without advice too. */
function PlaceForm({ places }: TextsProps) {
  const { words } = useOffice()
  return (
    <form action={officePages.text.path} className="panel inline">
      <input type="hidden" name="kind" value="place" />
      <LabelledField label={words('content.place')}>
        <select name="ident">
          <Options of={places.map(({ place, title }) => [place, title])} />
        </select>
      </LabelledField>
      <button className="button">{words('content.open')}</button>
    </form>
  )
}

const badgeTone: { readonly [state in TextState]: string } = {
  shipped: '',
  edited: 'good',
  hidden: 'warn',
  missing: 'warn',
}

function TextList({ query: { kind }, texts, counts }: TextsProps) {
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

type AnswerReviewsProps = {
  readonly count: ReviewCount | undefined
  readonly reviews: readonly WrittenReview[]
}

export function AnswerReviews({ count, reviews }: AnswerReviewsProps) {
  const { words } = useOffice()
  return (
    <Panel id="reviews" heading={words('content.reviews')}>
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
    </Panel>
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
