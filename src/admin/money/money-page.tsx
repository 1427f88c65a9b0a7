import { z } from 'zod'
import { d1Store } from '../../kit/sql-store.ts'
import { readSales } from '../../plans/profit.ts'
import { monthCampaigns } from '../../office/month-campaigns.ts'
import { monthPartners, monthStatement } from '../../office/month-statement.ts'
import { monthDocuments } from '../../office/month-documents.ts'
import { monthMovements, monthPayments } from '../../office/month-payments.ts'
import { undocumentedMoney } from '../../office/undocumented-money.ts'
import { hasEnded, monthBeside, monthOf, parseMonth, dayMs } from '../../kit/time.shared.ts'
import type { CalendarMonth } from '../../kit/time.shared.ts'
import type { Locale } from '../../words/locales.shared.ts'
import { officeHref } from '../../words/office-paths.ts'
import type { AdminContext } from '../admin-env.ts'
import { Paging } from '../layout/paging.tsx'
import { renderPage } from '../layout/render-page.tsx'
import { adminPage } from '../routing/admin-page.ts'
import { SalesPanel } from '../today/sales-panel.tsx'
import { CampaignTables } from './campaign-tables.tsx'
import { PartnerFacts } from './partner-facts.tsx'
import { documentsFile } from './documents-file.ts'
import { paymentsFile } from './payments-file.ts'
import { PaymentTable } from './payment-table.tsx'
import { StatementTable } from './statement-table.tsx'

const month = z.string().transform((text, context) => {
  const parsed = parseMonth(text)
  if (parsed) return parsed
  context.addIssue({ code: 'custom' })
  return z.NEVER
})

export const moneyPage = adminPage({ query: z.object({ month: month.optional() }), get: showMoney })

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
  write: (variables: AdminContext['var'], shown: CalendarMonth) => Promise<string>,
) {
  return adminPage({
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
  c: AdminContext,
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
