import { PlaceList } from './place-list.tsx'
import type { Place } from './place-list.tsx'
import { useSite } from './site.tsx'

/** A long list, sorted by title, below links to the first place of each letter. */
export function PlacesByLetter({ places }: { places: readonly Place[] }) {
  const { locale, words } = useSite()
  const firsts = firstOfLetters(places, locale)
  return (
    <>
      <nav aria-label={words('layout.letters')}>
        <ul className="letters">
          {[...firsts.values()].map((letter) => (
            <li key={letter}>
              <a href={`#${letter}`}>{letter}</a>
            </li>
          ))}
        </ul>
      </nav>
      <PlaceList places={places.map((place) => ({ ...place, id: firsts.get(place) }))} />
    </>
  )
}

/** The first place of each letter. `Å` belongs to A, `Ё` to Е. */
function firstOfLetters(places: readonly Place[], locale: string): ReadonlyMap<Place, string> {
  const { compare } = new Intl.Collator(locale, { sensitivity: 'base' })
  const firsts = new Map<Place, string>()
  let last = ''
  for (const place of places) {
    const [first = ''] = place.title
    if (compare(last, first) === 0) continue
    last = first.toLocaleUpperCase(locale)
    firsts.set(place, last)
  }
  return firsts
}
