import { href } from '../../../locale/paths.ts'
import { CountryChips } from '../../../ui/country-chips.tsx'
import { useSite } from '../../../ui/site.tsx'

/** Lists popular countries beside or below a post that is not about a country. */
export function DestinationsAside() {
  const { locale, words, popularCountries } = useSite()
  if (popularCountries.length === 0) return null
  return (
    <aside>
      <h2>{words('home.popular')}</h2>
      <CountryChips countries={popularCountries.slice(0, 8)}>
        <a href={href(locale, 'countries')}>{words('home.allCountries')}</a>
      </CountryChips>
    </aside>
  )
}
