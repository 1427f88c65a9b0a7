import type { Country } from '../operations.ts'
import { maxLength } from '../../kit/limits.shared.ts'
import { tripBounds, uses, type Use } from '../trip-bounds.shared.ts'
import { href } from '../../words/paths.shared.ts'
import type { Words } from '../../words/words.shared.ts'
import { useSite } from '../../ui/site.tsx'
import { findStops } from '../trip-search.shared.ts'
import { readTripText } from '../trip-text.shared.ts'

type WrittenTrip = {
  readonly titles: readonly string[]
  readonly days: number
  /** Days in each place. Null if the trip has days as a whole. */
  readonly stays: readonly number[] | null
}

/**
 * Writes a trip as a text that the planner understands.
 * @param need a size, or what the traveller does online
 */
function tripSentence(words: Words, { titles, days, stays }: WrittenTrip, need: string): string {
  const daysText = (count: number) => words('units.days', { count })
  const places = stays
    ? stays.map((stay, index) => `${titles[index]} ${daysText(stay)}`)
    : [...titles, daysText(days)]
  return [...places, need].join(', ')
}

type TripLink = {
  readonly text: string
  /** The text itself, unless it is given. */
  readonly label?: string
  readonly isCurrent?: boolean
}

/** Links to trips. Omits those whose text is too long for the field. */
function TripLinks({ links, label }: { readonly links: readonly TripLink[]; label?: string }) {
  const { locale } = useSite()
  return (
    <ul className="chips" aria-label={label}>
      {links
        .filter(({ text }) => text.length <= maxLength.searchString)
        .map((link) => (
          <li key={link.text}>
            <a
              href={href(locale, 'trip', null, { search_string: link.text })}
              aria-current={link.isCurrent}
              rel="nofollow"
            >
              {link.label ?? link.text}
            </a>
          </li>
        ))}
    </ul>
  )
}

type UseLinksProps = { readonly trip: WrittenTrip; readonly use: Use }

/** Links to the same trip with each use, for a text without a size. */
export function UseLinks({ trip, use: current }: UseLinksProps) {
  const { words } = useSite()
  const links = uses.map((use) => {
    const label = words(`trip.uses.${use}`)
    const isCurrent = use === current || undefined
    return { text: tripSentence(words, trip, label), label, ...(isCurrent && { isCurrent }) }
  })
  return <TripLinks links={links} label={words('trip.use')} />
}

type StayLinkProps = { readonly trip: WrittenTrip; readonly need: string }

/**
 * Links to the trip with equal days in each country, which the visitor can edit, because plans for
 * a part of the trip can be shorter.
 */
export function StayLink({ trip: { titles, days }, need }: StayLinkProps) {
  const { words } = useSite()
  const [each, more] = [Math.floor(days / titles.length), days % titles.length]
  const stays = titles.map((_, index) => each + (index < more ? 1 : 0))
  if (each < tripBounds.min) return null
  return (
    <section className="notice">
      <h2>{words('tripSearch.staysTitle')}</h2>
      <p>{words('tripSearch.staysText')}</p>
      <TripLinks links={[{ text: tripSentence(words, { titles, days, stays }, need) }]} />
    </section>
  )
}

const names = ['neighbours', 'roundTrip', 'faraway'] as const

type TripExamplesProps = { readonly countries: readonly Country[]; readonly now: Date }

/** Links to example trips. Omits an example with a country that the shop does not sell. */
export function TripExamples({ countries, now }: TripExamplesProps) {
  const { words } = useSite()
  const links = names
    .map((name) => ({ text: words(`tripSearch.examples.${name}`) }))
    .filter(({ text }) => findStops(countries, readTripText(text, now).places).countries.length > 1)
  if (links.length === 0) return null
  return (
    <section className="first">
      <h2>{words('tripSearch.examplesTitle')}</h2>
      <TripLinks links={links} />
    </section>
  )
}
