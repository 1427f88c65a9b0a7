import type {
  CampaignAccounts,
  CampaignSales,
  MonthCampaigns,
} from '../../office/month-campaigns.ts'
import { formatMoney, formatNumber } from '../../words/formats.shared.ts'
import type { AdminWords } from '../admin-words.ts'
import { TablePanel } from '../layout/table-panel.tsx'
import { useOffice } from '../office.tsx'

type CampaignNames = Pick<CampaignSales, 'source' | 'medium' | 'campaign'>

/** Shows the orders and the new accounts that came through links with UTM parameters. */
export function CampaignTables({ campaigns }: { readonly campaigns: MonthCampaigns }) {
  return (
    <>
      <SalesTable sales={campaigns.sales} />
      <AccountsTable accounts={campaigns.accounts} />
    </>
  )
}

function SalesTable({ sales }: { readonly sales: readonly CampaignSales[] }) {
  const { locale, words } = useOffice()
  return (
    <TablePanel
      id="campaigns"
      heading={words('money.campaigns')}
      text={words('money.campaignsText')}
      empty={words('money.noCampaigns')}
      rows={sales}
      keyOf={(row) => JSON.stringify([keyOf(row), row.amount.currency])}
      columns={[
        ...nameColumns(words),
        {
          name: words('money.orders'),
          isNumber: true,
          render: ({ orders }) => formatNumber(locale, orders),
        },
        {
          name: words('money.amount'),
          isNumber: true,
          render: ({ amount }) => formatMoney(locale, amount),
        },
      ]}
    />
  )
}

function AccountsTable({ accounts }: { readonly accounts: readonly CampaignAccounts[] }) {
  const { locale, words } = useOffice()
  return (
    <TablePanel
      id="campaign-accounts"
      heading={words('money.campaignAccounts')}
      text={words('money.campaignAccountsText')}
      empty={words('money.noCampaignAccounts')}
      rows={accounts}
      keyOf={keyOf}
      columns={[
        ...nameColumns(words),
        {
          name: words('money.customers'),
          isNumber: true,
          render: ({ customers }) => formatNumber(locale, customers),
        },
        {
          name: words('money.partners'),
          isNumber: true,
          render: ({ partners }) => formatNumber(locale, partners),
        },
      ]}
    />
  )
}

function nameColumns(words: AdminWords) {
  return [
    { name: words('money.source'), render: ({ source }: CampaignNames) => source || '—' },
    { name: words('money.medium'), render: ({ medium }: CampaignNames) => medium || '—' },
    { name: words('money.campaign'), render: ({ campaign }: CampaignNames) => campaign || '—' },
  ] as const
}

function keyOf({ source, medium, campaign }: CampaignNames): string {
  return JSON.stringify([source, medium, campaign])
}
