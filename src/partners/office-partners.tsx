import { z } from 'zod'
import { listPartners, openWithdrawals, partnerForStaff } from './partners-for-office.ts'
import type { OpenWithdrawal, ListedPartner } from './partners-for-office.ts'
import { useOffice } from '../office/office.tsx'
import type { OfficeContext, OfficeWords } from '../office/office.tsx'
import { CursorPaging, StaffSearch, TablePanel } from '../office/lists.tsx'
import { renderPage } from '../office/document.tsx'
import { officeHref } from '../words/office-paths.ts'
import { screen, pageStart, searchText } from '../office/routing.ts'
import { formatMoney, formatTime } from '../words/formats.shared.ts'

/** Partners paste their links. */
const maxQuery = 254

const partnersQuery = z.object({ q: searchText(maxQuery), after: pageStart })

export const partnersPage = screen({ query: partnersQuery, get: showPartners })

/**
 * Shows withdrawals that wait for a decision, the search for a partner, and the newest partners.
 */
async function showPartners(
  c: OfficeContext,
  { q: query, after }: z.output<typeof partnersQuery>,
): Promise<Response> {
  const { context, words } = c.var
  const found = query === '' ? null : await partnerForStaff(context, query)
  if (found) return c.redirect(officeHref('partner', { id: found.referrerID }), 303)
  const [withdrawals, { partners, next }] = await Promise.all([
    openWithdrawals(context),
    listPartners(context, after),
  ])
  const title = words('sections.partners')
  return renderPage(
    c,
    { title, section: 'partners' },
    <>
      <h1>{title}</h1>
      <StaffSearch
        href={officeHref('partners')}
        label={words('partners.search')}
        hint={words('partners.searchHint')}
        query={query}
        maxLength={maxQuery}
        required
      />
      {query !== '' && <p role="status">{words('partners.nothing', { query })}</p>}
      <WithdrawalTable withdrawals={withdrawals} />
      <PartnerTable partners={partners} />
      <CursorPaging
        {...{ after, next }}
        names={{ first: words('partners.newestAgain'), next: words('partners.older') }}
        hrefOf={(last) => officeHref('partners', { after: last })}
      />
    </>,
  )
}

type Props = {
  readonly withdrawals: readonly OpenWithdrawal[]
}

/** Lists withdrawals that wait for a decision or a payment. */
function WithdrawalTable({ withdrawals }: Props) {
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

function detailsOf(words: OfficeWords, withdrawal: OpenWithdrawal) {
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

type PartnerTableProps = {
  readonly partners: readonly ListedPartner[]
}

function PartnerTable({ partners }: PartnerTableProps) {
  const { locale, words } = useOffice()
  return (
    <TablePanel
      id="partners"
      heading={words('partners.all')}
      empty={words('partners.none')}
      rows={partners}
      keyOf={({ referrerID }) => referrerID}
      columns={[
        {
          name: words('partners.partner'),
          render: ({ referrerID, phone }) => (
            <a href={officeHref('partner', { id: referrerID })}>{phone}</a>
          ),
        },
        { name: words('partners.code'), render: ({ code }) => <code>{code}</code> },
        { name: words('partners.joined'), render: ({ createdAt }) => formatTime(createdAt) },
        {
          name: words('partners.earned'),
          isNumber: true,
          render: ({ earned }) => formatMoney(locale, earned),
        },
        {
          name: words('partners.balance'),
          isNumber: true,
          render: ({ balance }) => formatMoney(locale, balance),
        },
      ]}
    />
  )
}
