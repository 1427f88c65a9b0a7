import { useSite } from './site.tsx'

type Props = {
  /** The page that answers. */
  readonly action: string
  readonly label: string
  readonly value: string
  readonly placeholder?: string
  readonly button?: string
}

/** One field that asks a list: a plain form, so the address holds the question. */
export function SearchForm({ action, label, value, placeholder, button }: Props) {
  const { words } = useSite()
  return (
    <form className="search" role="search" action={action}>
      <label className="search-label" htmlFor="search">
        {label}
      </label>
      <input
        id="search"
        type="search"
        name="search_string"
        defaultValue={value}
        placeholder={placeholder}
        maxLength={100}
        autoComplete="off"
        enterKeyHint="search"
      />
      <button className="button">{button ?? words('home.searchButton')}</button>
    </form>
  )
}
