import { href } from '../locale/paths.ts'
import { useSite } from './site.tsx'
import { SupportLink } from './support-link.tsx'

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
