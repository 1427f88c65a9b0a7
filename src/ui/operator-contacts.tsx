import type { Operator } from '../contract/operators.ts'
import { MailLink, PhoneLink } from './contact-links.tsx'
import { Fact, Facts } from './facts.tsx'
import { useSite } from './site.tsx'

export function OperatorContacts({ operator }: { operator: Operator }) {
  const { words } = useSite()
  const { title, website, supportPhone, supportEmail } = operator
  return (
    <Facts>
      <Fact label={words('tariff.operatorTitle')}>{title}</Fact>
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
      {!(website || supportPhone || supportEmail) && (
        <Fact label={words('tariff.operatorContacts')}>{words('tariff.hotspots.unknown')}</Fact>
      )}
    </Facts>
  )
}
