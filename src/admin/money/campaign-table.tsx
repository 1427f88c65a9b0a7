import type { CampaignSales } from '../../backend/reports/month-campaigns.ts'
import { formatMoney } from '../../locale/formats.ts'
import type { Locale } from '../../locale/locales.ts'
import type { AdminWords } from '../admin-words.ts'
import { WideTable } from '../layout/wide-table.tsx'

type Props = {
  readonly words: AdminWords
  readonly locale: Locale
  readonly campaigns: readonly CampaignSales[]
}

/** Shows the orders that came through links with UTM parameters. */
export function CampaignTable({ words, locale, campaigns }: Props) {
  return (
    <section className="panel" aria-labelledby="campaigns">
      <h2 id="campaigns">{words('money.campaigns')}</h2>
      <p className="soft">{words('money.campaignsText')}</p>
      {campaigns.length === 0 ? (
        <p className="soft">{words('money.noCampaigns')}</p>
      ) : (
        <WideTable
          name={{ id: 'campaigns' }}
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
      )}
    </section>
  )
}
