import type { Transaction } from '../../contract/referrer.ts'
import { formatDate, formatMoney } from '../../locale/formats.ts'
import { href } from '../../locale/paths.ts'
import { useSite } from '../../ui/site.tsx'
import { PageLinks } from '../../ui/page-links.tsx'
import type { PageOfList } from '../../ui/page-links.tsx'

export type TransactionListProps = { readonly transactions: PageOfList<Transaction> }

export function TransactionList({ transactions }: TransactionListProps) {
  const { locale, words } = useSite()
  if (transactions.data.length === 0 && transactions.page === 1)
    return <p className="empty">{words('partner.historyEmpty')}</p>
  return (
    <>
      <table>
        <thead>
          <tr>
            <th scope="col">{words('partner.date')}</th>
            <th scope="col">{words('partner.operation')}</th>
            <th scope="col">{words('partner.amount')}</th>
          </tr>
        </thead>
        <tbody>
          {transactions.data.map(({ id, type, amount, status, reason, createdAt }) => (
            <tr key={id}>
              <td>{formatDate(createdAt)}</td>
              <td>
                {words(`partner.types.${type}`)}
                <small>{words(`partner.statuses.${status}`)}</small>
                {reason !== undefined && (
                  <small>{words('partner.rejectionReason', { reason })}</small>
                )}
              </td>
              <td>{formatMoney(locale, amount)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <PageLinks
        list={transactions}
        at={(page) => `${href(locale, 'referralProgram', null, { page })}#history`}
      />
    </>
  )
}
