import type { Prices } from '../domain/money.ts'
import { priceText } from '../locale/tariff-words.ts'
import { Flag } from './flag.tsx'
import { useSite } from './site.tsx'

export type Place = {
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
