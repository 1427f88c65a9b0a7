import { z } from 'zod'
import { monthPartners, monthStatement } from './month-statement.ts'
import type { MonthPartners, MonthStatement } from './month-statement.ts'
import { useOffice, type Office, type OfficeContext } from './office-context.tsx'
import { monthCampaigns, type CampaignSales, type MonthCampaigns } from './month-campaigns.ts'
import { FactList, Paging, Panel, TablePanel, type Column } from './lists.tsx'
import { readSales, type Sales } from '../plans/profit.ts'
import type { Currency } from '../kit/money.shared.ts'
import { monthDocuments } from './month-documents.ts'
import { monthMovements, monthPayments, type MonthPayments } from './month-payments.ts'
import { monthTaxes, type MonthTax } from './month-taxes.ts'
import { monthVouchers, type MonthVouchers } from './month-vouchers.ts'
import { undocumentedMoney } from './undocumented-money.ts'
import { hasEnded, monthBeside, monthOf, parseMonth, dayMs } from '../kit/time.shared.ts'
import type { CalendarMonth } from '../kit/time.shared.ts'
import type { Locale } from '../words/locales.shared.ts'
import { officeHref, officePages } from '../words/office-paths.ts'
import { resource, type OfficeScreen } from './resource.tsx'
import { screen } from './routing.ts'
import { SalesPanel } from './sales.tsx'
import { csvResponse, documentsFile, paymentsFile, taxesFile } from './money-files.ts'
import { PaymentTable, StatementTable, TaxTable, VoucherSums } from './money-tables.tsx'

/** A calendar month in a query. */
export const month = z.string().transform((text, context) => {
  const parsed = parseMonth(text)
  if (parsed) return parsed
  context.addIssue({ code: 'custom' })
  return z.NEVER
})

type MoneyData = {
  readonly shown: CalendarMonth
  readonly now: Date
  readonly currency: Currency
  readonly statement: MonthStatement
  readonly payments: readonly MonthPayments[]
  readonly vouchers: readonly MonthVouchers[]
  readonly sales: readonly Sales[]
  readonly partners: MonthPartners
  readonly campaigns: MonthCampaigns
  readonly taxes: readonly MonthTax[]
}

/** Shows the payments, sales, rewards and campaigns of a month. The default is the current one. */
export const moneyScreen = resource({
  page: 'money',
  section: 'money',
  query: z.object({ month: month.optional() }),
  async load({ var: { context } }, query): Promise<MoneyData> {
    const { now, config, db } = context
    const shown = query.month ?? monthOf(now)
    const [currency] = config.CURRENCIES
    const [statement, payments, vouchers, sales, partners, campaigns, taxes] = await Promise.all([
      monthStatement(context, shown),
      monthPayments(context, shown),
      monthVouchers(context, shown),
      readSales(db, shown, currency),
      monthPartners(context, shown),
      monthCampaigns(context, shown),
      monthTaxes(context, shown),
    ])
    return {
      shown,
      now,
      currency,
      statement,
      payments,
      vouchers,
      sales,
      partners,
      campaigns,
      taxes,
    }
  },
  title: titleOf,
  View(data) {
    const office = useOffice()
    const { locale, words } = office
    const { shown, now, currency, sales } = data
    return (
      <>
        <h1 className="sentence">{titleOf(office, data)}</h1>
        <Paging links={monthLinks('money', locale, shown, now)} />
        <p>
          <a href={officeHref('funnel')}>{words('funnel.title')}</a>
        </p>
        <p>
          <a href={officeHref('payouts', { month: shown.name })}>{words('payouts.link')}</a>
        </p>
        <StatementTable statement={data.statement} />
        <VoucherSums vouchers={data.vouchers} />
        <PaymentTable payments={data.payments} month={shown} isOver={hasEnded(shown, now)} />
        <TaxTable taxes={data.taxes} month={shown} />
        <SalesPanel
          title={words('money.sales')}
          {...{ currency, sales }}
          since={shown.since}
          days={(shown.until.getTime() - shown.since.getTime()) / dayMs}
        />
        <PartnerFacts partners={data.partners} />
        <CampaignTables {...data.campaigns} />
      </>
    )
  },
})

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

