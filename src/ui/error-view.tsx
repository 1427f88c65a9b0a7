import type { ReactNode } from 'react'
import { href } from '../locale/paths.ts'
import { MailLink } from './contact-links.tsx'
import { CountryChips } from './country-chips.tsx'
import { SearchForm } from './search-form.tsx'
import { useSite } from './site.tsx'

export type ErrorViewProps = {
  readonly code: string
  readonly title: string
  readonly text: string
  readonly action: { readonly label: string; readonly href: string }
  /** Offers a search for a country, and popular countries. */
  readonly hasSearch?: boolean
  /** Replaces the action. */
  readonly form?: ReactNode
  /** Shows the address of support. */
  readonly hasSupport?: boolean
}

const shownCountries = 8

export function ErrorView({ code, title, text, action, hasSupport, ...view }: ErrorViewProps) {
  const { locale, words, popularCountries, brand } = useSite()
  const { hasSearch, form } = view
  return (
    <section className="error-view">
      <p className="error-code" aria-hidden="true">
        {code}
      </p>
      <h1>{title}</h1>
      {text !== '' && <p className="lead">{text}</p>}
      {hasSearch && (
        <>
          <SearchForm
            action={href(locale, 'countries')}
            label={words('home.searchLabel')}
            value=""
            hasCountries
          />
          <CountryChips countries={popularCountries.slice(0, shownCountries)} />
        </>
      )}
      {form ?? (
        <a className={hasSearch ? 'button quiet' : 'button'} href={action.href}>
          {action.label}
        </a>
      )}
      {hasSupport && (
        <p>
          {words('errors.writeUs')}
          <br />
          <MailLink address={brand.supportEmail} />
        </p>
      )}
    </section>
  )
}
