import type { ReactNode } from 'react'
import { z } from 'zod'
import { countryCode, regionIdent } from '../../api/common.ts'
import type { Region } from '../operations.ts'
import type { Dictionary } from '../../site/api/dictionaries.ts'
import { notFoundPage } from '../../site/error-pages.tsx'
import { page, pageOrFirst } from '../../site/page.ts'
import { mainCountry } from '../../kit/product.shared.ts'
import { href } from '../../words/paths.shared.ts'
import { placePhrase } from '../../words/place-names.ts'
import { priceText, type PriceContext } from '../../words/plan-words.ts'
import { Breadcrumbs } from '../../ui/navigation.tsx'
import { Flag } from '../../ui/flag.tsx'
import { ListFailed } from '../../ui/lists.tsx'
import { PlacesByLetter } from '../place-list.tsx'
import { Late, LateNoIndex } from '../../ui/in-order.tsx'
import { useSite } from '../../ui/site.tsx'
import { bestUnitPrice } from '../fares.ts'
import { demandOfFilter } from '../demand.shared.ts'
import { pageSize } from '../../kit/limits.shared.ts'
import type { AppContext } from '../../site/app-env.ts'
import { reportUnmetDemand } from '../../site/demand-reports.ts'
import { findOperator, PlaceTextsSection, PlansLead } from './place-parts.tsx'
import { PlanList } from '../plan-list.tsx'
import { popularRegions } from '../../../content/place-groups.ts'
import { StockAlertLink } from './country-offers.tsx'
import { isFiltered, planQuery, type PlanQuery } from '../plan-filters.tsx'