/** Serves the documents of a month by country and rate as a CSV file. */
export const taxesDownload = monthFile('taxes', async ({ context, locale, words }, shown) =>
  taxesFile(words, locale, await monthTaxes(context, shown)),
)

/** Serves a CSV file about a month. */
function monthFile(
  name: 'payments' | 'documents' | 'taxes',
  write: (variables: OfficeContext['var'], shown: CalendarMonth) => Promise<string>,
): OfficeScreen {
  const handlers = screen({
    query: z.object({ month }),
    async get(c, query) {
      return csvResponse(c, `${name}-${query.month.name}`, await write(c.var, query.month))
    },
  })
  return (app) => void app.get(officePages[name].path, ...handlers)
}

function titleOf({ locale, words }: Office, { shown }: MoneyData): string {
  return words('money.title', { month: monthName(locale, shown) })
}

/** Returns links to the month before, and to the month after unless it has not begun. */
export function monthLinks(
  page: 'money' | 'payouts',
  locale: Locale,
  shown: CalendarMonth,
  now: Date,
) {
  const link = (each: CalendarMonth) => ({
    href: officeHref(page, { month: each.name }),
    name: monthName(locale, each),
  })
  const after = monthBeside(shown, 1)
  return [link(monthBeside(shown, -1)), after.since <= now ? link(after) : null]
}

export function monthName(locale: Locale, { since }: CalendarMonth): string {
  return new Intl.DateTimeFormat(locale, {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  }).format(since)
}

const sums = ['rewards', 'reversals', 'corrections', 'paid', 'owed'] as const

function PartnerFacts({ partners }: { readonly partners: MonthPartners }) {
  const { words, money } = useOffice()
  return (
    <Panel id="partners" heading={words('sections.partners')}>
      <FactList
        facts={sums.map((name) => [
          words(`money.${name}`),
          <b key={name}>{money(partners[name])}</b>,
        ])}
      />
    </Panel>
  )
}

type CampaignNames = Pick<CampaignSales, 'source' | 'medium' | 'campaign'>

/** Shows the orders and the new accounts that came through links with UTM parameters. */
function CampaignTables({ sales, accounts }: MonthCampaigns) {
  const { words, money, number } = useOffice()
  const names: readonly [Column<CampaignNames>, ...Column<CampaignNames>[]] = [
    [words('money.source'), ({ source }) => source || '—'],
    [words('money.medium'), ({ medium }) => medium || '—'],
    [words('money.campaign'), ({ campaign }) => campaign || '—'],
  ]
  return (
    <>
      <TablePanel
        id="campaigns"
        heading={words('money.campaigns')}
        text={words('money.campaignsText')}
        empty={words('money.noCampaigns')}
        rows={sales}
        keyOf={(row) => JSON.stringify([keyOf(row), row.amount.currency])}
        columns={[
          ...names,
          [words('money.orders'), ({ orders }) => number(orders), 'number'],
          [words('money.amount'), ({ amount }) => money(amount), 'number'],
        ]}
      />
      <TablePanel
        id="campaign-accounts"
        heading={words('money.campaignAccounts')}
        text={words('money.campaignAccountsText')}
        empty={words('money.noCampaignAccounts')}
        rows={accounts}
        keyOf={keyOf}
        columns={[
          ...names,
          [words('money.customers'), ({ customers }) => number(customers), 'number'],
          [words('money.partners'), ({ partners }) => number(partners), 'number'],
        ]}
      />
    </>
  )
}

function keyOf({ source, medium, campaign }: CampaignNames): string {
  return JSON.stringify([source, medium, campaign])
}
