import { alphabeticName } from '../locale/search/alphabetic-name.ts'
import { PlaceList } from './place-list.tsx'
import type { Place } from './place-list.tsx'
import { useSite } from './site.tsx'

type Props = {
  readonly places: readonly Place[]
  /** The level of the headings, which is one below the heading of the list. */
  readonly heading: 'h2' | 'h3'
}

/** Shows a long list sorted by name, with a heading for each letter and links to the headings. */
export function PlacesByLetter({ places, heading: Heading }: Props) {
  const { locale, words } = useSite()
  const letters = groupByFirstLetter(places, locale)
  return (
    <>
      <nav aria-label={words('layout.letters')}>
        <ul className="letters">
          {letters.map(([letter]) => (
            <li key={letter}>
              <a href={`#${letter}`}>{letter}</a>
            </li>
          ))}
        </ul>
      </nav>
      <div className="by-letter">
        {letters.map(([letter, of]) => (
          <section key={letter}>
            <Heading id={letter}>{letter}</Heading>
            <PlaceList places={of} />
          </section>
        ))}
      </div>
    </>
  )
}

/** Returns the places of each letter. `Å` sorts as A, `Ё` as Е. */
function groupByFirstLetter(
  places: readonly Place[],
  locale: string,
): readonly [string, Place[]][] {
  const { compare } = new Intl.Collator(locale, { sensitivity: 'base' })
  const letters: [string, Place[]][] = []
  for (const place of places) {
    const [first = ''] = alphabeticName(place.title)
    const last = letters.at(-1)
    if (last && compare(last[0], first) === 0) last[1].push(place)
    else letters.push([first.toLocaleUpperCase(locale), [place]])
  }
  return letters
}
