import { maxLength } from '../domain/field-limits.ts'
import { href } from '../locale/paths.ts'
import { useSite } from './site.tsx'

type Props = {
  readonly action: string
  readonly label: string
  readonly value: string
  readonly placeholder?: string
  readonly hasCountries?: boolean
}

export function SearchForm({ action, label, value, placeholder, hasCountries }: Props) {
  const { locale, words } = useSite()
  const suggestions = hasCountries ? href(locale, 'countrySuggestions') : undefined
  return (
    <form className="search" role="search" action={action} data-suggestions={suggestions}>
      <label className="search-label" htmlFor="search">
        {label}
      </label>
      <input
        id="search"
        type="search"
        name="search_string"
        defaultValue={value}
        placeholder={placeholder}
        maxLength={maxLength.searchString}
        autoComplete="off"
        enterKeyHint="search"
      />
      <button className="button">{words('layout.find')}</button>
    </form>
  )
}
