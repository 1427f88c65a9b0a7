import { z } from 'zod'
import { countryCode } from '../../api/common.ts'
import type { Region } from '../operations.ts'
import { notFoundPage } from '../../site/error-pages.tsx'
import { page } from '../../site/page.ts'
import { mainCountry } from '../../kit/product.shared.ts'
import { href } from '../../words/paths.shared.ts'
import { placePhrase } from '../../words/place-names.ts'
import { priceText } from '../../words/plan-words.ts'
import type { PriceContext } from '../../words/plan-words.ts'
import { Breadcrumbs } from '../../ui/navigation.tsx'
import { Flag } from '../../ui/flag.tsx'
import { ListFailed } from '../../ui/lists.tsx'
import { PlacesByLetter } from '../place-list.tsx'
import { useSite } from '../../ui/site.tsx'

export const regionsPage = page('regions', {
  access: 'public',
  params: z.object({ country: countryCode.default(mainCountry) }),
  async get(c, { params }) {
    const { locale, words, dictionaries } = c.var
    const [country, regions] = await Promise.all([
      dictionaries.country(params.country),
      dictionaries.regions(params.country),
    ])
    if (!country) {
      // Every page links to the regions of the main country, which the shop may not sell.
      const isMain = params.country === mainCountry
      return isMain ? c.redirect(href(locale, 'countries'), 302) : notFoundPage(c)
    }
    const { code, title } = country
    const phrase = placePhrase(locale, code, title)
    const price = commonPrice(c.var, regions.list)
    return c.render(
      <>
        {regions.hasFailed && <ListFailed />}
        {!regions.hasFailed && regions.list.length === 0 && (
          <p className="empty">{words('regions.none', { country: phrase })}</p>
        )}
        <RegionList country={code} regions={regions.list} samePrice={price} />
      </>,
      {
        opening: (
          <RegionsMasthead
            country={code}
            phrase={phrase}
            hasRegions={regions.list.length > 0}
            samePrice={price}
          />
        ),
        title: words('regions.title', { country: phrase }),
        description: words('regions.description', { country: phrase }),
        canonical: href(locale, 'regions', { country: code }),
        noindex: regions.list.length === 0,
        styles: 'placeList',
        share: { country: { code, title } },
      },
    )
  },
})

type RegionsMastheadProps = {
  readonly country: string
  /** The country in a sentence, from `placePhrase`. */
  readonly phrase: string
  readonly hasRegions: boolean
  readonly samePrice: string | null
}

function RegionsMasthead({ country, phrase, hasRegions, samePrice }: RegionsMastheadProps) {
  const { locale, words } = useSite()
  const heading = words('regions.heading', { country: phrase })
  return (
    <section className="masthead">
      <Breadcrumbs
        steps={[{ label: words('countries.title'), href: href(locale, 'countries') }]}
        here={heading}
      />
      <h1 className="with-flag">
        <Flag country={country} isEager />
        {heading}
      </h1>
      {hasRegions && (
        <p className="lead">
          {samePrice !== null && `${words('regions.samePrice', { price: samePrice })} `}
          {words('regions.lead')}
        </p>
      )}
      <p>
        <a href={href(locale, 'country', { country })}>{words('regions.wholeCountry')}</a>
      </p>
    </section>
  )
}

type RegionListProps = {
  readonly country: string
  readonly regions: readonly Region[]
  readonly samePrice: string | null
}

/** Lists the regions. Omits the price if the masthead shows it. */
function RegionList({ country, regions, samePrice }: RegionListProps) {
  const { locale } = useSite()
  return (
    <PlacesByLetter
      heading="h2"
      places={regions.map(({ ident, title, priceFrom }) => ({
        href: href(locale, 'countryRegion', { country, region: ident }),
        title,
        ...((samePrice === null || priceFrom === null) && { priceFrom }),
      }))}
    />
  )
}

/** Returns the lowest price if it is the same in all regions in stock, so that it is shown once. */
function commonPrice(shopper: PriceContext, regions: readonly Region[]): string | null {
  const inStock = regions.flatMap(({ priceFrom }) => (priceFrom === null ? [] : [priceFrom]))
  const prices = new Set(inStock.map((price) => priceText(shopper, price)))
  const [price = null] = prices
  return prices.size === 1 && inStock.length > 1 ? price : null
}
