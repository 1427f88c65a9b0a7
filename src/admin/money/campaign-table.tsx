import type { CampaignSales } from '../../backend/reports/month-campaigns.ts'
import { formatMoney } from '../../locale/formats.ts'
import type { Locale } from '../../locale/locales.ts'
import type { AdminWords } from '../admin-words.ts'
import { TablePanel } from '../layout/table-panel.tsx'

type Props = {
  readonly words: AdminWords
  readonly locale: Locale
  readonly campaigns: readonly CampaignSales[]
}

/** Shows the orders that came through links with UTM parameters. */
export function CampaignTable({ words, locale, campaigns }: Props) {
  return (
    <TablePanel
      id="campaigns"
      heading={words('money.campaigns')}
      text={words('money.campaignsText')}
      empty={words('money.noCampaigns')}
      rows={campaigns}
      keyOf={({ source, medium, campaign, amount }) =>
        JSON.stringify([source, medium, campaign, amount.currency])
      }
      columns={[
        { name: words('money.source'), render: ({ source }) => source || '—' },
        { name: words('money.medium'), render: ({ medium }) => medium || '—' },
        { name: words('money.campaign'), render: ({ campaign }) => campaign || '—' },
        { name: words('money.orders'), isNumber: true, render: ({ orders }) => orders },
        {
          name: words('money.amount'),
          isNumber: true,
          render: ({ amount }) => formatMoney(locale, amount),
        },
      ]}
    />
  )
}
