import { href } from '../shared/locale/paths.ts'
import { useSite } from '../shared/ui/site.tsx'

/** The main control of the shop: where to? A plain form; the list of countries answers it. */
export function CountrySearch({ value, placeholder }: { value: string; placeholder?: string }) {
  const { locale, words } = useSite()
  return (
    <form className="search" role="search" action={href(locale, 'countries')}>
      <label className="search-label" htmlFor="where">
        {words('home.searchLabel')}
      </label>
      <input
        id="where"
        type="search"
        name="search_string"
        defaultValue={value}
        placeholder={placeholder}
        maxLength={100}
        autoComplete="off"
        enterKeyHint="search"
      />
      <button className="button">{words('home.searchButton')}</button>
    </form>
  )
}
