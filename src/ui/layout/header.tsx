import { languageName } from '../../locale/language-name.ts'
import { locales, settingsOf } from '../../locale/locales.ts'
import { href } from '../../locale/paths.ts'
import { ContactButton } from './contact-button.tsx'
import { logoSvg } from './logo-svg.ts'
import { MenuRows } from './menu.tsx'
import { PartnersLink } from './partners-link.tsx'
import { useSite } from '../site.tsx'

export function HeaderRow() {
  const { locale, words, brand } = useSite()
  return (
    <div className="page top-row">
      <a className="logo" href={href(locale, 'home')}>
        <span className="mark" aria-hidden="true" dangerouslySetInnerHTML={{ __html: logoSvg }} />
        {brand.name}
      </a>
      <nav className="top-links" aria-label={words('layout.mainMenu')}>
        <HeaderLinks />
      </nav>
      <LocaleSwitch />
      <details className="burger">
        <MenuRows />
      </details>
    </div>
  )
}

function HeaderLinks() {
  const { locale, words } = useSite()
  return (
    <>
      <a href={href(locale, 'tariffs')}>{words('layout.tariffs')}</a>
      <a href={href(locale, 'feedback')}>{words('layout.reviews')}</a>
      <a href={href(locale, 'about')}>{words('layout.about')}</a>
      {settingsOf(locale).links.includes('partners') && <PartnersLink />}
      <a href={href(locale, 'account')}>{words('layout.account')}</a>
      <a href={href(locale, 'questions')}>{words('layout.help')}</a>
      <ContactButton />
    </>
  )
}

/** Languages that fit side by side on a phone. A longer list becomes a menu. */
const localesInRow = 3

function LocaleSwitch() {
  const { locale, words } = useSite()
  if (locales.length <= localesInRow) return <LocaleButtons />
  return (
    <details className="lang-menu">
      <summary>
        <span className="unseen">{words('layout.language')}</span> {settingsOf(locale).label}
      </summary>
      <LocaleButtons />
    </details>
  )
}

function LocaleButtons() {
  const { locale, words, path, partial } = useSite()
  return (
    <form className="lang" method="post" action="/locale" aria-label={words('layout.language')}>
      <input type="hidden" name="to" value={path} />
      {partial && (
        <>
          <input type="hidden" name="langs" value={partial.langs.join(' ')} />
          <input type="hidden" name="otherwise" value={partial.otherwise} />
        </>
      )}
      {locales.map((each) => (
        <button
          key={each}
          name="locale"
          value={each}
          lang={each}
          aria-label={languageName(each)}
          aria-current={each === locale ? 'true' : undefined}
        >
          {settingsOf(each).label}
        </button>
      ))}
    </form>
  )
}
