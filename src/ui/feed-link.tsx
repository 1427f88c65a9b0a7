import { localePrefix } from '../locale/locales.ts'
import type { Locale } from '../locale/locales.ts'
import { useSite } from './site.tsx'

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
