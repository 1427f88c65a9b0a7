import type { Operator } from '../contract/catalogue.ts'
import { Facts } from '../shared/ui/facts.tsx'
import { useSite } from '../shared/ui/site.tsx'

/** Who runs the network, and how to reach them; what they do not state is said to be so, never guessed. */
export function OperatorContacts({ operator }: { operator: Operator }) {
  const { words } = useSite()
  const { title, website, supportPhone, supportEmail } = operator
  const notStated = words('tariff.notStated')
  return (
    <Facts
      facts={[
        [words('tariff.operatorTitle'), title],
        [
          words('tariff.website'),
          website ? (
            <a href={website} rel="noopener nofollow">
              {website.replace(/^https?:\/\//, '').replace(/\/$/, '')}
            </a>
          ) : (
            notStated
          ),
        ],
        [
          words('tariff.phone'),
          supportPhone ? (
            <a href={`tel:${supportPhone.replace(/[^+\d]/g, '')}`}>{supportPhone}</a>
          ) : (
            notStated
          ),
        ],
        [
          words('tariff.email'),
          supportEmail ? <a href={`mailto:${supportEmail}`}>{supportEmail}</a> : notStated,
        ],
      ]}
    />
  )
}
