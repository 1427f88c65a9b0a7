import type { ReactNode } from 'react'
import type { Country } from '../contract/places.ts'
import { href } from '../locale/paths.ts'
import { Flag } from './flag.tsx'
import { useSite } from './site.tsx'
import { priceText } from '../locale/tariff-words.ts'

type ChipCountry = Pick<Country, 'countryCode2Letters' | 'title'> &
  Partial<Pick<Country, 'priceFrom'>>

export function CountryChips({
  countries,
  children,
}: {
  countries: readonly ChipCountry[]
  children?: ReactNode
}) {
  const site = useSite()
  const { locale, words } = site
  return (
    <ul className="chips">
      {countries.map(({ countryCode2Letters, title, priceFrom }) => (
        <li key={countryCode2Letters}>
          <a href={href(locale, 'country', { country: countryCode2Letters })}>
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
