import { breadcrumbList } from '../kit/structured-data.ts'
import { JsonLd } from './hydrated-form.tsx'
import { useSite } from './site.tsx'
import { maxLength } from '../kit/limits.shared.ts'
import { href } from '../words/paths.shared.ts'
import { localePrefix, type Locale } from '../words/locales.shared.ts'

type Step = { readonly label: string; readonly href: string }

export function Breadcrumbs({ steps, here }: { steps: readonly Step[]; here: string }) {
  const { words, origin, path } = useSite()
  const [pathname = path] = path.split('?')
  const all = [...steps, { label: here, href: pathname }]
  return (
    <nav className="breadcrumbs" aria-label={words('layout.breadcrumbs')}>
      <ol>
        {steps.map(({ label, href }) => (
          <li key={href}>
            <a href={href}>{label}</a>
          </li>
        ))}
      </ol>
      <JsonLd
        data={breadcrumbList(all.map(({ label, href }) => ({ name: label, url: origin + href })))}
      />
    </nav>
  )
}

type Props = {
  readonly action: string
  readonly label: string
  readonly value: string
  readonly placeholder?: string
  readonly hasCountries?: boolean
  /** The id of a message about the text, if something is wrong with it. */
  readonly problemsID?: string | undefined
}

export function SearchForm({ action, label, value, placeholder, ...options }: Props) {
  const { locale, words } = useSite()
  const { hasCountries, problemsID } = options
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
        aria-invalid={problemsID !== undefined || undefined}
        aria-describedby={problemsID}
      />
      <button className="button">{words('layout.find')}</button>
    </form>
  )
}

export function LogOutForm({ action }: { action: string }) {
  const { words } = useSite()
  return (
    <form method="post" action={action} data-logout>
      <button className="button quiet" name="action" value="log-out">
        {words('account.logOut')}
      </button>
    </form>
  )
}

export const feedPath = '/blog.xml'

export function feedHref(locale: Locale): string {
  return localePrefix(locale) + feedPath
}

/** Links to the blog's feed. React moves the link into the head. */
export function FeedLink() {
  const { locale, words } = useSite()
  return (
    <link
      rel="alternate"
      type="application/rss+xml"
      title={words('blog.title')}
      href={feedHref(locale)}
    />
  )
}
