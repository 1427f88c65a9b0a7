import type { ApiClient } from '../api/api-client.ts'
import type { Country } from '../contract/places.ts'
import type { Tariff } from '../contract/tariffs.ts'
import { content } from '../locale/content.ts'
import { shopMapHref } from '../http/page/coverage.ts'
import { page } from '../http/page/page.ts'
import { organization } from '../domain/structured-data.ts'
import { href } from '../locale/paths.ts'
import { JsonLd } from '../ui/json-ld.tsx'
import { ListFailed } from '../ui/list-failed.tsx'
import { SearchForm } from '../ui/search-form.tsx'
import { RefundStamp } from '../ui/refund-stamp.tsx'
import { useSite } from '../ui/site.tsx'
import { CountryChips } from '../ui/country-chips.tsx'
import { Flag } from '../ui/flag.tsx'
import { TariffPicks } from '../ui/tariffs/tariff-picks.tsx'
import { TariffCards } from '../ui/tariffs/tariff-list.tsx'
import { Delivered } from './index/delivered.tsx'
import { Steps } from './index/steps.tsx'

export const homePage = page('home', {
  access: 'public',
  async get(c) {
    const { locale, words, config, api, dictionaries } = c.var
    const popularCountries = dictionaries.popularCountries()
    const [all, popular, plans, counts, fares] = await Promise.all([
      dictionaries.countries(),
      popularCountries,
      api.tariffsPopular({}),
      api.deliveryCounts({}),
      popularCountries.then(async ({ list: [country] }) => faresOf(api, country)),
    ])
    const [first] = popular.list
    const map = await shopMapHref(c, { all, popular })
    const inStock = all.list.filter((country) => country.inStock)
    const countries = words('units.countries', { count: inStock.length })
    return c.render(
      <>
        <JsonLd data={organization(config)} />
        {first && fares.length > 0 && (
          <section className="first">
            <h2 className="with-flag">
              <Flag country={first.countryCode2Letters} />
              {words('home.picksTitle', { country: first.title })}
            </h2>
            <TariffPicks fares={fares} />
          </section>
        )}
        <Steps />
        <Advantages />
        {plans.ok && plans.value.data.length > 0 && (
          <section>
            <h2>{words('home.tariffsTitle')}</h2>
            <TariffCards tariffs={plans.value.data.slice(0, 6)} titled="in-world" />
          </section>
        )}
      </>,
      {
        opening: (
          <section className="hero">
            {map !== null && (
              <img
                className="shop-map"
                src={map}
                width={900}
                height={480}
                alt={words('coverage.shopMap', { countries })}
                loading="lazy"
              />
            )}
            {!all.failed && <p className="eyebrow">{words('home.eyebrow', { countries })}</p>}
            <h1>{words('home.heading')}</h1>
            <p className="lead">{words('home.lead')}</p>
            <SearchForm
              action={href(locale, 'countries')}
              label={words('home.searchLabel')}
              value=""
              placeholder={words('home.searchPlaceholder')}
              withCountries
            />
            <div>
              {all.failed || popular.failed ? (
                <ListFailed />
              ) : (
                <h2 className="eyebrow">{words('home.popular')}</h2>
              )}
              <CountryChips countries={popular.list.slice(0, 8)}>
                <a href={href(locale, 'countries')}>{words('home.allCountries')}</a>
              </CountryChips>
            </div>
            {counts.ok && counts.value.data && <Delivered {...counts.value.data} />}
            <RefundStamp />
          </section>
        ),
        title: words('home.title'),
        withMap: true,
        description: all.failed ? words('home.lead') : words('home.description', { countries }),
      },
    )
  },
})

/** The lowest fares of a country; none when there is no country or the call fails. */
async function faresOf(api: ApiClient, country: Country | undefined): Promise<readonly Tariff[]> {
  const answer = country && (await api.tariffFares({ country: country.countryCode2Letters }))
  return answer?.ok ? answer.value.data : []
}

function Advantages() {
  const { locale, words } = useSite()
  return (
    <section>
      <h2>{words('home.advantagesTitle')}</h2>
      <ul className="advantages">
        {content[locale].advantages.map(({ ident, title, text }) => (
          <li key={ident}>
            <h3>{title}</h3>
            <p className="soft">{text}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}
