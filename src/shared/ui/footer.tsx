import type { ReactNode } from 'react'
import { mainCountry } from '../domain/product.ts'
import { href } from '../locale/paths.ts'
import { PartnersLink } from './partners-link.tsx'
import { useSite } from './site.tsx'

/** Where else to go. Its lists fold on a phone, without script. */
export function Footer() {
  const { locale, words, brand, popularCountries } = useSite()
  return (
    <footer className="bottom">
      <div className="page bottom-columns">
        <Section title={words('layout.forCustomers')}>
          <li>
            <a href={href(locale, 'countries')}>{words('layout.allCountries')}</a>
          </li>
          <li>
            <a href={href(locale, 'worldRegion')}>{words('layout.worldRegions')}</a>
          </li>
          <li>
            <a href={href(locale, 'regions', { country: mainCountry })}>
              {words('layout.russianRegions')}
            </a>
          </li>
          <li>
            <a href={href(locale, 'tariffs')}>{words('layout.allTariffs')}</a>
          </li>
          <li>
            <a href={href(locale, 'account')}>{words('layout.account')}</a>
          </li>
        </Section>
        {popularCountries.length > 0 && (
          <Section title={words('layout.popularCountries')} columns>
            {popularCountries.map(({ countryCode2Letters, title }) => (
              <li key={countryCode2Letters}>
                <a href={href(locale, 'country', { country: countryCode2Letters })}>{title}</a>
              </li>
            ))}
          </Section>
        )}
        <Section title={brand.name}>
          <li>
            <a href={href(locale, 'questions')}>{words('layout.faq')}</a>
          </li>
          <li>
            <a href={`${href(locale, 'contacts')}#support`} data-dialog="support">
              {words('layout.support')}
            </a>
          </li>
          <li>
            <a href={href(locale, 'contacts')}>{words('layout.contacts')}</a>
          </li>
          <li>
            <a href={href(locale, 'about')}>{words('layout.about')}</a>
          </li>
          <li>
            <a href={href(locale, 'feedback')}>{words('layout.reviews')}</a>
          </li>
          {locale === 'ru' && (
            <>
              <li>
                <a href={href(locale, 'blog')}>{words('layout.blog')}</a>
              </li>
              <li>
                <PartnersLink />
              </li>
            </>
          )}
          <li>
            <a href={href(locale, 'sitemap')}>{words('layout.sitemap')}</a>
          </li>
        </Section>
        <Section title={words('layout.elsewhere')}>
          <Outside url={brand.appStoreURL}>{words('layout.appStore')}</Outside>
          <Outside url={brand.googlePlayURL}>{words('layout.googlePlay')}</Outside>
          {locale === 'ru' ? (
            <>
              <Outside url={brand.telegramURL}>{words('layout.telegram')}</Outside>
              <Outside url={brand.vkURL}>{words('layout.vk')}</Outside>
            </>
          ) : (
            <Outside url={brand.linkedInURL}>{words('layout.linkedIn')}</Outside>
          )}
        </Section>
      </div>
      <div className="page bottom-notice">
        <p>{words('layout.cookieNotice')}</p>
        <p>
          © {brand.legalName} ·{' '}
          <a href={href(locale, 'dataPolicy')}>{words('layout.dataPolicy')}</a> ·{' '}
          <a href={href(locale, 'userAgreement')}>{words('layout.userAgreement')}</a>
        </p>
      </div>
      <MachineReadable />
    </footer>
  )
}

function Section({
  title,
  columns = false,
  children,
}: {
  title: string
  columns?: boolean
  children: ReactNode
}) {
  return (
    <details className="bottom-section" open>
      <summary>{title}</summary>
      <ul className={columns ? 'in-columns' : undefined}>{children}</ul>
    </details>
  )
}

function Outside({ url, children }: { url: string | null; children: ReactNode }) {
  if (url === null) return null
  return (
    <li>
      <a href={url} rel="noopener">
        {children}
      </a>
    </li>
  )
}

/** The lines at the foot of a travel document: the brand and where most people go. */
function MachineReadable() {
  const { brand, popularCountries } = useSite()
  const codes = popularCountries.map(({ countryCode2Letters }) => countryCode2Letters.toUpperCase())
  const lines = [
    `P<${brand.name.toUpperCase().replace(/[^A-Z0-9]/g, '<')}<<TRAVEL<DATA`,
    codes.join('<'),
  ]
  return (
    <p className="page mrz" aria-hidden="true">
      {lines.map((line) => (
        <span key={line} data-line={line.padEnd(60, '<').slice(0, 60)} />
      ))}
    </p>
  )
}
