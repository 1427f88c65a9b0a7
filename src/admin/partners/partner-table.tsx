import type { ListedPartner } from '../../backend/operations/list-partners.ts'
import { formatMoney, formatTime } from '../../locale/formats.ts'
import type { Locale } from '../../locale/locales.ts'
import type { AdminWords } from '../admin-words.ts'
import { WideTable } from '../layout/wide-table.tsx'
import { officeHref } from '../../locale/office-paths.ts'

type Props = {
  readonly words: AdminWords
  readonly locale: Locale
  readonly partners: readonly ListedPartner[]
}

export function PartnerTable({ words, locale, partners }: Props) {
  return (
    <section className="panel" aria-labelledby="partners">
      <h2 id="partners">{words('partners.all')}</h2>
      {partners.length === 0 ? (
        <p className="soft">{words('partners.none')}</p>
      ) : (
        <WideTable
          name={{ id: 'partners' }}
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
      )}
    </section>
  )
}
