import type { ReactNode } from 'react'
import type { Country } from '../plans/operations.ts'
import { settingsOf } from '../words/locales.shared.ts'
import { listedHref, listedPages, type ListedPage } from '../words/page-table.ts'
import { href } from '../words/paths.shared.ts'
import { textOf } from '../words/texts.shared.ts'
import { PartnersLink } from './header.tsx'
import { useSite } from '../ui/site.tsx'
import { SupportLink } from '../ui/support-links.tsx'

type FooterProps = {
  readonly popular: readonly Country[]
  /** False on private pages, where visitors do not choose a country. */
  readonly hasCountries: boolean
}

export function FooterRows({ popular, hasCountries }: FooterProps) {
  const { locale, words, brand } = useSite()
  const { links } = settingsOf(locale)
  return (
    <>
      <div className="page bottom-columns">
        <Section title={words('layout.forCustomers')}>
          <ListedRows of="customers" />
        </Section>
        {hasCountries && popular.length > 0 && (
          <Section title={words('layout.popularCountries')} hasColumns>
            {popular.map(({ countryCode2Letters, title }) => (
              <li key={countryCode2Letters}>
                <a href={href(locale, 'country', { country: countryCode2Letters })}>{title}</a>
              </li>
            ))}
          </Section>
        )}
        <Section title={brand.name}>
          <li>
            <SupportLink>{words('layout.support')}</SupportLink>
          </li>
          <ListedRows of="shop" />
          {links.includes('partners') && (
            <li>
              <PartnersLink />
            </li>
          )}
        </Section>
        <ShopLinks />
      </div>
      <SmallPrint />
      <MachineReadable popular={popular} />
    </>
  )
}

/** Links to the shop in app stores and social networks. */
function ShopLinks() {
  const { locale, words, brand } = useSite()
  const { links } = settingsOf(locale)
  return (
    <Section title={words('layout.elsewhere')}>
      <ExternalLink url={brand.appStoreURL}>{words('layout.appStore')}</ExternalLink>
      <ExternalLink url={brand.googlePlayURL}>{words('layout.googlePlay')}</ExternalLink>
      {networks
        .filter((network) => links.includes(network))
        .map((network) => (
          <ExternalLink key={network} url={brand[`${network}URL`]}>
            {words(`layout.${network}`)}
          </ExternalLink>
        ))}
    </Section>
  )
}

function ListedRows({ of: section }: { of: ListedPage['footer'] }) {
  const { locale, words } = useSite()
  const { links } = settingsOf(locale)
  return listedPages
    .filter(({ footer, optional }) => footer === section && (!optional || links.includes(optional)))
    .map(({ name, label }) => (
      <Row key={name} to={listedHref(locale, name)}>
        {textOf(words, label)}
      </Row>
    ))
}

const networks = ['telegram', 'vk', 'linkedIn'] as const

/**
 * A section that is closed on phones. Wide screens show its content below a heading, because a
 * summary there would be a button without an effect, see layout.css.
 */
function Section({
  title,
  hasColumns = false,
  children,
}: {
  title: string
  hasColumns?: boolean
  children: ReactNode
}) {
  return (
    <details className="bottom-section">
      <summary>{title}</summary>
      <h2>{title}</h2>
      <ul className={hasColumns ? 'in-columns' : undefined}>{children}</ul>
    </details>
  )
}

function Row({ to, children }: { to: string; children: ReactNode }) {
  return (
    <li>
      <a href={to}>{children}</a>
    </li>
  )
}

function ExternalLink({ url, children }: { url: string | null; children: ReactNode }) {
  if (url === null) return null
  return (
    <li>
      <a href={url} rel="noopener">
        {children}
      </a>
    </li>
  )
}

function SmallPrint() {
  const { locale, words, brand } = useSite()
  return (
    <div className="page bottom-notice">
      <p>{words('layout.cookieNotice')}</p>
      <p className="legal">
        <span>© {brand.legalName}</span>
        <a href={href(locale, 'dataPolicy')}>{words('layout.dataPolicy')}</a>
        <a href={href(locale, 'userAgreement')}>{words('layout.userAgreement')}</a>
      </p>
    </div>
  )
}

function MachineReadable({ popular }: Pick<FooterProps, 'popular'>) {
  const { brand } = useSite()
  const codes = popular.map(({ countryCode2Letters }) => countryCode2Letters.toUpperCase())
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
