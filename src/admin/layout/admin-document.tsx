import type { ReactNode } from 'react'
import adminStyles from '../../../client/styles/admin.css?inline'
import { cspHash } from '../../kit/tokens.shared.ts'
import { languageName, locales, settingsOf } from '../../words/locales.shared.ts'
import { officeHref } from '../../words/office-paths.ts'
import { useOffice } from '../office.tsx'
import { sections } from './sections.ts'
import type { Section } from './sections.ts'

export type AdminPage = {
  readonly title: string
  /** The section whose link is marked as current. */
  readonly section?: Section
}

type Props = {
  readonly brand: string
  readonly isLocal: boolean
  /** The path to which the language switch returns. */
  readonly path: string
  readonly page: AdminPage
  readonly children: ReactNode
}

let styleHash: Promise<string> | undefined

/** The source for `style-src` that allows the style of these pages. */
export function adminStyleHash(): Promise<string> {
  styleHash ??= cspHash(adminStyles)
  return styleHash
}

/** Renders a page of the back office with its own style and no script. */
export function AdminDocument({ brand, page, children, ...account }: Props) {
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
        <style dangerouslySetInnerHTML={{ __html: adminStyles }} />
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
        <main id="main">{children}</main>
      </body>
    </html>
  )
}

function Menu({ current }: { readonly current: Section | undefined }) {
  const { words } = useOffice()
  return (
    <nav aria-label={words('layout.menu')}>
      {sections.map((name) => (
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
