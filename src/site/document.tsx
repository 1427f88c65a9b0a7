import { reactRenderer } from '@hono/react-renderer'
import { createMiddleware } from 'hono/factory'
import type { ReactNode } from 'react'
import { SiteProvider } from '../ui/site.tsx'
import type { Site } from '../ui/site.tsx'
import { pathAndQuery } from '../kit/redirect-target.ts'
import { settingsOf } from '../words/locales.shared.ts'
import { supportStateAt } from '../words/support-hours.ts'
import type { AppContext, AppEnv, Reduction } from './app-env.ts'
import type { PageStyles } from './page-styles.tsx'
import { FooterStyles, StylesAboveContent, LoneFormStyles } from './page-styles.tsx'
import { Head, refreshContent } from './head.tsx'
import type { PageHead } from './head.tsx'
import { ConsentBanner, DialogFrame, LocaleSuggestions } from './notices.tsx'
import { FooterRows } from './footer.tsx'
import { HeaderRow } from './header.tsx'
import { renderPart, renderWithPath } from '../ui/render-part.tsx'

declare module '@hono/react-renderer' {
  interface Props extends PageHead {}
}

/**
 * Renders the page inside the document, without streaming, because pages load their data before
 * they render. In a stream, React encodes every small piece of HTML separately. That takes a sixth
 * of the CPU time of a long list.
 */
export function withDocument() {
  return createMiddleware<AppEnv>(async (c, next) => {
    // The list for the footer loads while the page loads its own data.
    const popular = c.get('dictionaries').popularCountries()
    const render = reactRenderer(async ({ children, ...page }) => {
      const { pathname, search } = pathAndQuery(c.req.url)
      const site = siteOf(c, pathname + search, page, (await popular).list)
      return (
        <Document c={c} site={site} page={{ canonical: pathname, ...page }}>
          {children}
        </Document>
      )
    })
    return render(c, next)
  })
}

type DocumentProps = {
  readonly c: AppContext
  readonly site: Site
  readonly page: PageHead & { readonly canonical: string }
  readonly children: ReactNode
}

function Document({ c, site, page, children }: DocumentProps) {
  const reduction = c.get('reduction')
  const { styles = 'account' } = page
  c.set('styles', styles)
  const noindex = page.noindex === true || c.get('isIndexed') === false
  const title = titleOf(site, page, c.get('isRejected') === true)
  return (
    <html lang={site.locale} dir={settingsOf(site.locale).direction}>
      <Head
        site={site}
        pathname={page.canonical}
        page={{ ...page, title, noindex }}
        styles={reduction?.hasStyles === false ? null : styles}
      />
      <body
        data-refresh={page.refresh && refreshContent(page.refresh)}
        data-posted={c.req.method === 'POST' || undefined}
        data-analytics={c.get('config').ANALYTICS_URL ?? undefined}
      >
        <SiteProvider site={site}>
          {reduction ? (
            <ReducedMain page={page} styles={styles} reduction={reduction}>
              {children}
            </ReducedMain>
          ) : (
            <FramedMain
              site={site}
              opening={page.opening}
              styles={styles}
              isPrivate={c.get('isPrivate') === true}
            >
              {children}
            </FramedMain>
          )}
        </SiteProvider>
      </body>
    </html>
  )
}

function titleOf({ words }: Site, { title, listPage = 1 }: PageHead, isRejected: boolean): string {
  const listed = listPage > 1 ? words('filters.titleOfPage', { title, page: listPage }) : title
  // Without JavaScript, a screen reader reads the title first.
  return isRejected ? words('errors.titleOf', { title: listed }) : listed
}

type FramedMainProps = Pick<DocumentProps, 'site' | 'children'> & {
  readonly opening: ReactNode
  readonly styles: PageStyles
  readonly isPrivate: boolean
}

function FramedMain({ site, opening, styles, isPrivate, children }: FramedMainProps) {
  const { header, footer, floats } = frameOf(site, !isPrivate)
  return (
    <>
      <a className="skip" href="#main">
        {site.words('layout.skip')}
      </a>
      <header className="top" dangerouslySetInnerHTML={{ __html: header }} />
      <main id="main" className="page">
        {opening}
        <StylesAboveContent styles={styles} />
        {children}
      </main>
      <FooterStyles styles={styles} />
      <footer className="bottom" dangerouslySetInnerHTML={{ __html: footer }} />
      <div className="floats" dangerouslySetInnerHTML={{ __html: floats }} />
    </>
  )
}

