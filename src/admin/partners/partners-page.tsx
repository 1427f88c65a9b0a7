import { openWithdrawals } from '../../backend/operations/open-withdrawals.ts'
import type { OpenWithdrawal } from '../../backend/operations/open-withdrawals.ts'
import { partnerForStaff } from '../../backend/operations/partner-for-staff.ts'
import { formatMoney, formatTime } from '../../locale/formats.ts'
import type { Locale } from '../../locale/locales.ts'
import type { AdminContext } from '../admin-env.ts'
import type { AdminWords } from '../admin-words.ts'
import { renderPage } from '../layout/render-page.tsx'
import { TableHead } from '../layout/table-head.tsx'
import { WideTable } from '../layout/wide-table.tsx'
import { partnerHref } from '../orders/hrefs.ts'
import { StaffSearch } from '../staff-search.tsx'

const maxQuery = 40

/** Withdrawals that wait for a decision, and the search for a partner. */
export async function showPartners(c: AdminContext): Promise<Response> {
  const { context, locale, words } = c.var
  const query = (c.req.query('q') ?? '').trim().slice(0, maxQuery)
  const found = query === '' ? null : await partnerForStaff(context, query)
  if (found) return c.redirect(partnerHref(found.referrerID), 303)
  const title = words('sections.partners')
  return renderPage(
    c,
    { title, section: 'partners' },
    <>
      <h1>{title}</h1>
      <StaffSearch
        words={words}
        href="/admin/partners"
        label={words('partners.search')}
        hint={words('partners.searchHint')}
        query={query}
        maxLength={maxQuery}
        required
      />
      {query !== '' && <p role="status">{words('partners.nothing', { query })}</p>}
      <Withdrawals words={words} locale={locale} withdrawals={await openWithdrawals(context)} />
    </>,
  )
}

type Props = {
  readonly words: AdminWords
  readonly locale: Locale
  readonly withdrawals: readonly OpenWithdrawal[]
}

function Withdrawals({ words, locale, withdrawals }: Props) {
  return (
    <section className="panel" aria-labelledby="open">
      <h2 id="open">{words('partners.open')}</h2>
      {withdrawals.length === 0 ? (
        <p className="soft">{words('partners.noneOpen')}</p>
      ) : (
        <WideTable name={{ id: 'open' }}>
          <table>
            <TableHead
              texts={[
                words('partners.requested'),
                words('partners.partner'),
                words('partners.details'),
              ]}
              numbers={[words('partners.amount')]}
            />
            <tbody>
              {withdrawals.map((each) => (
                <tr key={each.id}>
                  <th scope="row">
                    <a href={partnerHref(each.referrerID)}>{formatTime(each.requestedAt)}</a>
                  </th>
                  <td>{each.phone}</td>
                  <td>
                    {each.payoutDetails}{' '}
                    {each.hasNewDetails && (
                      <span className="badge warn">{words('partners.newDetails')}</span>
                    )}{' '}
                    {each.approvedAt !== null && (
                      <span className="badge good">{words('partners.approved')}</span>
                    )}
                  </td>
                  <td className="number">{formatMoney(locale, each.amount)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </WideTable>
      )}
    </section>
  )
}
