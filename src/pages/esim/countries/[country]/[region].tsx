import { regionIdent } from '../../../../contract/common.ts'
import { notFound } from '../../../../http/page/error-pages.tsx'
import { page } from '../../../../http/page/page.ts'
import { pageOrFirst } from '../../../../http/page/paging-query.ts'
import { href } from '../../../../locale/paths.ts'
import { Breadcrumbs } from '../../../../ui/breadcrumbs.tsx'
import { PlaceTextsSection } from '../place-texts-section.tsx'
import { TariffList } from '../../../../ui/tariffs/tariff-list.tsx'
import { isFiltered, tariffQuery } from '../../../../ui/tariffs/tariff-query.ts'

export const countryRegionPage = page('countryRegion', async (c) => {
  const { locale, words, api, dictionaries } = c.var
  const query = tariffQuery.parse(c.req.query())
  const country = await dictionaries.country(c.req.param('country'))
  const named = regionIdent.safeParse(c.req.param('region'))
  if (!country || !named.success) return notFound(c)
  const { code } = country
  const ident = named.data
  const regions = await dictionaries.regions(code)
  const region = regions.list.find((each) => each.ident === ident)
  if (!region && !regions.failed) return notFound(c)

  const place = { country: code, region: ident }
  const [tariffs, operators, texts] = await Promise.all([
    pageOrFirst(query.page, (at) => api.tariffsMarketplace({ ...query, page: at, ...place })),
    api.operators({ ...place, per_page: 100 }),
    api.regionTexts({ countryCode2Letters: code, ident }),
  ])
  const title = region?.title ?? ident.toUpperCase()
  return c.render(
    <>
      <section className="masthead">
        <Breadcrumbs
          steps={[
            { label: country.title, href: href(locale, 'country', { country: code }) },
            {
              label: words('regions.heading', { country: country.title }),
              href: href(locale, 'regions', { country: code }),
            },
          ]}
          here={title}
        />
        <h1>{words('region.heading', { region: title })}</h1>
      </section>
      <section>
        <TariffList
          action={href(locale, 'countryRegion', place)}
          answer={tariffs}
          query={query}
          operators={operators.ok ? operators.value.data : []}
        />
      </section>
      <PlaceTextsSection texts={texts.ok ? texts.value.data.regionTexts : null} />
    </>,
    {
      title: words('region.title', { region: title }),
      description: words('region.description', { region: title, country: country.title }),
      filtered: isFiltered(query),
      share: { country: { code, title: country.title } },
    },
  )
})