function siteOf(
  c: AppContext,
  path: string,
  { partial }: PageHead,
  popularCountries: Site['popularCountries'],
): Site {
  const config = c.get('config')
  return {
    locale: c.get('locale'),
    words: c.get('words'),
    currencies: c.get('currencies'),
    path,
    partial,
    origin: config.SITE_ORIGIN,
    popularCountries,
    support: supportOf(c),
    brand: brandOf(config),
  }
}

function supportOf(c: AppContext): Site['support'] {
  const { SUPPORT_HOURS: hours } = c.get('config')
  if (hours === null) return null
  const at = new Date(c.get('now')())
  return { hours, at, state: c.get('isPrivate') === true ? supportStateAt(hours, at) : null }
}

function brandOf(config: AppEnv['Variables']['config']): Site['brand'] {
  return {
    name: config.BRAND_NAME,
    legalName: config.LEGAL_NAME,
    supportEmail: config.SUPPORT_EMAIL,
    supportPhone: config.SUPPORT_PHONE,
    refundDays: config.REFUND_DAYS,
    partnersEmail: config.PARTNERS_EMAIL,
    appStoreURL: config.APP_STORE_URL,
    googlePlayURL: config.GOOGLE_PLAY_URL,
    telegramURL: config.TELEGRAM_URL,
    vkURL: config.VK_URL,
    linkedInURL: config.LINKEDIN_URL,
  }
}

/** HTML that all pages of a language have in common, except for the path in its forms. */
type Frame = { readonly header: string; readonly footer: string; readonly floats: string }

/** Parts with forms that return to the page, by its path. */
type PartsWithPath = {
  readonly [part in 'header' | 'floats']: (path: string) => string
}
type StoredFrame = Pick<Frame, 'footer'> & PartsWithPath

/** By the footer's list of countries, which is a different object for each locale and version. */
const frames = new WeakMap<Site['popularCountries'], Map<boolean, StoredFrame>>()

/**
 * Returns the frame of a page. It is rendered once and stored, because it has a third of the
 * elements of most pages.
 * @param hasCountries whether the footer lists countries
 */
function frameOf(site: Site, hasCountries: boolean): Frame {
  const known = frames.get(site.popularCountries) ?? new Map<boolean, StoredFrame>()
  frames.set(site.popularCountries, known)
  const frame = known.get(hasCountries) ?? renderFrame(site, hasCountries)
  known.set(hasCountries, frame)
  const { header, floats } = site.partial ? partsWithPath(site) : frame
  return { header: header(site.path), footer: frame.footer, floats: floats(site.path) }
}

function renderFrame(site: Site, hasCountries: boolean): StoredFrame {
  const footer = renderPart(site, <FooterRows hasCountries={hasCountries} />)
  return { footer, ...partsWithPath({ ...site, partial: undefined }) }
}

function partsWithPath(site: Site): PartsWithPath {
  return {
    header: renderWithPath(site, <HeaderRow />),
    floats: renderWithPath(
      site,
      <>
        <LocaleSuggestions />
        <ConsentBanner />
        <DialogFrame />
      </>,
    ),
  }
}

type Props = {
  readonly page: PageHead
  readonly styles: PageStyles
  readonly reduction: Reduction
  readonly children: ReactNode
}

/** The body of a page without header and footer. Shows the content, or only its form. */
function ReducedMain({ page, styles, reduction, children }: Props) {
  const { formAlone, hasStyles } = reduction
  if (formAlone === null)
    return (
      <>
        <main className="page">
          {page.opening}
          <StylesAboveContent styles={styles} />
          {children}
        </main>
        {/* A hydrated form confirms in a dialog that it was sent. */}
        <DialogFrame />
      </>
    )
  return (
    <main className="page prose">
      {hasStyles && <LoneFormStyles />}
      <h1>{page.title}</h1>
      {formAlone}
    </main>
  )
}
