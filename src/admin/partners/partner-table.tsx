import type { ListedPartner } from '../../partners/partners-for-office.ts'
import { formatMoney, formatTime } from '../../words/formats.shared.ts'
import { TablePanel } from '../layout/table-panel.tsx'
import { useOffice } from '../office.tsx'
import { officeHref } from '../../words/office-paths.ts'

type Props = {
  readonly partners: readonly ListedPartner[]
}

export function PartnerTable({ partners }: Props) {
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
