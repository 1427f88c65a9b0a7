import { href } from '../../../../locale/paths.ts'
import { useSite } from '../../../../ui/site.tsx'

export function OutOfStock() {
  const { locale, words } = useSite()
  return (
    <section className="notice" role="status">
      <h2>{words('errors.outOfStock')}</h2>
      <p>{words('country.outOfStockText')}</p>
      <a className="button quiet" href={href(locale, 'countries')}>
        {words('home.allCountries')}
      </a>
    </section>
  )
}
