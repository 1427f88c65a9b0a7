import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { pathAndQuery } from '../kit/redirect-target.ts'
import { officeHref, officePages, type OfficePage } from '../words/office-paths.ts'
import { PageStateProvider, failureStatus, noOutcome, type PageState } from './action-form.tsx'
import { OfficeProvider, officeOf, useOffice, type OfficeContext } from './office-context.tsx'
import officeStyles from '../../client/styles/office.css?inline'
import { cspHash } from '../kit/tokens.shared.ts'
import { languageName, locales, settingsOf } from '../words/locales.shared.ts'

export function renderPage(
  c: OfficeContext,
  page: ShownPage,
  children: ReactNode,
  { status: given, ...outcome }: ShownOutcome = {},
): Response {
  const { pathname, search } = pathAndQuery(c.req.url)
  const state = { ...noOutcome, failure: outcome.rejected?.failure ?? null, ...outcome }
  const status = given ?? (state.failure ? failureStatus[state.failure.code] : 200)
  const { context, isLocal = false, isTrying = false } = c.var
  const isRejected = c.req.method === 'POST' && status >= 400
  // A screen reader reads the title first.
  const title = isRejected ? context.words('errors.titleOf', { title: page.title }) : page.title
  const document = (
    <OfficeProvider office={officeOf(c.var)}>
      <OfficeDocument
        brand={context.config.BRAND_NAME}
        isLocal={isLocal}
        isTrying={isTrying}
        // A GET cannot load the page of a posted form, so the language switch returns to Today.
        path={c.req.method === 'GET' ? pathname + search : officeHref('today')}
        page={{ ...page, title }}
      >
        <PageStateProvider value={state}>{children}</PageStateProvider>
      </OfficeDocument>
    </OfficeProvider>
  )
  return c.body(`<!DOCTYPE html>${renderToStaticMarkup(document)}`, status, {
    'Content-Type': 'text/html; charset=utf-8',
  })
}

/** The status follows from the failure, unless it is given. */
type ShownOutcome = Partial<PageState> & { readonly status?: ContentfulStatusCode }

type ShownPage = {
  readonly title: string
  /** The section whose link is marked as current. */
  readonly section?: Section
}

type Props = {
  readonly brand: string
  readonly isLocal: boolean
  readonly isTrying: boolean
  /** The path to which the language switch returns. */
  readonly path: string
  readonly page: ShownPage
  readonly children: ReactNode
}

let styleHash: Promise<string> | undefined

/** The source for `style-src` that allows the style of these pages. */
export function officeStyleHash(): Promise<string> {
  styleHash ??= cspHash(officeStyles)
  return styleHash
}

/** Renders a page of the back office with its own style and no script. */
function OfficeDocument({ brand, page, isTrying, children, ...account }: Props) {
  const { locale, words, person } = useOffice()
  return (
    <html lang={locale} dir={settingsOf(locale).direction}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{`${page.title} · ${brand}`}</title>
        <meta name="robots" content="noindex" />
        <meta name="color-scheme" content="light dark" />
        <link rel="icon" href="/icon.svg" type="image/svg+xml" />
        <style dangerouslySetInnerHTML={{ __html: officeStyles }} />
      </head>
      <body>
        <a className="skip" href="#main">
          {words('layout.skip')}
        </a>
        <header className="bar">
          <a className="brand" href={officeHref('today')}>
            {brand} <span>{words('layout.title')}</span>
          </a>
          {person && <Menu current={page.section} />}
          <Account {...account} />
        </header>
        <main id="main">
          {isTrying && (
            <form method="post" action={officeHref('viewAs')} className="panel">
              <p>{words('layout.trying')}</p>
              <button className="button" name="role" value="owner">
                {words('layout.asOwner')}
              </button>
            </form>
          )}
          {children}
        </main>
      </body>
    </html>
  )
}

function Menu({ current }: { readonly current: Section | undefined }) {
  const { words, seesMoney } = useOffice()
  const shown = sections.filter((name) => seesMoney || name !== 'money')
  return (
    <nav aria-label={words('layout.menu')}>
      {shown.map((name) => (
        <a key={name} href={officeHref(name)} aria-current={name === current ? 'page' : undefined}>
          {words(`sections.${name}`)}
        </a>
      ))}
    </nav>
  )
}

function Account({ isLocal, path }: Pick<Props, 'isLocal' | 'path'>) {
  const { locale, words, person } = useOffice()
  return (
    <div className="account">
      {person && (
        <p className="who">
          <span>{person.name}</span> <b>{words(`roles.${person.role}`)}</b>
        </p>
      )}
      <form method="post" action={officeHref('locale')}>
        <input type="hidden" name="back" value={path} />
        {locales
          .filter((other) => other !== locale)
          .map((other) => (
            <button
              key={other}
              className="link"
              name="locale"
              value={other}
              lang={other}
              aria-label={languageName(other)}
            >
              {settingsOf(other).label}
            </button>
          ))}
      </form>
      {isLocal && (
        <form method="post" action={officeHref('signOut')}>
          <button className="link">{words('layout.signOut')}</button>
        </form>
      )}
    </div>
  )
}

/** The sections of the back office, in the order of the menu. */
const sections = [
  'today',
  'orders',
  'customers',
  'plans',
  'partners',
  'money',
  'content',
  'messages',
  'reviews',
  'settings',
] as const satisfies readonly OfficePage[]
export type Section = (typeof sections)[number]

type BackLinkProps = {
  /** The section that contains this page. */
  readonly to: Section
  /** The URL and the name of a list inside the section. */
  readonly href?: string
  readonly page?: string
}

export function BackLink({ to, href = officePages[to].path, page: given }: BackLinkProps) {
  const { words } = useOffice()
  const page = given ?? words(`sections.${to}`)
  return (
    <p className="back">
      <a href={href} aria-label={words('layout.back', { page })}>
        {page}
      </a>
    </p>
  )
}
