import { PlaceList } from './place-list.tsx'
import type { Place } from './place-list.tsx'
import { useSite } from './site.tsx'

/** A long alphabetical list: links to its letters, then the places under each letter. */
export function PlacesByLetter({ places }: { places: readonly Place[] }) {
  const { locale, words } = useSite()
  const groups = groupByLetter(places, locale)
  return (
    <>
      <nav aria-label={words('layout.letters')}>
        <ul className="letters">
          {groups.map(({ letter }) => (
            <li key={letter}>
              <a href={`#${letter}`}>{letter}</a>
            </li>
          ))}
        </ul>
      </nav>
      {groups.map(({ letter, list }) => (
        <section key={letter} id={letter} className="letter">
          <h3>{letter}</h3>
          <PlaceList places={list} />
        </section>
      ))}
    </>
  )
}

type Group = { readonly letter: string; readonly list: Place[] }

/** Groups places sorted by title. `Å` belongs to A, `Ё` to Е. */
function groupByLetter(places: readonly Place[], locale: string): readonly Group[] {
  const { compare } = new Intl.Collator(locale, { sensitivity: 'base' })
  const groups: Group[] = []
  for (const place of places) {
    const [first = ''] = place.title
    const last = groups.at(-1)
    if (last && compare(last.letter, first) === 0) last.list.push(place)
    else groups.push({ letter: first.toLocaleUpperCase(locale), list: [place] })
  }
  return groups
}
