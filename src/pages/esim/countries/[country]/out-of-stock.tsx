import type { Country } from '../../../../contract/places.ts'
import { href } from '../../../../locale/paths.ts'
import { CountryChips } from '../../../../ui/country-chips.tsx'
import { useSite } from '../../../../ui/site.tsx'

/**
 * Replaces the plans of a country without plans in stock. Links to countries nearby and to all
 * countries.
 */
export function OutOfStock({ nearby }: { readonly nearby: readonly Country[] }) {
  const { locale, words } = useSite()
  return (
    <section className="notice" role="status">
      <h2>{words('errors.outOfStock')}</h2>
      <p>{words('country.outOfStockText')}</p>
      {nearby.length > 0 && (
        <div>
          <h3>{words('country.nearby')}</h3>
          <CountryChips countries={nearby} />
        </div>
      )}
      <a className="button quiet" href={href(locale, 'countries')}>
        {words('home.allCountries')}
      </a>
    </section>
  )
}
