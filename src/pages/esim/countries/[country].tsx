import { z } from 'zod'
import { countryCode } from '../../../contract/common.ts'
import { pageSize } from '../../../domain/field-limits.ts'
import { page, pageOrFirst } from '../../../http/page/page.ts'
import { notFoundPage } from '../../../http/page/error-pages.tsx'
import { href } from '../../../locale/paths.ts'
import { placePhrase } from '../../../locale/place-phrase.ts'
import { Breadcrumbs } from '../../../ui/breadcrumbs.tsx'
import { Flag } from '../../../ui/flag.tsx'
import { useSite } from '../../../ui/site.tsx'
import { knownOperator } from '../known-operator.ts'
import { PlaceTextsSection } from './place-texts-section.tsx'
import { TariffList } from '../../../ui/tariffs/tariff-list.tsx'
import { isFiltered, tariffQuery } from '../../../ui/tariffs/tariff-filters.tsx'
import { priceText } from '../../../locale/tariff-words.ts'

export const countryPage = page('country', {
  access: 'public',
  params: z.object({ country: countryCode }),
  query: tariffQuery,
  async get(c, { params, query: asked }) {
    const { locale, words, api, dictionaries } = c.var
    const { country: code } = params
    const query = {
      ...asked,
      operator: await knownOperator(api, asked.operator, { country: code }),
    }
    const [country, tariffs, operators, texts] = await Promise.all([
      dictionaries.country(code),
      pageOrFirst(query.page, (at) =>
        api.tariffsMarketplace({ ...query, page: at, country: code }),
      ),
      api.operators({ country: code, per_page: pageSize.max }),
      api.countryTexts({ countryCode2Letters: code }),
    ])
    if (!country) return notFoundPage(c)
    const { title, listed } = country
    const phrase = placePhrase(locale, code, title)
    const price = listed?.priceFrom ? priceText(c.var, listed.priceFrom) : null
    const total = tariffs.ok ? tariffs.value.total : 0
    return c.render(
      <>
        <CountryMasthead code={code} title={title} phrase={phrase} price={price} total={total} />
        {listed?.inStock === false && <OutOfStock />}
        {(listed?.inStock !== false || total > 0) && (
          <section>
            <TariffList
              action={href(locale, 'country', { country: code })}
              answer={tariffs}
              query={query}
              operators={operators.ok ? operators.value.data : []}
            />
          </section>
        )}
        <PlaceTextsSection texts={texts.ok ? texts.value.data.countryTexts : null} />
      </>,
      {
        title: words('country.title', { country: phrase }),
        description: price
          ? words('country.description', { country: phrase, price })
          : words('country.descriptionOutOfStock', { country: phrase }),
        filtered: isFiltered(query),
        share: { country: { code, title } },
      },
    )
  },
})

type MastheadProps = {
  readonly code: string
  readonly title: string
  /** The country as words after 'for'. */
  readonly phrase: string
  readonly price: string | null
  /** Number of plans. */
  readonly total: number
}

function CountryMasthead({ code, title, phrase, price, total }: MastheadProps) {
  const { locale, words } = useSite()
  return (
    <section className="masthead">
      <Breadcrumbs
        steps={[{ label: words('countries.title'), href: href(locale, 'countries') }]}
        here={title}
      />
      <h1 className="with-flag">
        <Flag country={code} eager />
        {words('country.heading', { country: phrase })}
      </h1>
      {total > 0 && (
        <p className="lead">
          {words('country.found', { count: total })}
          {price && `, ${words('units.from', { price })}`}
        </p>
      )}
    </section>
  )
}

function OutOfStock() {
  const { locale, words } = useSite()
  return (
    <section className="notice" role="status">
      <h2>{words('errors.outOfStock')}</h2>
      <p>{words('country.outOfStockText')}</p>
      <a className="button quiet" href={href(locale, 'worldRegion')}>
        {words('layout.worldRegions')}
      </a>
    </section>
  )
}
