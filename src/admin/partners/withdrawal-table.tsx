import type { OpenWithdrawal } from '../../backend/operations/open-withdrawals.ts'
import { formatMoney, formatTime } from '../../locale/formats.ts'
import type { Locale } from '../../locale/locales.ts'
import type { AdminWords } from '../admin-words.ts'
import { TablePanel } from '../layout/table-panel.tsx'
import { officeHref } from '../../locale/office-paths.ts'

type Props = {
  readonly words: AdminWords
  readonly locale: Locale
  readonly withdrawals: readonly OpenWithdrawal[]
}

/** Lists withdrawals that wait for a decision or a payment. */
export function WithdrawalTable({ words, locale, withdrawals }: Props) {
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
