import { page } from '../../../http/page.ts'
import { notFound } from '../../../http/failure.tsx'
import { href } from '../../../shared/locale/paths.ts'
import { Breadcrumbs } from '../../../shared/ui/breadcrumbs.tsx'
import { Flag } from '../../../shared/ui/flag.tsx'
import { PlaceTextsSection } from '../../../views/place-texts.tsx'
import { TariffList } from '../../../views/tariff-list.tsx'
import { isFiltered, tariffQuery } from '../../../views/tariff-query.ts'
import { priceText } from '../../../shared/locale/tariff-words.ts'

export const countryPage = page('country', async (c) => {
  const { locale, words, upstream, dictionaries } = c.var
  const code = c.req.param('country')
  const query = tariffQuery.parse(c.req.query())
  const countries = await dictionaries.countries()
  const country = countries.list.find(({ countryCode2Letters }) => countryCode2Letters === code)
  if (!country && !countries.failed) return notFound(c)

  const [tariffs, operators, texts] = await Promise.all([
    upstream.tariffsMarketplace({ ...query, country: code }),
    upstream.operators({ country: code, per_page: 100 }),
    upstream.countryTexts({ countryCode2Letters: code }),
  ])
  const title = country?.title ?? code.toUpperCase()
  const price = country?.priceFrom && priceText(locale, country.priceFrom)
  return c.render(
    <>
      <section className="masthead">
        <Breadcrumbs
          steps={[{ label: words('countries.title'), href: href(locale, 'countries') }]}
          here={title}
        />
        <h1 className="with-flag">
          <Flag country={code} eager />
          {words('country.heading', { country: title })}
        </h1>
        {tariffs.ok && tariffs.value.total > 0 && (
          <p className="lead">
            {words('country.found', { count: tariffs.value.total })}
            {price && `, ${words('units.from', { price })}`}
          </p>
        )}
      </section>
      {country && !country.inStock && (
        <section className="notice" role="status">
          <h2>{words('countries.outOfStock')}</h2>
          <p>{words('country.outOfStockText')}</p>
          <a className="button quiet" href={href(locale, 'worldRegion')}>
            {words('layout.worldRegions')}
          </a>
        </section>
      )}
      <section>
        <TariffList
          action={href(locale, 'country', { country: code })}
          answer={tariffs}
          query={query}
          operators={operators.ok ? operators.value.data : []}
        />
      </section>
      <PlaceTextsSection texts={texts.ok ? texts.value.data.countryTexts : null} />
    </>,
    {
      title: words('country.title', { country: title }),
      description: price
        ? words('country.description', { country: title, price })
        : words('country.descriptionOutOfStock', { country: title }),
      noindex: isFiltered(query),
      share: { country: { code, title } },
    },
  )
})
