import { z } from 'zod'
import { countryCode, regionIdent } from '../../api/common.ts'
import { notFoundPage } from '../../site/error-pages.tsx'
import { bestUnitPrice } from '../fares.ts'
import { demandOfFilter } from '../demand.shared.ts'
import { pageSize } from '../../kit/limits.shared.ts'
import type { AppContext } from '../../site/app-env.ts'
import { page, pageOrFirst } from '../../site/page.ts'
import { reportUnmetDemand } from '../../site/demand-reports.ts'
import { href } from '../../words/paths.shared.ts'
import { placePhrase } from '../../words/place-names.ts'
import { Breadcrumbs } from '../../ui/navigation.tsx'
import { useSite } from '../../ui/site.tsx'
import { priceText } from '../../words/plan-words.ts'
import { findOperator, PlaceTextsSection, PlansLead } from './place-parts.tsx'
import { TariffList } from '../plan-list.tsx'
import { isFiltered, tariffQuery } from '../plan-query.ts'
import type { TariffQuery } from '../plan-query.ts'

const regionParams = z.object({ country: countryCode, region: regionIdent })
type RegionParams = z.output<typeof regionParams>

export const countryRegionPage = page('countryRegion', {
  access: 'public',
  params: regionParams,
  query: tariffQuery,
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
async function loadRegion(c: AppContext, place: RegionParams, filters: TariffQuery) {
  const { locale, api, dictionaries } = c.var
  const { country: code, region: ident } = place
  const query = { ...filters, operator: await findOperator(api, filters.operator, place) }
  const [country, regions, tariffs, fares, operators, texts] = await Promise.all([
    dictionaries.country(code),
    dictionaries.regions(code),
    pageOrFirst(query.page, (at) => api.tariffsMarketplace({ ...query, page: at, ...place })),
    api.tariffFares(place),
    api.operators({ ...place, per_page: pageSize.options }),
    api.regionTexts({ countryCode2Letters: code, ident }),
  ])
  const region = regions.list.find((each) => each.ident === ident)
  // Its plans name the region while the list of regions is missing.
  const plan = tariffs.ok && tariffs.value.data.find(({ regionIdent: of }) => of === ident)
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
    tariffs,
    fares: fares.ok ? fares.value.data : null,
    operators: operators.ok ? operators.value.data : [],
    texts: texts.ok ? texts.value.data.regionTexts : null,
  }
}

type RegionData = NonNullable<Awaited<ReturnType<typeof loadRegion>>>

function RegionPlans({ country, ident, isSoldOut, tariffs, query, operators, fares }: RegionData) {
  const { locale, currencies } = useSite()
  return (
    <section id="plans">
      {isSoldOut ? (
        <RegionOutOfStock country={country.code} />
      ) : (
        <TariffList
          action={href(locale, 'countryRegion', { country: country.code, region: ident })}
          answer={tariffs}
          place={{ country: country.code, region: ident }}
          query={query}
          operators={operators}
          titled="in-region"
          best={fares && bestUnitPrice(fares, currencies[0])}
        />
      )}
    </section>
  )
}

function RegionMasthead({ country, title, phrase, ...region }: RegionData) {
  const { locale, words } = useSite()
  const { code } = country
  const { tariffs, texts, isSoldOut, hasFilter, price } = region
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
        total={isSoldOut || !tariffs.ok ? 0 : tariffs.value.total}
        warning={texts?.install ?? null}
      />
    </section>
  )
}

function RegionOutOfStock({ country }: { readonly country: string }) {
  const { locale, words } = useSite()
  return (
    <div className="empty">
      <p>{words('errors.outOfStock')}</p>
      <p>
        <a href={href(locale, 'country', { country })}>{words('regions.wholeCountry')}</a>
      </p>
    </div>
  )
}
