import { reactRenderer } from '@hono/react-renderer'
import { createMiddleware } from 'hono/factory'
import type { ReactNode } from 'react'
import { scripts } from 'virtual:client-scripts'
import { inLocale, locales } from '../shared/locale/locale.ts'
import { DialogFrame } from '../shared/ui/dialog-frame.tsx'
import { href } from '../shared/locale/paths.ts'
import { Footer } from '../shared/ui/footer.tsx'
import { Header } from '../shared/ui/header.tsx'
import { ConsentBanner } from '../shared/ui/consent-banner.tsx'
import { LocaleSuggestion } from '../shared/ui/locale-suggestion.tsx'
import { SiteProvider } from '../shared/ui/site.tsx'
import { themes } from '../shared/ui/themes.ts'
import type { Site } from '../shared/ui/site.tsx'
import type { AppEnv } from './env.ts'
import { ShareTags } from './share-tags.tsx'
import type { Share } from './share-tags.tsx'
import { styles } from './styles.ts'

declare module '@hono/react-renderer' {
  interface Props {
    readonly title: string
    readonly description?: string
    /** Kept out of search engines: private and error pages. */
    readonly noindex?: boolean
    /** A list narrowed by its query: kept out as well, and search engines are told of the whole one. */
    readonly filtered?: boolean
    readonly share?: Share
    /** Seconds until the page asks for itself again, or for `to`; where there is script, the boot script does it. */
    readonly refresh?: { readonly seconds: number; readonly to?: string }
  }
}

/**
 * Streams the page inside the document. Nothing in it depends on the visitor, and pages wait for what they show before they
 * render, so there is no inline script and the bytes can be kept. React would send finished Suspense boundaries apart, by
 * script, past 12.8 kB: progressiveChunkSize keeps them in place.
 */
export function withDocument() {
  return createMiddleware<AppEnv>(async (c, next) => {
    const { locale, words, config, dictionaries } = c.var
    const { pathname, search } = new URL(c.req.url)
    const popular = await dictionaries.popularCountries()
    const site: Site = {
      locale,
      words,
      path: pathname + search,
      origin: config.SITE_ORIGIN,
      popularCountries: popular.list,
      brand: brandOf(config),
    }

    const render = reactRenderer(
      ({ children, title, description, noindex, filtered, share = {}, refresh }) => (
        <html lang={locale}>
          <head>
            <meta charSet="utf-8" />
            <meta name="viewport" content="width=device-width, initial-scale=1" />
            <title>{`${title} · ${site.brand.name}`}</title>
            {description && <meta name="description" content={description} />}
            {(noindex || filtered) && <meta name="robots" content="noindex" />}
            {!noindex && <link rel="canonical" href={config.SITE_ORIGIN + pathname} />}
            {!noindex && !filtered && (
              <>
                {alternates(config.SITE_ORIGIN, pathname)}
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
            <link rel="icon" href="/icon.svg" type="image/svg+xml" />
            <link rel="manifest" href={href(locale, 'manifest')} />
            <style dangerouslySetInnerHTML={{ __html: styles }} />
            {scripts.map((src) => (
              <script key={src} type="module" src={src} />
            ))}
          </head>
          <body
            data-refresh={refresh && refreshContent(refresh)}
            data-posted={c.req.method === 'POST' || undefined}
            data-analytics={config.ANALYTICS_URL ?? undefined}
          >
            <SiteProvider site={site}>
              <a className="skip" href="#main">
                {words('layout.skip')}
              </a>
              <Header />
              <main id="main" className="page">
                {children}
              </main>
              <Footer />
              <DialogFrame />
              <div className="floats">
                <LocaleSuggestion />
                <ConsentBanner />
              </div>
            </SiteProvider>
          </body>
        </html>
      ),
      {
        stream: { 'Content-Type': 'text/html; charset=utf-8' },
        readableStreamOptions: { signal: c.req.raw.signal, progressiveChunkSize: 10_000_000 },
      },
    )
    return render(c, next)
  })
}

function alternates(origin: string, pathname: string): ReactNode {
  return (
    <>
      {locales.map((locale) => (
        <link
          key={locale}
          rel="alternate"
          hrefLang={locale}
          href={origin + inLocale(locale, pathname)}
        />
      ))}
      <link rel="alternate" hrefLang="x-default" href={origin + inLocale('en', pathname)} />
    </>
  )
}

function refreshContent({ seconds, to }: { seconds: number; to?: string }): string {
  return to === undefined ? String(seconds) : `${seconds};url=${to}`
}

function brandOf(config: AppEnv['Variables']['config']): Site['brand'] {
  return {
    name: config.BRAND_NAME,
    legalName: config.LEGAL_NAME,
    supportEmail: config.SUPPORT_EMAIL,
    supportPhone: config.SUPPORT_PHONE,
    partnersEmail: config.PARTNERS_EMAIL,
    appStoreURL: config.APP_STORE_URL,
    googlePlayURL: config.GOOGLE_PLAY_URL,
    telegramURL: config.TELEGRAM_URL,
    vkURL: config.VK_URL,
    linkedInURL: config.LINKEDIN_URL,
  }
}
