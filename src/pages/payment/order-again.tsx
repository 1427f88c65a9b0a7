import type { Invoice } from '../../contract/invoices.ts'
import { mostPeople } from '../../domain/order-size.ts'
import { orderParams } from '../../locale/order-params.ts'
import type { OrderPlans } from '../../locale/order-params.ts'
import { href } from '../../locale/paths.ts'
import { useSite } from '../../ui/site.tsx'
import { topUpOf } from './order-sheet.tsx'

type Props = {
  readonly invoice: Invoice
  /** The text of the link to the order. */
  readonly label: string
}

/** Links to the same order again if its plans are still on sale. The page shows similar plans. */
export function OrderAgain({ invoice, label }: Props) {
  const { locale, words } = useSite()
  const { canOrderAgain, lines } = invoice
  const { hash = null } = topUpOf(invoice) ?? {}
  if (hash !== null)
    return (
      <a className="button" href={href(locale, 'topUp', null, { hash })}>
        {words('topUp.again')}
      </a>
    )
  return canOrderAgain ? (
    <a className="button" href={href(locale, 'order', null, orderParams(plansOf(lines)))}>
      {label}
    </a>
  ) : (
    <a className="button" href={href(locale, 'countries')}>
      {words('payment.choose')}
    </a>
  )
}

/**
 * Returns the same plans. The lines of an order for two people contain each plan twice. If every
 * plan has as many lines, their number is the number of people.
 */
function plansOf(lines: Invoice['lines']): OrderPlans {
  const all = lines.map(({ tariff }) => tariff.tariffID)
  const tariffIDs = [...new Set(all)]
  const people = all.length / tariffIDs.length
  const isEach = tariffIDs.every((id) => all.filter((each) => each === id).length === people)
  return isEach && people <= mostPeople(tariffIDs.length)
    ? { tariffIDs, people }
    : { tariffIDs: all, people: 1 }
}
