import type { ReactNode } from 'react'
import type { Country } from '../contract/places.ts'
import { href } from '../locale/paths.ts'
import { Flag } from './flag.tsx'
import { useSite } from './site.tsx'
import { priceText } from '../locale/tariff-words.ts'

export function CountryChips({
  countries,
  children,
}: {
  countries: readonly Country[]
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
