import { z } from 'zod'
import {
  listPartners,
  openWithdrawals,
  partnerForStaff,
} from '../../partners/partners-for-office.ts'
import type { AdminContext } from '../admin-env.ts'
import { CursorPaging } from '../layout/cursor-paging.tsx'
import { renderPage } from '../layout/render-page.tsx'
import { officeHref } from '../../words/office-paths.ts'
import { adminPage } from '../routing/admin-page.ts'
import { pageStart, searchText } from '../routing/query-fields.ts'
import { StaffSearch } from '../staff-search.tsx'
import { PartnerTable } from './partner-table.tsx'
import { WithdrawalTable } from './withdrawal-table.tsx'

/** Partners paste their links. */
const maxQuery = 254

const partnersQuery = z.object({ q: searchText(maxQuery), after: pageStart })

export const partnersPage = adminPage({ query: partnersQuery, get: showPartners })

/**
 * Shows withdrawals that wait for a decision, the search for a partner, and the newest partners.
 */
async function showPartners(
  c: AdminContext,
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
