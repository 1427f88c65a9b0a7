import type { EsimBalance } from './operations.ts'
import { useSite } from '../ui/site.tsx'
import type { Operator } from '../plans/operations.ts'
import { MailLink, PhoneLink } from '../ui/support-links.tsx'
import { Fact, Facts } from '../ui/lists.tsx'
import { LocalTime } from '../ui/local-time.tsx'
import { formatDate } from '../words/formats.shared.ts'
import { href } from '../words/paths.shared.ts'
import { validityText } from '../words/plan-words.ts'

type Props = { readonly balance: EsimBalance['balance'] }

/** Shows the state of an eSIM, or that its order is on hold. */
export function EsimStatus({ balance }: Props) {
  const { words } = useSite()
  const { status } = balance
  return isEsimOnHold(balance) ? (
    <span className="status">{words('payment.lines.frozen')}</span>
  ) : (
    <span className={`status ${status}`}>
      {words(balance.isRefunding ? 'payment.refundingTitle' : `balance.statuses.${status}`)}
    </span>
  )
}

type EndProps = { readonly validUntil: string; readonly isExpired: boolean }

/** Shows when a plan ends, in the visitor's zone. An ended plan has only a date. */
export function EndOfPlan({ validUntil, isExpired }: EndProps) {
  const { words } = useSite()
  if (isExpired) return validityText(words, validUntil, true)
  return (
    <LocalTime iso={validUntil} text={(time) => validityText(words, validUntil, false, time)} />
  )
}

/** Whether the order of an eSIM that could be used is frozen. */
export function isEsimOnHold({ isFrozen, status }: Props['balance']): boolean {
  return isFrozen && status !== 'expired' && status !== 'refunded'
}

/**
 * Returns the actions with an eSIM that are possible. While its order is frozen, its page shows no
 * code and no steps.
 */
export function possibleActions<Name extends string>(
  names: readonly Name[],
  { isFrozen }: Props['balance'],
): readonly Name[] {
  return isFrozen ? names.filter((name) => name !== 'install' && name !== 'instruction') : names
}

/** Shows the contacts of an operator, below a heading with its name. */
export function OperatorContacts({ operator }: { operator: Operator }) {
  const { words } = useSite()
  const { website, supportPhone, supportEmail } = operator
  if (!website && !supportPhone && !supportEmail) return <p>{words('tariff.hotspots.unknown')}</p>
  return (
    <Facts>
      {website && (
        <Fact label={words('tariff.website')}>
          <a href={website} rel="noopener nofollow" translate="no">
            {website.replace(/^https?:\/\//, '').replace(/\/$/, '')}
          </a>
        </Fact>
      )}
      {supportPhone && (
        <Fact label={words('tariff.phone')}>
          <PhoneLink number={supportPhone} />
        </Fact>
      )}
      {supportEmail && (
        <Fact label={words('tariff.email')}>
          <MailLink address={supportEmail} />
        </Fact>
      )}
    </Facts>
  )
}

/** Links to the form that gives an eSIM back, while that is possible. */
export function GiveBackLink({ hash, until }: { hash: string; until: string | null }) {
  const { locale, words } = useSite()
  if (until === null) return null
  return (
    <p>
      <a href={`${href(locale, 'operatorInfo', null, { hash })}#give-back`}>
        {words('giveBack.link', { date: formatDate(until) })}
      </a>
    </p>
  )
}

export function OfflineCopyNotice() {
  const { words } = useSite()
  return (
    <p
      className="notice offline-copy"
      role="status"
      data-copy-label={words('offline.keptAt', { time: '{}' })}
      hidden
    />
  )
}
