import { href } from '../locale/paths.ts'
import { SearchForm } from './search-form.tsx'
import { useSite } from './site.tsx'

export type ErrorViewProps = {
  readonly code: string
  readonly title: string
  readonly text: string
  readonly action: { readonly label: string; readonly href: string }
  /** Offers to search for a country. */
  readonly withSearch?: boolean
}

export function ErrorView({ code, title, text, action, withSearch }: ErrorViewProps) {
  const { locale, words } = useSite()
  return (
    <section className="error-view">
      <p className="error-code" aria-hidden="true">
        {code}
      </p>
      <h1>{title}</h1>
      {text !== '' && <p className="lead">{text}</p>}
      {withSearch && (
        <SearchForm
          action={href(locale, 'countries')}
          label={words('home.searchLabel')}
          value=""
          withCountries
        />
      )}
      <a className={withSearch ? 'button quiet' : 'button'} href={action.href}>
        {action.label}
      </a>
    </section>
  )
}
