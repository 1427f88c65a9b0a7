import type { ReactNode } from 'react'
import type { Prices } from '../kit/money.shared.ts'
import { priceText } from '../words/plan-words.ts'
import { Flag } from '../ui/flag.tsx'
import { useSite } from '../ui/site.tsx'
import { alphabeticName } from '../words/place-names.ts'
import type { Country } from './operations.ts'
import { href } from '../words/paths.shared.ts'

type Place = {
  readonly href: string
  readonly title: string
  readonly flag?: string
  /** Null means out of stock. Omit it in lists without prices. */
  readonly priceFrom?: Prices | null
}

export function PlaceList({
  places,
  isPopular = false,
}: {
  places: readonly Place[]
  isPopular?: boolean
}) {
  const site = useSite()
  const { words } = site
  return (
    <ul className={isPopular ? 'countries popular' : 'countries'}>
      {places.map(({ href, title, flag, priceFrom }) => (
        <li key={href}>
          <a href={href}>
            {flag !== undefined && <Flag country={flag} />}
            <span>{title}</span>
            {priceFrom !== undefined && (
              <small className={priceFrom ? 'price-from' : undefined}>
                {priceFrom
                  ? words('units.from', { price: priceText(site, priceFrom) })
                  : words('errors.outOfStock')}
              </small>
            )}
          </a>
        </li>
      ))}
    </ul>
  )
}

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

type ChipCountry = Pick<Country, 'countryCode2Letters' | 'title'> &
  Partial<Pick<Country, 'priceFrom'>>

type ChipsProps = {
  readonly countries: readonly ChipCountry[]
  /** Returns where the chip of a country leads. By default, to its page. */
  readonly at?: (country: string) => string
  readonly children?: ReactNode
}

export function CountryChips({ countries, at, children }: ChipsProps) {
  const site = useSite()
  const { locale, words } = site
  const hrefOf = at ?? ((country: string) => href(locale, 'country', { country }))
  return (
    <ul className="chips">
      {countries.map(({ countryCode2Letters, title, priceFrom }) => (
        <li key={countryCode2Letters}>
          <a href={hrefOf(countryCode2Letters)}>
            <Flag country={countryCode2Letters} />
            {title}
            {priceFrom && (
              <small>{words('units.from', { price: priceText(site, priceFrom) })}</small>
            )}
          </a>
        </li>
      ))}
      {children && <li className="chip-more">{children}</li>}
    </ul>
  )
}
