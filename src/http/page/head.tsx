import { scripts } from 'virtual:client-scripts'
import { defaultLocale, pathInLocale, locales } from '../../locale/locales.ts'
import { href } from '../../locale/paths.ts'
import type { Site } from '../../ui/site.tsx'
import { themes } from '../../ui/themes.ts'
import { ShareTags } from './share-tags.tsx'
import type { PageStyles } from '../page-styles.ts'
import { OpeningStyles } from './content-styles.tsx'
import { iconHref } from './icon-href.ts'
import type { PageHead } from './page-head.ts'

type Props = {
  readonly site: Site
  readonly pathname: string
  readonly page: PageHead
  /** Null omits the styles. */
  readonly styles: PageStyles | null
}

export function Head({ site, pathname, page, styles }: Props) {
  const { title, description, noindex, isFiltered, isEsim } = page
  const { share = {}, partial, refresh } = page
  return (
    <head>
      <meta charSet="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <title>{`${title} · ${site.brand.name}`}</title>
      {description && <meta name="description" content={description} />}
      {(noindex || isFiltered) && <meta name="robots" content="noindex" />}
      {!noindex && <link rel="canonical" href={site.origin + pathname} />}
      {!noindex && !isFiltered && (
        <>
          <Alternates origin={site.origin} pathname={pathname} langs={partial?.langs} />
          <ShareTags {...{ site, pathname, title, description, share }} />
        </>
      )}
      {refresh && (
        <noscript>
          <meta httpEquiv="refresh" content={refreshContent(refresh)} />
        </noscript>
      )}
      <meta name="color-scheme" content="light dark" />
      {themes.map(([scheme, { paper }]) => (
        <meta
          key={scheme}
          name="theme-color"
          content={paper}
          media={`(prefers-color-scheme:${scheme})`}
        />
      ))}
      <Icon styles={page.styles} />
      <link rel="manifest" href={href(site.locale, isEsim ? 'esimManifest' : 'manifest')} />
      {styles && <OpeningStyles styles={styles} />}
      {scripts.map((src) => (
        <script key={src} type="module" src={src} />
      ))}
    </head>
  )
}

/** Search engines read the icon of the home page, and need its URL. */
function Icon({ styles }: { readonly styles: PageStyles | undefined }) {
  return <link rel="icon" href={styles === 'home' ? '/icon.svg' : iconHref} type="image/svg+xml" />
}

/** Formats a refresh as `3` or `10;url=/x`. */
export function refreshContent({ seconds, to }: NonNullable<PageHead['refresh']>): string {
  return to === undefined ? String(seconds) : `${seconds};url=${to}`
}

type AlternatesProps = {
  readonly origin: string
  readonly pathname: string
  /** Languages that have the page. */
  readonly langs?: readonly string[] | undefined
}

function Alternates({ origin, pathname, langs = locales }: AlternatesProps) {
  const known = locales.filter((locale) => langs.includes(locale))
  const [first = defaultLocale] = known
  const others = known.includes(defaultLocale) ? defaultLocale : first
  return (
    <>
      {known.map((locale) => (
        <link
          key={locale}
          rel="alternate"
          hrefLang={locale}
          href={origin + pathInLocale(locale, pathname)}
        />
      ))}
      <link rel="alternate" hrefLang="x-default" href={origin + pathInLocale(others, pathname)} />
    </>
  )
}
