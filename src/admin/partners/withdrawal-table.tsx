import type { OpenWithdrawal } from '../../partners/partners-for-office.ts'
import { formatMoney, formatTime } from '../../words/formats.shared.ts'
import type { AdminWords } from '../admin-words.ts'
import { TablePanel } from '../layout/table-panel.tsx'
import { useOffice } from '../office.tsx'
import { officeHref } from '../../words/office-paths.ts'

type Props = {
  readonly withdrawals: readonly OpenWithdrawal[]
}

/** Lists withdrawals that wait for a decision or a payment. */
export function WithdrawalTable({ withdrawals }: Props) {
  const { locale, words } = useOffice()
  return (
    <TablePanel
      id="open"
      heading={words('partners.open')}
      empty={words('partners.noneOpen')}
      rows={withdrawals}
      keyOf={({ id }) => id}
      columns={[
        {
          name: words('partners.partner'),
          render: ({ referrerID, phone }) => (
            <a href={officeHref('partner', { id: referrerID })}>{phone}</a>
          ),
        },
        {
          name: words('partners.requested'),
          render: ({ requestedAt }) => formatTime(requestedAt),
        },
        { name: words('partners.details'), render: (each) => detailsOf(words, each) },
        {
          name: words('partners.amount'),
          isNumber: true,
          render: ({ amount }) => formatMoney(locale, amount),
        },
      ]}
    />
  )
}

function detailsOf(words: AdminWords, withdrawal: OpenWithdrawal) {
  const { payoutDetails, hasNewDetails, approvedAt } = withdrawal
  return (
    <>
      {payoutDetails}{' '}
      {hasNewDetails && <span className="badge warn">{words('partners.newDetails')}</span>}{' '}
      {approvedAt !== null && (
        <span className="badge good">{words('partners.states.approved')}</span>
      )}
    </>
  )
}
