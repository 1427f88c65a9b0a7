import { settingsOf } from '../../locale/locales.ts'
import { href } from '../../locale/paths.ts'
import { useSite } from '../site.tsx'
import { ContactButton } from './contact-button.tsx'
import { PartnersLink } from './partners-link.tsx'
import { SupportLink } from '../support-link.tsx'

/** The menu of a phone: plans, and help for customers. */
export function MenuRows() {
  const { locale, words } = useSite()
  return (
    <>
      <summary aria-label={words('layout.menu')}>
        <svg
          width="24"
          height="24"
          viewBox="0 0 24 24"
          fill="none"
          stroke="currentColor"
          strokeWidth="2"
          aria-hidden="true"
        >
          <path d="M3 7h18M3 12h18M3 17h18" />
          <path d="m5 5 14 14M19 5 5 19" />
        </svg>
      </summary>
      <nav className="burger-links" aria-label={words('layout.menu')}>
        <p className="eyebrow">{words('layout.buy')}</p>
        <a href={href(locale, 'tariffs')}>{words('layout.tariffs')}</a>
        <a href={href(locale, 'countries')}>{words('layout.allCountries')}</a>
        <a href={href(locale, 'worldRegion')}>{words('layout.worldRegions')}</a>
        <a href={href(locale, 'check')}>{words('check.title')}</a>
        <a href={href(locale, 'feedback')}>{words('layout.reviews')}</a>
        <a href={href(locale, 'about')}>{words('layout.about')}</a>
        <p className="eyebrow">{words('layout.have')}</p>
        <a href={href(locale, 'instruction')}>{words('layout.install')}</a>
        <a href={href(locale, 'account')}>{words('layout.account')}</a>
        <a href={`${href(locale, 'questions')}#using`}>{words('layout.noInternet')}</a>
        <a href={href(locale, 'questions')}>{words('layout.help')}</a>
        <SupportLink>{words('layout.support')}</SupportLink>
        <p className="burger-last">
          {settingsOf(locale).links.includes('partners') && <PartnersLink />}
          <ContactButton />
        </p>
      </nav>
    </>
  )
}
