import { href } from '../locale/paths.ts'
import { CountryChips } from './country-chips.tsx'
import { SearchForm } from './search-form.tsx'
import { useSite } from './site.tsx'

export type ErrorViewProps = {
  readonly code: string
  readonly title: string
  readonly text: string
  readonly action: { readonly label: string; readonly href: string }
  /** Offers a search for a country, and popular countries. */
  readonly withSearch?: boolean
}

const shownCountries = 8

export function ErrorView({ code, title, text, action, withSearch }: ErrorViewProps) {
  const { locale, words, popularCountries } = useSite()
  return (
    <section className="error-view">
      <p className="error-code" aria-hidden="true">
        {code}
      </p>
      <h1>{title}</h1>
      {text !== '' && <p className="lead">{text}</p>}
      {withSearch && (
        <>
          <SearchForm
            action={href(locale, 'countries')}
            label={words('home.searchLabel')}
            value=""
            withCountries
          />
          <CountryChips countries={popularCountries.slice(0, shownCountries)} />
        </>
      )}
      <a className={withSearch ? 'button quiet' : 'button'} href={action.href}>
        {action.label}
      </a>
    </section>
  )
}
