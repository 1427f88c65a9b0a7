import type { z } from 'zod'
import type { CountryLists } from '../../api/dictionaries.ts'
import type { deliveryCounts } from '../../contract/delivery-counts.ts'
import { href } from '../../locale/paths.ts'
import { CountryChips } from '../../ui/country-chips.tsx'
import { ListFailed } from '../../ui/list-failed.tsx'
import { RefundStamp } from '../../ui/refund-stamp.tsx'
import { SearchForm } from '../../ui/search-form.tsx'
import { useSite } from '../../ui/site.tsx'
import { ShopMap } from './shop-map.tsx'

/** Seven countries and the link to all of them fill two rows of a computer and of a tablet. */
const maxChips = 7

type DeliveryCounts = z.output<typeof deliveryCounts.output>['data']

type Props = CountryLists & {
  readonly deliveries: DeliveryCounts
  /** `220 countries`, which counts the countries with plans in stock. */
  readonly countries: string
  /** Codes of the countries with plans in stock. */
  readonly covered: readonly string[]
}

export function Hero({ all, popular, deliveries, countries, covered }: Props) {
  const { locale, words } = useSite()
  return (
    <section className="hero">
      {!all.hasFailed && <p className="eyebrow">{words('home.eyebrow', { countries })}</p>}
      <h1>{words('home.heading')}</h1>
      <p className="lead">{words('home.lead')}</p>
      <SearchForm
        action={href(locale, 'countries')}
        label={words('home.searchLabel')}
        value=""
        placeholder={words('home.searchPlaceholder')}
        hasCountries
      />
      <div>
        {all.hasFailed || popular.hasFailed ? (
          <ListFailed />
        ) : (
          <h2 className="eyebrow">{words('home.popular')}</h2>
        )}
        <CountryChips countries={popular.list.slice(0, maxChips)}>
          <a href={href(locale, 'countries')}>{words('home.allCountries')}</a>
        </CountryChips>
      </div>
      {deliveries && <DeliveryTime {...deliveries} />}
      <RefundStamp />
      {!all.hasFailed && <ShopMap covered={covered} countries={countries} />}
    </section>
  )
}

/** Shows `41 eSIMs delivered in the last 24 hours, half of them within 9 s of payment`. */
function DeliveryTime({ delivered, medianSeconds }: NonNullable<DeliveryCounts>) {
  const { words } = useSite()
  const time =
    medianSeconds < 120
      ? words('home.seconds', { count: medianSeconds })
      : words('home.minutes', { count: Math.round(medianSeconds / 60) })
  return <p className="soft">{words('home.delivered', { count: delivered, time })}</p>
}
