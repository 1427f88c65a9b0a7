import type { ReactNode } from 'react'
import { href } from '../words/paths.shared.ts'
import { formatPhone } from '../words/phone.ts'
import { useSite } from './site.tsx'
import { supportHoursText, supportStateText } from '../words/support-hours.ts'
import { Fact } from './lists.tsx'

type Props = {
  readonly className?: string
  /** Names the order or eSIM of the page, so that the visitor does not need to look it up. */
  readonly about?: SupportSubject
  readonly children: ReactNode
}

/** Identifies an order or an eSIM, and does not open its page. The page's id is a secret. */
type SupportSubject =
  | { readonly order: string }
  | {
      readonly iccid: string | undefined
      /** Where the installation stopped: see `src/esims/install-stops.ts`. */
      readonly stop?: string
    }

/** Opens the support form in a dialog, or on its page without JavaScript. */
export function SupportLink({ className, about, children }: Props) {
  const { locale } = useSite()
  return (
    <a
      className={className}
      href={`${href(locale, 'contacts', null, about)}#support`}
      data-dialog="support"
    >
      {children}
    </a>
  )
}

/** Shows when support answers, if the operator has set it. */
export function SupportHoursFact() {
  const { words, support } = useSite()
  if (support === null) return null
  return (
    <Fact label={words('supportHours.label')}>
      <SupportTimes />
    </Fact>
  )
}

/** Shows `Support hours: Mon–Fri 09:00–20:00 (UTC). Open now for another 2 h`. */
export function SupportHoursLine() {
  const { words, support } = useSite()
  if (support === null) return null
  return (
    <p className="soft">
      {words('supportHours.label')}: <SupportTimes />
    </p>
  )
}

/**
 * Only a page that is not stored says whether support is open. Offline copies hide this text: see
 * purchase.css.
 */
function SupportTimes() {
  const { locale, words, support } = useSite()
  if (support === null) return null
  const { hours, at, state } = support
  return (
    <>
      {supportHoursText(locale, hours, at)}
      {state !== null && <span className="open-now">. {supportStateText(words, state)}</span>}
    </>
  )
}

export function MailLink({ address }: { address: string }) {
  return (
    <a href={`mailto:${address}`}>
      <EmailAddress email={address} />
    </a>
  )
}

export function PhoneLink({ number }: { number: string }) {
  return <a href={`tel:${number.replace(/[^+\d]/g, '')}`}>{formatPhone(number)}</a>
}

/** Shows an address that breaks before its domain if it does not fit on a line. */
export function EmailAddress({ email }: { readonly email: string }) {
  const [name, domain] = email.split('@')
  if (domain === undefined) return name
  return (
    <>
      {name}@<wbr />
      {domain}
    </>
  )
}

/** Links to the countries and to support, below a message about an order that ended. */
export function ChoosePlanActions() {
  const { locale, words } = useSite()
  return (
    <p className="actions">
      <a className="button" href={href(locale, 'countries')}>
        {words('payment.choose')}
      </a>
      <SupportLink className="button quiet">{words('payment.support')}</SupportLink>
    </p>
  )
}
