import { z } from 'zod'
import type { Country } from '../../contract/places.ts'
import { searchString } from '../../contract/common.ts'
import { page } from '../../http/page/page.ts'
import { searchCountries } from '../../domain/country-search/search.ts'
import { href } from '../../locale/paths.ts'
import { ListFailed } from '../../ui/list-failed.tsx'
import { useSite } from '../../ui/site.tsx'
import { PlaceList } from '../../ui/place-list.tsx'
import { SearchForm } from '../../ui/search-form.tsx'

export const countriesPage = page('countries', {
  access: 'public',
  query: z.object({ search_string: searchString }),
  async get(c, { query }) {
    const { locale, words, dictionaries } = c.var
    const { search_string: search } = query
    const [all, popular] = await Promise.all([
      dictionaries.countries(),
      dictionaries.popularCountries(),
    ])
    return c.render(
      <>
        <section className="masthead">
          <h1>{words('countries.heading')}</h1>
          <SearchForm
            action={href(locale, 'countries')}
            label={words('countries.searchLabel')}
            value={search}
            withCountries
          />
        </section>
        {search === '' ? (
          <Everything all={all.list} popular={popular.list} />
        ) : (
          <Found countries={searchCountries(all.list, search)} />
        )}
        {all.failed && <ListFailed />}
      </>,
      {
        title: words('countries.title'),
        ...(!all.failed && {
          description: words('countries.description', {
            countries: words('units.countries', { count: all.list.length }),
          }),
        }),
        filtered: search !== '',
      },
    )
  },
})

function Everything({ all, popular }: { all: readonly Country[]; popular: readonly Country[] }) {
  const { locale, words } = useSite()
  return (
    <>
      <section>
        <h2>{words('countries.popular')}</h2>
        <Countries countries={popular} isPopular />
        <p>
          <a href={href(locale, 'worldRegion')}>{words('countries.several')}</a>
        </p>
      </section>
      <section>
        <h2>{words('countries.all')}</h2>
        <Countries countries={all} />
      </section>
    </>
  )
}

function Found({ countries }: { countries: readonly Country[] }) {
  const { locale, words } = useSite()
  return (
    <section>
      <h2>
        {countries.length === 0
          ? words('errors.nothingFound')
          : words('countries.found', { count: countries.length })}
      </h2>
      <Countries countries={countries} isPopular />
      <p>
        <a href={href(locale, 'countries')}>{words('countries.reset')}</a>
      </p>
    </section>
  )
}

function Countries({
  countries,
  isPopular = false,
}: {
  countries: readonly Country[]
  isPopular?: boolean
}) {
  const { locale } = useSite()
  const places = countries.map(({ countryCode2Letters: country, title, priceFrom }) => ({
    href: href(locale, 'country', { country }),
    title,
    flag: country,
    priceFrom,
  }))
  return <PlaceList places={places} isPopular={isPopular} />
}
