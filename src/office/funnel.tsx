import { z } from 'zod'
import type { BackendContext } from '../context.ts'
import { lastDays } from '../kit/time.shared.ts'
import { reportedDays } from '../plans/profit.ts'
import { formatDate, formatPercent } from '../words/formats.shared.ts'
import { settingsOf } from '../words/locales.shared.ts'
import { officeHref, officePages } from '../words/office-paths.ts'
import { funnelBy, funnelSteps as steps, readFunnel, shareOf } from './funnel-counts.ts'
import type { FunnelRow, FunnelSum } from './funnel-counts.ts'
import { TablePanel, type Column } from './lists.tsx'
import { csvOf, csvResponse } from './money-files.ts'
import { useOffice } from './office-context.tsx'
import { resource, type OfficeScreen } from './resource.tsx'
import { screen } from './routing.ts'
import { placeName } from './sales.tsx'

const groups = ['plan', 'place', 'campaign', 'day'] as const

/** Rows of a table. The file has all of them. */
const mostShown = 50

async function load({ db, now }: BackendContext) {
  const days = await reportedDays(db, now)
  return { days, rows: await readFunnel({ db }, lastDays(now, days)) }
}

/** Shows how far the orders of the last days came, by plan, country, campaign and day. */
export const funnelScreen = resource({
  page: 'funnel',
  section: 'money',
  query: z.object({}),
  load: async (c) => load(c.var.context),
  title: ({ words }) => words('funnel.title'),
  View({ days, rows }) {
    const { words } = useOffice()
    return (
      <>
        <h1>{words('funnel.title')}</h1>
        <p className="soft">{words('funnel.text', { count: days })}</p>
        <p>
          <a href={officeHref('funnelFile')}>{words('funnel.download')}</a>
        </p>
        {groups.map((group) => (
          <FunnelTable key={group} group={group} rows={rows} />
        ))}
      </>
    )
  },
})

type FunnelTableProps = {
  readonly group: (typeof groups)[number]
  readonly rows: readonly FunnelRow[]
}

function FunnelTable({ group, rows }: FunnelTableProps) {
  const office = useOffice()
  const { locale, words, number } = office
  const nameOf = ({ name }: FunnelSum) => {
    if (group === 'place') return placeName(name, office)
    if (group === 'day') return formatDate(name)
    return name === '' ? words('funnel.noCampaign') : name
  }
  const share = (part: number, whole: number) => {
    const percent = shareOf(part, whole)
    return percent === null ? '—' : formatPercent(locale, percent)
  }
  return (
    <TablePanel
      id={group}
      heading={words(`funnel.by.${group}`)}
      empty={words('funnel.none')}
      rows={funnelBy(rows, group).slice(0, mostShown)}
      keyOf={({ name }) => name}
      columns={[
        [words(`funnel.columns.${group}`), nameOf],
        ...steps.map((step): Column<FunnelSum> => [
          words(`funnel.columns.${step}`),
          (sum) => number(sum[step]),
          'number',
        ]),
        [words('funnel.conversion'), (sum) => share(sum.paid, sum.ordered), 'number'],
        [words('funnel.refunds'), (sum) => share(sum.returned, sum.paid), 'number'],
      ]}
    />
  )
}

const columns = ['day', 'plan', 'place', 'campaign', ...steps] as const

/** Serves the counts as a CSV file, without personal data. */
export const funnelDownload: OfficeScreen = (app) => {
  const handlers = screen({
    query: z.object({}),
    async get(c) {
      const { context, locale, words } = c.var
      const { rows } = await load(context)
      const heading = columns.map((name) => words(`funnel.columns.${name}`))
      const lines = rows.map((row) => columns.map((name) => String(row[name])))
      return csvResponse(
        c,
        'funnel',
        csvOf([heading, ...lines], settingsOf(locale).decimalSeparator),
      )
    },
  })
  app.get(officePages.funnelFile.path, ...handlers)
}
