import { z } from 'zod'
import { CursorPaging, OfficeSearch, TablePanel, maxQuery } from '../office/lists.tsx'
import { useOffice } from '../office/office.tsx'
import { resource } from '../office/resource.tsx'
import { pageStart, searchText } from '../office/routing.ts'
import { formatTime } from '../words/formats.shared.ts'
import { officeHref } from '../words/office-paths.ts'
import { listPartners, openWithdrawals, partnerForOffice } from './partners-for-office.ts'
import type { ListedPartner, OpenWithdrawal } from './partners-for-office.ts'

/** Shows withdrawals that wait for a decision, the search for a partner, and the newest partners. */
export const partnersScreen = resource({
  page: 'partners',
  section: 'partners',
  // Partners paste their links.
  query: z.object({ q: searchText(maxQuery), after: pageStart }),
  async load(c, { q, after }): Promise<Omit<PartnersProps, 'query'> | Response> {
    const { context } = c.var
    const found = q === '' ? null : await partnerForOffice(context, q)
    if (found) return c.redirect(officeHref('partner', { id: found.referrerID }), 303)
    const [withdrawals, list] = await Promise.all([
      openWithdrawals(context),
      listPartners(context, after),
    ])
    return { withdrawals, ...list }
  },
  View({ query: { q, after }, withdrawals, partners, next }) {
    const { words, money } = useOffice()
    return (
      <>
        <h1>{words('sections.partners')}</h1>
        <OfficeSearch page="partners" query={q} maxLength={maxQuery} required />
        {q !== '' && <p role="status">{words('partners.nothing', { query: q })}</p>}
        <WithdrawalTable withdrawals={withdrawals} />
        <TablePanel
          id="partners"
          heading={words('partners.all')}
          empty={words('partners.none')}
          rows={partners}
          keyOf={({ referrerID }) => referrerID}
          columns={[
            [words('partners.partner'), PartnerLink],
            [words('partners.code'), ({ code }) => <code>{code}</code>],
            [words('partners.joined'), ({ createdAt }) => formatTime(createdAt)],
            [words('partners.earned'), ({ earned }) => money(earned), 'number'],
            [words('partners.balance'), ({ balance }) => money(balance), 'number'],
          ]}
        />
        <CursorPaging
          {...{ after, next }}
          names={[words('partners.newestAgain'), words('partners.older')]}
          hrefOf={(last) => officeHref('partners', { after: last })}
        />
      </>
    )
  },
})

type PartnersProps = {
  readonly query: { readonly q: string; readonly after: string }
  readonly withdrawals: readonly OpenWithdrawal[]
  readonly partners: readonly ListedPartner[]
  readonly next: string | null
}

/** Lists withdrawals that wait for a decision or a payment. */
function WithdrawalTable({ withdrawals }: Pick<PartnersProps, 'withdrawals'>) {
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
  const { words } = useOffice()
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
