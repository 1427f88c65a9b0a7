import { z } from 'zod'
import { countryCode, regionIdent } from '../../../../contract/common.ts'
import { notFoundPage } from '../../../../http/page/error-pages.tsx'
import { bestUnitPrice } from '../../../../domain/fares.ts'
import { pageSize } from '../../../../domain/field-limits.ts'
import { page, pageOrFirst } from '../../../../http/page/page.ts'
import { href } from '../../../../locale/paths.ts'
import { placePhrase } from '../../../../locale/place-phrase.ts'
import { Breadcrumbs } from '../../../../ui/breadcrumbs.tsx'
import { knownOperator } from '../../known-operator.ts'
import { PlaceTextsSection } from '../place-texts-section.tsx'
import { TariffList } from '../../../../ui/tariffs/tariff-list.tsx'
import { isFiltered, tariffQuery } from '../../../../ui/tariffs/tariff-filters.tsx'

export const countryRegionPage = page('countryRegion', {
  access: 'public',
  params: z.object({ country: countryCode, region: regionIdent }),
  query: tariffQuery,
  async get(c, { params, query: filters }) {
    const { locale, words, currencies, api, dictionaries } = c.var
    const { country: code, region: ident } = params
    const place = { country: code, region: ident }
    const query = { ...filters, operator: await knownOperator(api, filters.operator, place) }
    const [country, regions, tariffs, fares, operators, texts] = await Promise.all([
      dictionaries.country(code),
      dictionaries.regions(code),
      pageOrFirst(query.page, (at) => api.tariffsMarketplace({ ...query, page: at, ...place })),
      api.tariffFares(place),
      api.operators({ ...place, per_page: pageSize.max }),
      api.regionTexts({ countryCode2Letters: code, ident }),
    ])
    const region = regions.list.find((each) => each.ident === ident)
    if (!country || (!region && !regions.failed)) return notFoundPage(c)
    const title = region?.title ?? ident.toUpperCase()
    const phrase = placePhrase(locale, `${code}/${ident}`, title)
    return c.render(
      <>
        <section id="plans">
          {region?.inStock === false ? (
            <div className="empty">
              <p>{words('errors.outOfStock')}</p>
              <p>
                <a href={href(locale, 'country', { country: code })}>
                  {words('regions.wholeCountry')}
                </a>
              </p>
            </div>
          ) : (
            <TariffList
              action={href(locale, 'countryRegion', place)}
              answer={tariffs}
              query={query}
              operators={operators.ok ? operators.value.data : []}
              titled="in-region"
              best={fares.ok ? bestUnitPrice(fares.value.data, currencies[0]) : null}
            />
          )}
        </section>
        <PlaceTextsSection texts={texts.ok ? texts.value.data.regionTexts : null} />
      </>,
      {
        opening: (
          <section className="masthead">
            <Breadcrumbs
              steps={[
                { label: country.title, href: href(locale, 'country', { country: code }) },
                {
                  label: words('regions.heading', {
                    country: placePhrase(locale, code, country.title),
                  }),
                  href: href(locale, 'regions', { country: code }),
                },
              ]}
              here={title}
            />
            <h1>{words('region.heading', { region: phrase })}</h1>
          </section>
        ),
        title: words('region.title', { region: phrase }),
        description: words('region.description', { region: title, country: country.title }),
        filtered: isFiltered(query),
        share: { country: { code, title: country.title } },
      },
    )
  },
})
