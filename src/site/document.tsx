import { reactRenderer } from '@hono/react-renderer'
import { createMiddleware } from 'hono/factory'
import type { ReactNode } from 'react'
import { Late, renderInOrder } from '../ui/in-order.tsx'
import { SiteProvider, type Site } from '../ui/site.tsx'
import { PartFailed } from '../ui/lists.tsx'
import { pathAndQuery } from '../kit/redirect-target.ts'
import { settingsOf } from '../words/locales.shared.ts'
import { supportStateAt } from '../words/support-hours.ts'
import type { Dictionary } from './api/dictionaries.ts'
import type { Country } from '../plans/operations.ts'
import { sessionOf } from './cookies.ts'
import type { AppContext, AppEnv, Reduction } from './app-env.ts'
import { pageEnds } from './page-parts.ts'
import type { PageStyles } from './page-styles.tsx'
import { FooterStyles, StylesAboveContent, LoneFormStyles } from './page-styles.tsx'
import { Head, refreshContent, type PageHead } from './head.tsx'
import { DialogFrame } from './notices.tsx'
import { footerOf, framesOf } from './frames.tsx'
import { logPartFailure, streamedPage } from './send-page.ts'

declare module '@hono/react-renderer' {
  interface Props extends PageHead {}
}

/**
 * Renders pages inside the document. Pages that anyone may open are sent in their order while they
 * wait for data. Private pages and the answers to forms are sent whole.
 */
export function withDocument() {
  return createMiddleware<AppEnv>(async (c, next) => {
    // The list for the footer loads while the page loads its own data.
    const popular = c.get('dictionaries').popularCountries()
    const setWholeRenderer = reactRenderer(async ({ children, ...page }) => {
      const site = siteOf(c, page)
      return (
        <SiteProvider site={site}>
          <Document {...{ c, site, page, popular: await popular }}>{children}</Document>
        </SiteProvider>
      )
    })
    c.setRenderer(async (content, page = { title: '' }) => {
      // Only pages that everyone may open are indexed.
      if (c.get('isIndexed') === true) return sendInOrder(c, content, page, popular)
      await setWholeRenderer(c, async () => undefined)
      return c.render(content, page)
    })
    return next()
  })
}

async function sendInOrder(
  c: AppContext,
  content: ReactNode,
  page: PageHead,
  popular: Promise<PopularCountries>,
): Promise<Response> {
  const site = siteOf(c, page)
  let hasFailed = false
  const complete = renderInOrder(<Document {...{ c, site, page, popular }}>{content}</Document>, {
    wrap: (part) => <SiteProvider site={site}>{part}</SiteProvider>,
    onFailure(error) {
      if (hasFailed) return null
      hasFailed = true
      logPartFailure(c, error)
      return <PartFailed />
    },
  })
  const { body, ended } = streamedPage(complete)
  // The API may end the session of a customer, and the headers then delete its cookies.
  if (sessionOf(c, 'customer')) await ended
  const end = ended.then(() => ({
    isComplete: !hasFailed && c.get('isIncomplete') !== true,
    demand: c.get('unmetDemand') ?? null,
  }))
  if (c.get('isPrivate') === false) pageEnds.set(c.req.raw, end)
  return c.body(body, { headers: { 'Content-Type': 'text/html; charset=UTF-8' } })
}

type PopularCountries = Dictionary<Country>

type DocumentProps = {
  readonly c: AppContext
  readonly site: Site
  readonly page: PageHead
  /** A promise on pages that are sent in order. */
  readonly popular: PopularCountries | Promise<PopularCountries>
  readonly children: ReactNode
}

function Document({ c, site, page, popular, children }: DocumentProps) {
  const reduction = c.get('reduction')
  const { styles = 'account' } = page
  c.set('styles', styles)
  const noindex = page.noindex === true || c.get('isIndexed') === false
  const title = titleOf(site, page, c.get('isRejected') === true)
  return (
    <html lang={site.locale} dir={settingsOf(site.locale).direction}>
      <Head
        site={site}
        pathname={page.canonical ?? pathAndQuery(c.req.url).pathname}
        page={{ ...page, title, noindex }}
        styles={reduction?.hasStyles === false ? null : styles}
      />
      <body
        data-refresh={page.refresh && refreshContent(page.refresh)}
        data-posted={c.req.method === 'POST' || undefined}
        data-analytics={c.get('config').ANALYTICS_URL ?? undefined}
      >
        {reduction ? (
          <ReducedMain page={page} styles={styles} reduction={reduction}>
            {children}
          </ReducedMain>
        ) : (
          <FramedMain {...{ c, site, popular, styles }} opening={page.opening}>
            {children}
          </FramedMain>
        )}
      </body>
    </html>
  )
}

function titleOf({ words }: Site, { title, listPage = 1 }: PageHead, isRejected: boolean): string {
  const listed = listPage > 1 ? words('filters.titleOfPage', { title, page: listPage }) : title
  // Without JavaScript, a screen reader reads the title first.
  return isRejected ? words('errors.titleOf', { title: listed }) : listed
}

type FramedMainProps = Omit<DocumentProps, 'page'> & {
  readonly opening: ReactNode
  readonly styles: PageStyles
}

function FramedMain({ c, site, popular, opening, styles, children }: FramedMainProps) {
  const { header, asks } = framesOf(c, site)
  return (
    <>
      <a className="skip" href="#main">
        {site.words('layout.skip')}
      </a>
      <header className="top" dangerouslySetInnerHTML={{ __html: header(site.path) }} />
      <main id="main" className="page">
        {opening}
        <StylesAboveContent styles={styles} />
        {children}
      </main>
      <FooterStyles styles={styles} />
      <div className="page asks" dangerouslySetInnerHTML={{ __html: asks(site.path) }} />
      {popular instanceof Promise ? (
        <Late of={popular.then((list) => ({ c, site, popular: list }))} as={Footer} />
      ) : (
        <Footer {...{ c, site, popular }} />
      )}
    </>
  )
}

type FooterParts = Pick<DocumentProps, 'c' | 'site'> & { readonly popular: PopularCountries }

function Footer({ c, site, popular }: FooterParts) {
  const html = footerOf(site, popular.list, c.get('isPrivate') !== true)
  return <footer className="bottom" dangerouslySetInnerHTML={{ __html: html }} />
}

function siteOf(c: AppContext, { partial }: PageHead): Site {
  const { pathname, search } = pathAndQuery(c.req.url)
  const config = c.get('config')
  return {
    locale: c.get('locale'),
    words: c.get('words'),
    currencies: c.get('currencies'),
    path: pathname + search,
    partial,
    origin: config.SITE_ORIGIN,
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

type ReducedMainProps = {
  readonly page: PageHead
  readonly styles: PageStyles
  readonly reduction: Reduction
  readonly children: ReactNode
}

/** The body of a page without header and footer. Shows the content, or only its form. */
function ReducedMain({ page, styles, reduction, children }: ReducedMainProps) {
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
