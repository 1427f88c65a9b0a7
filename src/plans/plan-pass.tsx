import type { ReactNode } from 'react'
import type { Tariff } from './operations.ts'
import { noBreakSpace } from '../words/locales.shared.ts'
import { sizeText } from '../words/plan-words.ts'
import { Flag } from '../ui/flag.tsx'
import { useSite } from '../ui/site.tsx'
import { href } from '../words/paths.shared.ts'
import { SupportLink } from '../ui/support-links.tsx'

type Props = {
  readonly tariff: Tariff
  /** The number of eSIMs, if there are several. */
  readonly count?: string | null
  readonly price: string | null
  /** Whether the heading above names the plan. */
  readonly isNamed?: boolean
  /** The line below the perforation. */
  readonly children?: ReactNode
}

/** Shows a plan of an order in two lines, before and after the payment. */
export function PlanPass({ tariff, count = null, price, isNamed = false, children }: Props) {
  const site = useSite()
  const { words } = site
  const { kind, placeTitle, countryCodes, validityDays, operator } = tariff
  const network =
    kind === 'multi'
      ? words('units.countries', { count: countryCodes.length }).replaceAll(' ', noBreakSpace)
      : operator.title
  const size = [sizeText(site, tariff), words('units.days', { count: validityDays })]
  const facts = [count, ...(isNamed ? [] : [...size, network])].filter((fact) => fact !== null)
  return (
    <div className="order-pass">
      {kind !== 'multi' && <Flag country={countryCodes[0] ?? ''} isEager />}
      <p>
        <b>{isNamed ? network : placeTitle}</b>
        {facts.length > 0 && <span>{facts.join(', ')}</span>}
      </p>
      {price !== null && <p className="price">{price}</p>}
      {children !== undefined && <p className="soft">{children}</p>}
    </div>
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
