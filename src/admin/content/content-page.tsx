import { z } from 'zod'
import { textKinds } from '../../texts/editable-texts.ts'
import type { TextKind } from '../../texts/editable-texts.ts'
import { knownPlaces, listTexts } from '../../texts/texts-for-office.ts'
import type { KnownPlace, TextListItem, TextState } from '../../texts/texts-for-office.ts'
import { mayDo } from '../../api/staff.ts'
import { reviewCounts } from '../../texts/answer-reviews.ts'
import type { ReviewCount } from '../../texts/answer-reviews.ts'
import { formatDate } from '../../words/formats.shared.ts'
import { officeHref, officePages } from '../../words/office-paths.ts'
import type { AdminContext } from '../admin-env.ts'
import { nameIn } from '../admin-words.ts'
import { LabelledField } from '../labelled-field.tsx'
import { renderPage } from '../layout/render-page.tsx'
import { useOffice } from '../office.tsx'
import { adminPage } from '../routing/admin-page.ts'
import { countText } from './answer-reviews.tsx'
import { textHref } from './hrefs.ts'
import { textKind } from './text-query.ts'

const contentQuery = z.object({ kind: textKind.catch('question') })

export const contentPage = adminPage({ query: contentQuery, get: showContent })

/** Shows the texts of one kind, and whether each is as shipped. */
async function showContent(
  c: AdminContext,
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
