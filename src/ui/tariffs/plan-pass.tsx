import type { ReactNode } from 'react'
import type { Tariff } from '../../contract/tariffs.ts'
import { noBreakSpace } from '../../locale/locales.ts'
import { sizeText } from '../../locale/tariff-words.ts'
import { Flag } from '../flag.tsx'
import { useSite } from '../site.tsx'

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
