import { decimalOf } from '../kit/money.shared.ts'
import { sql } from '../kit/sql.ts'
import { dayFilters } from '../office/list-rows.ts'
import { listScreen, type ListColumn } from '../office/list.tsx'
import { TablePanel } from '../office/lists.tsx'
import { fileTime } from '../office/money-files.ts'
import { useOffice } from '../office/office-context.tsx'
import { formatTime } from '../words/formats.shared.ts'
import { officeHref } from '../words/office-paths.ts'
import {
  earnedSql,
  isOpenWithdrawal,
  openWithdrawals,
  partnerForOffice,
  partnersSql,
  toListedPartner,
  type ListedPartner,
  type ListedPartnerRow,
  type OpenWithdrawal,
} from './partners-for-office.ts'

const states = {
  balance: sql`r.id IN (SELECT partner_id FROM partner_transactions
    GROUP BY partner_id HAVING sum(amount_minor) > 0)`,
  open: sql`r.id IN (SELECT t.partner_id FROM partner_transactions t WHERE ${isOpenWithdrawal})`,
}

/** Shows withdrawals that wait for a decision, the search for a partner, and the newest partners. */
export const partnersScreen = listScreen<ListedPartner, ListedPartnerRow, OpenWithdrawals>({
  page: 'partners',
  section: 'partners',
  id: 'r.id',
  idOf: ({ referrerID }) => referrerID,
  filters: {
    state: {
      options: Object.keys(states),
      names: 'partnerStates',
      where: (state) => (state === 'open' ? states.open : states.balance),
    },
    ...dayFilters('r.created_at'),
  },
  sorts: {
    newest: { first: 'highest' },
    oldest: { first: 'lowest' },
    earned: { by: earnedSql, first: 'highest' },
  },
  async source(context, { q }) {
    const found = q === '' ? null : await partnerForOffice(context, q)
    if (found) return officeHref('partner', { id: found.referrerID })
    return { ...partnersSql, where: q === '' ? sql`r.created_at > ''` : sql`r.id = ''` }
  },
  toRows: (_, rows) => rows.map(toListedPartner),
  columns: [
    { name: (words) => words('partners.partner'), cell: PartnerLink, text: ({ phone }) => phone },
    {
      name: (words) => words('partners.code'),
      cell: ({ code }) => <code>{code}</code>,
      text: ({ code }) => code,
    },
    {
      name: (words) => words('partners.joined'),
      cell: ({ createdAt }) => formatTime(createdAt),
      text: ({ createdAt }) => fileTime(createdAt),
    },
    ...(['earned', 'balance'] as const).map((name): ListColumn<ListedPartner> => ({
      name: (words) => words(`partners.${name}`),
      cell: (partner, { money }) => money(partner[name]),
      text: (partner) => ({ decimal: decimalOf(partner[name]) }),
      kind: 'number',
    })),
    { name: (words) => words('money.columns.currency'), text: ({ balance }) => balance.currency },
  ],
  load: async ({ var: { context } }) => ({ withdrawals: await openWithdrawals(context) }),
  Above: WithdrawalTable,
})

type OpenWithdrawals = { readonly withdrawals: readonly OpenWithdrawal[] }

/** Lists withdrawals that wait for a decision or a payment. */
function WithdrawalTable({ withdrawals }: OpenWithdrawals) {
  const { words, money } = useOffice()
  return (
    <TablePanel
      id="open"
      heading={words('partners.open')}
      empty={words('partners.noneOpen')}
      rows={withdrawals}
      keyOf={({ id }) => id}
      columns={[
        [words('partners.partner'), PartnerLink],
        [words('partners.requested'), ({ requestedAt }) => formatTime(requestedAt)],
        [words('partners.details'), (each) => <Details {...each} />],
        [words('partners.amount'), ({ amount }) => money(amount), 'number'],
      ]}
    />
  )
}

function PartnerLink({ referrerID, phone }: Pick<ListedPartner, 'referrerID' | 'phone'>) {
  return <a href={officeHref('partner', { id: referrerID })}>{phone}</a>
}

function Details({ payoutDetails, hasNewDetails, approvedAt }: OpenWithdrawal) {
  const { words, seesMoney } = useOffice()
  return (
    <>
      {seesMoney && payoutDetails}{' '}
      {hasNewDetails && <span className="badge warn">{words('partners.newDetails')}</span>}{' '}
      {approvedAt !== null && (
        <span className="badge good">{words('partners.states.approved')}</span>
      )}
    </>
  )
}
