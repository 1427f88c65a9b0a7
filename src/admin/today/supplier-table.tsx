import type { SupplierAccount } from '../../purchases/check-balances.ts'
import type { OrderGroup } from '../../office/watched-orders.ts'
import { formatMoney, formatTime } from '../../words/formats.shared.ts'
import { officeHref } from '../../words/office-paths.ts'
import { useOffice } from '../office.tsx'

type Props = {
  readonly suppliers: readonly SupplierAccount[]
}

/** Lists the balances of the shop's accounts, and orders that need a decision. */
export function SupplierTable({ suppliers }: Props) {
  const { locale, words } = useOffice()
  return (
    <section className="panel" aria-labelledby="suppliers">
      <h2 id="suppliers">{words('today.suppliers')}</h2>
      {suppliers.length === 0 && <p className="soft">{words('today.noSuppliers')}</p>}
      <ul className="list" hidden={suppliers.length === 0}>
        {suppliers.map(({ supplier, balance, at, isKeyRefused, held }) => (
          <li key={supplier}>
            <span>
              <b>{supplier}</b>{' '}
              {balance ? formatMoney(locale, balance) : words('today.unknownBalance')}{' '}
              {isKeyRefused && <span className="badge bad">{words('today.keyRefused')}</span>}{' '}
              {held > 0 && (
                <a
                  className="badge bad"
                  href={officeHref('orders', { group: 'held' satisfies OrderGroup })}
                >
                  {words('today.heldCount', { count: held })}
                </a>
              )}
            </span>
            {at !== null && <small>{formatTime(at)}</small>}
          </li>
        ))}
      </ul>
    </section>
  )
}
