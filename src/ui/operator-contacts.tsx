import type { Operator } from '../contract/operators.ts'
import { MailLink, PhoneLink } from './contact-links.tsx'
import { Fact, Facts } from './facts.tsx'
import { useSite } from './site.tsx'

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
