import type { ApiClient } from '../api/api-client.ts'
import type { Country } from '../contract/places.ts'
import type { Tariff } from '../contract/tariffs.ts'
import { content } from '../locale/content.ts'
import type { AppContext } from '../http/app-env.ts'
import { page } from '../http/page/page.ts'
import { organization } from '../domain/structured-data.ts'
import { JsonLd } from '../ui/json-ld.tsx'
import { useSite } from '../ui/site.tsx'
import { Flag } from '../ui/flag.tsx'
import { TariffPicks } from '../ui/tariffs/tariff-picks.tsx'
import { TariffCards } from '../ui/tariffs/tariff-cards.tsx'
import { Hero } from './index/hero.tsx'
import { Steps } from './index/steps.tsx'

export const homePage = page('home', {
  access: 'public',
  async get(c) {
    const { words, config } = c.var
    const home = await loadHome(c)
    const { all, plans } = home
    const inStock = all.list.filter((country) => country.inStock)
    const countries = words('units.countries', { count: inStock.length })
    const covered = inStock.map((country) => country.countryCode2Letters)
    return c.render(
      <>
        <JsonLd data={organization(config)} />
        <PopularCountryPicks {...home} />
        <Steps />
        <Advantages />
        {plans.length > 0 && (
          <section>
            <h2>{words('home.tariffsTitle')}</h2>
            <TariffCards tariffs={plans.slice(0, 6)} titled="in-world" />
          </section>
        )}
      </>,
      {
        opening: <Hero {...home} countries={countries} covered={covered} />,
        title: words('home.title'),
        styles: 'home',
        description: all.hasFailed ? words('home.lead') : words('home.description', { countries }),
      },
    )
  },
})

async function loadHome(c: AppContext) {
  const { api, dictionaries } = c.var
  const popularCountries = dictionaries.popularCountries()
  const [all, popular, plans, counts, fares] = await Promise.all([
    dictionaries.countries(),
    popularCountries,
    api.tariffsPopular({}),
    api.deliveryCounts({}),
    popularCountries.then(async ({ list: [country] }) => faresOf(api, country)),
  ])
  return {
    all,
    popular,
    plans: plans.ok ? plans.value.data : [],
    deliveries: counts.ok ? counts.value.data : null,
    /** The picks of the most popular country. */
    fares,
  }
}

type HomeData = Awaited<ReturnType<typeof loadHome>>

/** Returns the picks of a country, or none when there is no country or the call fails. */
async function faresOf(api: ApiClient, country: Country | undefined): Promise<readonly Tariff[]> {
  const answer =
    country && (await api.tariffFares({ country: country.countryCode2Letters, picks: 'true' }))
  return answer?.ok ? answer.value.data : []
}

function PopularCountryPicks({ popular, fares }: Pick<HomeData, 'popular' | 'fares'>) {
  const { words } = useSite()
  const [first] = popular.list
  if (!first || fares.length === 0) return null
  return (
    <section className="first">
      <h2 className="with-flag">
        <Flag country={first.countryCode2Letters} />
        {words('home.picksTitle', { country: first.title })}
      </h2>
      <TariffPicks fares={fares} />
    </section>
  )
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