export const regionsPage = page('regions', {
  access: 'public',
  params: z.object({ country: countryCode.default(mainCountry) }),
  async get(c, { params }) {
    const { locale, words, dictionaries } = c.var
    const regions = dictionaries.regions(params.country)
    const country = await dictionaries.country(params.country)
    if (!country) {
      // Every page links to the regions of the main country, which the shop may not sell.
      const isMain = params.country === mainCountry
      return isMain ? c.redirect(href(locale, 'countries'), 302) : notFoundPage(c)
    }
    const { code, title } = country
    const phrase = placePhrase(locale, code, title)
    return c.render(
      <Late of={regions} as={(list) => <RegionsOf country={code} phrase={phrase} {...list} />} />,
      {
        opening: (
          <RegionsMasthead country={code} phrase={phrase}>
            <Late of={regions} as={RegionsLead} />
          </RegionsMasthead>
        ),
        title: words('regions.title', { country: phrase }),
        description: words('regions.description', { country: phrase }),
        canonical: href(locale, 'regions', { country: code }),
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
  readonly children: ReactNode
}

function RegionsMasthead({ country, phrase, children }: RegionsMastheadProps) {
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
      {children}
      <p>
        <a href={href(locale, 'country', { country })}>{words('regions.wholeCountry')}</a>
      </p>
    </section>
  )
}

function RegionsLead({ list }: Dictionary<Region>) {
  const site = useSite()
  const { words } = site
  const samePrice = commonPrice(site, list)
  if (list.length === 0) return null
  return (
    <p className="lead">
      {samePrice !== null && `${words('regions.samePrice', { price: samePrice })} `}
      {words('regions.lead')}
    </p>
  )
}

type RegionsProps = Omit<RegionsMastheadProps, 'children'> & Dictionary<Region>

/** Lists the regions. Omits the price if the masthead shows it. */
function RegionsOf({ country, phrase, list, hasFailed }: RegionsProps) {
  const site = useSite()
  const { locale, words } = site
  const samePrice = commonPrice(site, list)
  const placeOf = ({ ident, title, priceFrom }: Region) => ({
    href: href(locale, 'countryRegion', { country, region: ident }),
    title,
    ...((samePrice === null || priceFrom === null) && { priceFrom }),
  })
  const idents = popularRegions[country]?.split(' ') ?? []
  const popular = idents.flatMap((ident) => list.find((region) => region.ident === ident) ?? [])
  return (
    <>
      {list.length === 0 && <LateNoIndex />}
      {hasFailed && <ListFailed />}
      {!hasFailed && list.length === 0 && (
        <p className="empty">{words('regions.none', { country: phrase })}</p>
      )}
      {popular.length > 0 && (
        <section>
          <h2>{words('regions.popular')}</h2>
          <ul className="chips">
            {popular.map(placeOf).map(({ href: at, title }) => (
              <li key={at}>
                <a href={at}>{title}</a>
              </li>
            ))}
          </ul>
        </section>
      )}
      <PlacesByLetter heading="h2" places={list.map(placeOf)} />
    </>
  )
}

/** Returns the lowest price if it is the same in all regions in stock, so that it is shown once. */
function commonPrice(shopper: PriceContext, regions: readonly Region[]): string | null {
  const inStock = regions.flatMap(({ priceFrom }) => (priceFrom === null ? [] : [priceFrom]))
  const prices = new Set(inStock.map((price) => priceText(shopper, price)))
  const [price = null] = prices
  return prices.size === 1 && inStock.length > 1 ? price : null
}

const regionParams = z.object({ country: countryCode, region: regionIdent })
type RegionParams = z.output<typeof regionParams>

export const countryRegionPage = page('countryRegion', {
  access: 'public',
  params: regionParams,
  query: planQuery,
  async get(c, { params, query: filters }) {
    const region = await loadRegion(c, params, filters)
    if (!region) return notFoundPage(c)
    const { words } = c.var
    const { country, title, hasFilter, isSoldOut } = region
    if (isSoldOut)
      reportUnmetDemand(c, [{ kind: 'place', subject: `${country.code}/${params.region}` }])
    else if (region.tariffs.ok && region.tariffs.value.total === 0)
      reportUnmetDemand(c, demandOfFilter(`${country.code}/${params.region}`, region.query))
    return c.render(
      <>
        <RegionPlans {...region} />
        <PlaceTextsSection texts={region.texts} />
      </>,
      {
        opening: <RegionMasthead {...region} />,
        title: words('region.title', { region: region.phrase }),
        description: words('region.description', { region: title, country: country.title }),
        isFiltered: hasFilter,
        listPage: region.tariffs.ok ? region.tariffs.value.page : undefined,
        styles: 'advice',
        share: { country: { code: country.code, title: country.title } },
      },
    )
  },
})

/** Returns null for an unknown region. */
async function loadRegion(c: AppContext, place: RegionParams, filters: PlanQuery) {
  const { locale, api, dictionaries } = c.var
  const { country: code, region: ident } = place
  const query = { ...filters, operator: await findOperator(api, filters.operator, place) }
  const [country, regions, plans, fares, operators, texts] = await Promise.all([
    dictionaries.country(code),
    dictionaries.regions(code),
    pageOrFirst(query.page, (at) => api.tariffsMarketplace({ ...query, page: at, ...place })),
    api.tariffFares(place),
    api.operators({ ...place, per_page: pageSize.options }),
    api.regionTexts({ countryCode2Letters: code, ident }),
  ])
  const region = regions.list.find((each) => each.ident === ident)
  // Its plans name the region while the list of regions is missing.
  const plan = plans.ok && plans.value.data.find(({ regionIdent: of }) => of === ident)
  if (!country || (!region && !regions.hasFailed && !plan)) return null
  const title = region?.title ?? (plan ? plan.placeTitle : ident.toUpperCase())
  return {
    country,
    ident,
    title,
    phrase: placePhrase(locale, `${code}/${ident}`, title),
    isSoldOut: region?.inStock === false,
    price: region?.priceFrom ? priceText(c.var, region.priceFrom) : null,
    query,
    hasFilter: isFiltered(query),
    tariffs: plans,
    fares: fares.ok ? fares.value.data : null,
    operators: operators.ok ? operators.value.data : [],
    texts: texts.ok ? texts.value.data.regionTexts : null,
  }
}

type RegionData = NonNullable<Awaited<ReturnType<typeof loadRegion>>>

function RegionPlans({ country, ident, isSoldOut, query, operators, ...plans }: RegionData) {
  const { locale, currencies } = useSite()
  return (
    <section id="plans">
      {isSoldOut ? (
        <RegionOutOfStock country={country.code} region={ident} />
      ) : (
        <PlanList
          action={href(locale, 'countryRegion', { country: country.code, region: ident })}
          answer={plans.tariffs}
          place={{ country: country.code, region: ident }}
          query={query}
          operators={operators}
          titled="in-region"
          best={plans.fares && bestUnitPrice(plans.fares, currencies[0])}
        />
      )}
    </section>
  )
}

function RegionMasthead({ country, title, phrase, ...region }: RegionData) {
  const { locale, words } = useSite()
  const { code } = country
  const { tariffs: plans, texts, isSoldOut, hasFilter, price } = region
  const ofCountry = placePhrase(locale, code, country.title)
  return (
    <section className="masthead">
      <Breadcrumbs
        steps={[
          { label: country.title, href: href(locale, 'country', { country: code }) },
          {
            label: words('regions.heading', { country: ofCountry }),
            href: href(locale, 'regions', { country: code }),
          },
        ]}
        here={title}
      />
      <h1>{words('region.heading', { region: phrase })}</h1>
      <PlansLead
        price={hasFilter ? null : price}
        total={isSoldOut || !plans.ok ? 0 : plans.value.total}
        warning={texts?.install ?? null}
      />
    </section>
  )
}

type RegionOutOfStockProps = { readonly country: string; readonly region: string }

function RegionOutOfStock({ country, region }: RegionOutOfStockProps) {
  const { locale, words } = useSite()
  return (
    <section className="notice" role="status">
      <h2>{words('errors.outOfStock')}</h2>
      <p>{words('country.outOfStockText')}</p>
      <StockAlertLink place={{ country, region }} />
      <a className="button quiet" href={href(locale, 'country', { country })}>
        {words('regions.wholeCountry')}
      </a>
    </section>
  )
}
