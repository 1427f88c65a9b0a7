import { z } from 'zod'
import { monthPartners, monthStatement } from './month-statement.ts'
import type { MonthPartners } from './month-statement.ts'
import { formatMoney, formatNumber } from '../words/formats.shared.ts'
import { useOffice } from './office.tsx'
import type { OfficeWords, OfficeContext } from './office.tsx'
import { monthCampaigns } from './month-campaigns.ts'
import type { CampaignAccounts, CampaignSales, MonthCampaigns } from './month-campaigns.ts'
import { TablePanel, Paging } from './lists.tsx'
import { d1Store } from '../kit/sql-store.ts'
import { readSales } from '../plans/profit.ts'
import { monthDocuments } from './month-documents.ts'
import { monthMovements, monthPayments } from './month-payments.ts'
import { undocumentedMoney } from './undocumented-money.ts'
import { hasEnded, monthBeside, monthOf, parseMonth, dayMs } from '../kit/time.shared.ts'
import type { CalendarMonth } from '../kit/time.shared.ts'
import type { Locale } from '../words/locales.shared.ts'
import { officeHref } from '../words/office-paths.ts'
import { renderPage } from './document.tsx'
import { screen } from './routing.ts'
import { SalesPanel } from './sales.tsx'
import { documentsFile, paymentsFile } from './money-files.ts'
import { PaymentTable, StatementTable } from './money-tables.tsx'

type Props = {
  readonly partners: MonthPartners
}

const sums = ['rewards', 'reversals', 'corrections', 'paid', 'owed'] as const

function PartnerFacts({ partners }: Props) {
  const { locale, words } = useOffice()
  return (
    <section className="panel" aria-labelledby="partners">
      <h2 id="partners">{words('sections.partners')}</h2>
      <dl className="facts">
        {sums.map((name) => (
          <div key={name}>
            <dt>{words(`money.${name}`)}</dt>
            <dd>
              <b>{formatMoney(locale, partners[name])}</b>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

type CampaignNames = Pick<CampaignSales, 'source' | 'medium' | 'campaign'>

/** Shows the orders and the new accounts that came through links with UTM parameters. */
function CampaignTables({ campaigns }: { readonly campaigns: MonthCampaigns }) {
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

function nameColumns(words: OfficeWords) {
  return [
    { name: words('money.source'), render: ({ source }: CampaignNames) => source || '—' },
    { name: words('money.medium'), render: ({ medium }: CampaignNames) => medium || '—' },
    { name: words('money.campaign'), render: ({ campaign }: CampaignNames) => campaign || '—' },
  ] as const
}

function keyOf({ source, medium, campaign }: CampaignNames): string {
  return JSON.stringify([source, medium, campaign])
}

const month = z.string().transform((text, context) => {
  const parsed = parseMonth(text)
  if (parsed) return parsed
  context.addIssue({ code: 'custom' })
  return z.NEVER
})

export const moneyPage = screen({ query: z.object({ month: month.optional() }), get: showMoney })

/** Serves the payments of a month as a CSV file. */
export const paymentsDownload = monthFile('payments', async ({ context, locale, words }, shown) =>
  paymentsFile(words, locale, await monthMovements(context, shown)),
)

/** Serves the receipts, the credit notes and the other money of a month as a CSV file. */
export const documentsDownload = monthFile('documents', async ({ context, locale, words }, shown) =>
  documentsFile(
    words,
    locale,
    await monthDocuments(context, shown),
    await undocumentedMoney(context, shown),
  ),
)

/** Serves a CSV file about a month. */
function monthFile(
  name: 'payments' | 'documents',
  write: (variables: OfficeContext['var'], shown: CalendarMonth) => Promise<string>,
) {
  return screen({
    query: z.object({ month }),
    async get(c, query) {
      return c.body(await write(c.var, query.month), 200, {
        'Content-Type': 'text/csv; charset=utf-8',
        'Content-Disposition': `attachment; filename="${name}-${query.month.name}.csv"`,
      })
    },
  })
}

/** Shows the payments, sales, rewards and campaigns of a month. The default is the current one. */
async function showMoney(
  c: OfficeContext,
  query: { readonly month?: CalendarMonth | undefined },
): Promise<Response> {
  const { context, locale, words } = c.var
  const shown = query.month ?? monthOf(context.now)
  const [currency] = context.config.CURRENCIES
  const [statement, payments, sales, partners, campaigns] = await Promise.all([
    monthStatement(context, shown),
    monthPayments(context, shown),
    readSales(d1Store(context.db), shown, currency),
    monthPartners(context, shown),
    monthCampaigns(context, shown),
  ])
  const title = words('money.title', { month: monthName(locale, shown) })
  return renderPage(
    c,
    { title, section: 'money' },
    <>
      <h1 className="sentence">{title}</h1>
      <Paging links={monthLinks(locale, shown, context.now)} />
      <StatementTable statement={statement} />
      <PaymentTable payments={payments} month={shown} isOver={hasEnded(shown, context.now)} />
      <SalesPanel
        title={words('money.sales')}
        currency={currency}
        sales={sales}
        since={shown.since}
        days={(shown.until.getTime() - shown.since.getTime()) / dayMs}
      />
      <PartnerFacts partners={partners} />
      <CampaignTables campaigns={campaigns} />
    </>,
  )
}

/** Returns links to the month before, and to the month after unless it has not begun. */
function monthLinks(locale: Locale, shown: CalendarMonth, now: Date) {
  const link = (each: CalendarMonth) => ({
    href: officeHref('money', { month: each.name }),
    name: monthName(locale, each),
  })
  const after = monthBeside(shown, 1)
  return [link(monthBeside(shown, -1)), after.since <= now ? link(after) : null]
}

function monthName(locale: Locale, { since }: CalendarMonth): string {
  return new Intl.DateTimeFormat(locale, {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  }).format(since)
}
