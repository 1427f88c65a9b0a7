import { z } from 'zod'
import type { Money } from '../kit/money.shared.ts'
import { monthOf, type CalendarMonth } from '../kit/time.shared.ts'
import { orderSubject } from '../messages/alerts.ts'
import { maxPayoutEntries } from '../payments/payment-provider.ts'
import { formatDate } from '../words/formats.shared.ts'
import { officeHref, officePages } from '../words/office-paths.ts'
import { CursorPaging, Paging, Panel, WideTable, type Column } from './lists.tsx'
import { month, monthLinks, monthName } from './money.tsx'
import { csvResponse, payoutsFile } from './money-files.ts'
import { monthPayouts, payoutSums, type ProviderPayouts } from './month-payouts.ts'
import type { ReportedEntry, ReportedPayout } from './month-payouts.ts'
import { nameIn, useOffice, type Office } from './office-context.tsx'
import { resource, type OfficeScreen } from './resource.tsx'
import { pageStart, screen } from './routing.ts'

const query = z.object({
  month: month.optional(),
  payout: z.string().default(''),
  after: pageStart,
})
type PayoutsQuery = z.output<typeof query>
type PayoutsData = { readonly shown: CalendarMonth; readonly providers: readonly ProviderPayouts[] }

/** Shows the payouts to the bank that arrive in a month. The default is the current one. */
export const payoutsScreen = resource({
  page: 'payouts',
  section: 'money',
  query,
  async load({ var: { context } }, asked): Promise<PayoutsData> {
    const shown = asked.month ?? monthOf(context.now)
    return { shown, providers: await monthPayouts(context, shown, asked.after || null) }
  },
  title: titleOf,
  View(data) {
    const office = useOffice()
    const { words } = office
    const { shown, providers, query: asked } = data
    const hrefOf: HrefOf = (change) =>
      officeHref('payouts', { month: shown.name, after: asked.after || undefined, ...change })
    return (
      <>
        <h1 className="sentence">{titleOf(office, data)}</h1>
        <Paging links={monthLinks('payouts', office.locale, shown, office.now)} />
        <p className="soft">{words('payouts.text')}</p>
        <p>
          <a
            href={officeHref('payoutsFile', { month: shown.name, after: asked.after || undefined })}
          >
            {words('payouts.download')}
          </a>
        </p>
        {providers.map((each) => (
          <Panel key={each.provider} id={each.provider} heading={each.provider}>
            <Provider {...{ each, hrefOf, asked }} />
          </Panel>
        ))}
      </>
    )
  },
})

/** Serves the payouts of a month as a CSV file, or the page that says why there is none. */
export const payoutsDownload: OfficeScreen = (app) => {
  const handlers = screen({
    query: z.object({ month, after: pageStart }),
    async get(c, { month: shown, after }) {
      const { context, locale, words } = c.var
      const providers = await monthPayouts(context, shown, after || null)
      if (providers.some(({ state }) => state === 'failed'))
        return c.redirect(officeHref('payouts', { month: shown.name, after: after || undefined }))
      const rows = providers.flatMap((each) => (each.state === 'listed' ? each.payouts : []))
      return csvResponse(c, `payouts-${shown.name}`, payoutsFile(words, locale, rows))
    },
  })
  app.get(officePages.payoutsFile.path, ...handlers)
}

function titleOf({ locale, words }: Office, { shown }: PayoutsData): string {
  return words('payouts.title', { month: monthName(locale, shown) })
}

type ProviderPanelProps = {
  readonly each: ProviderPayouts
  readonly hrefOf: HrefOf
  readonly asked: PayoutsQuery
}

/** Returns the URL of the page, with another page of payouts or the entries of a payout. */
type HrefOf = (change?: { readonly after?: string | undefined; readonly payout?: string }) => string

function Provider({ each, hrefOf, asked }: ProviderPanelProps) {
  const { words, shopWords } = useOffice()
  const { provider } = each
  if (each.state === 'no-api') return <p className="soft">{words('payouts.noAPI', { provider })}</p>
  if (each.state === 'listed') return <ListedPayouts {...{ each, hrefOf, asked }} />
  return (
    <>
      <p className="notice warn">{words('payouts.failed', { provider })}</p>
      <p>
        <a className="button" href={hrefOf()}>
          {shopWords('errors.retry')}
        </a>
      </p>
    </>
  )
}

type ListedProps = ProviderPanelProps & { readonly each: { readonly state: 'listed' } }

function ListedPayouts({ each, hrefOf, asked }: ListedProps) {
  const office = useOffice()
  const { words, number } = office
  const { provider, payouts, next, rest } = each
  const unlisted = payouts.filter(({ entries }) => entries === null).length
  const chosen = payouts.find(({ id }) => id === asked.payout)
  return (
    <>
      {payouts.length === 0 ? (
        <p className="soft">{words('payouts.none')}</p>
      ) : (
        <PayoutTable {...{ provider, payouts, hrefOf }} />
      )}
      <CursorPaging
        after={asked.after}
        next={next}
        names={[words('payouts.first'), words('payouts.next')]}
        hrefOf={(after) => hrefOf({ after })}
      />
      {unlisted > 0 && (
        <p className="soft">
          {words('payouts.unlisted', { count: unlisted, most: number(maxPayoutEntries) })}
        </p>
      )}
      <p>{restText(office, rest)}</p>
      {chosen?.entries && <Entries heading={chosen.id} entries={chosen.entries} />}
      {!chosen && (
        <Entries heading={words('payouts.unknownHeading')} entries={payouts.flatMap(unknownOf)} />
      )}
    </>
  )
}

function restText({ words, money }: Office, rest: readonly Money[] | null): string {
  if (rest === null) return words('payouts.restUnknown')
  if (rest.length === 0) return words('payouts.noRest')
  return words('payouts.rest', { amounts: rest.map(money).join(', ') })
}

type PayoutTableProps = {
  readonly provider: string
  readonly payouts: readonly ReportedPayout[]
  readonly hrefOf: HrefOf
}

function PayoutTable({ provider, payouts, hrefOf }: PayoutTableProps) {
  const { words, money, number } = useOffice()
  return (
    <WideTable
      name={{ id: provider }}
      rows={payouts}
      keyOf={({ id }) => id}
      columns={[
        [words('payouts.id'), ({ id }) => <a href={hrefOf({ payout: id })}>{id}</a>],
        [words('payouts.arrival'), ({ arrivesAt }) => formatDate(arrivesAt.toISOString())],
        [
          words('payouts.status'),
          ({ status }) => nameIn(words, 'payouts', `statuses.${status}`, status),
        ],
        ...payoutSums.map((name): Column<ReportedPayout> => [
          words(`payouts.${name}`),
          ({ sums }) => (sums ? money(sums[name]) : '—'),
          'number',
        ]),
        [words('payouts.net'), ({ net }) => <b>{money(net)}</b>, 'number'],
        [
          words('payouts.unknown'),
          (payout) => (payout.sums ? number(unknownOf(payout).length) : '—'),
          'number',
        ],
      ]}
    />
  )
}

const unknownOf = ({ entries }: ReportedPayout) =>
  entries?.filter(({ isUnknown }) => isUnknown) ?? []

type EntriesProps = { readonly heading: string; readonly entries: readonly ReportedEntry[] }

function Entries({ heading, entries }: EntriesProps) {
  const { words, money } = useOffice()
  if (entries.length === 0) return null
  const more = entries.length - maxPayoutEntries
  return (
    <>
      <h3>{heading}</h3>
      <WideTable
        name={heading}
        rows={entries.slice(0, maxPayoutEntries)}
        keyOf={({ kind, id, amount }) => `${kind} ${id} ${amount.minor}`}
        columns={[
          [words('money.columns.id'), ({ id }) => id],
          [words('money.columns.kind'), ({ kind }) => words(`payouts.kinds.${kind}`)],
          [words('money.columns.amount'), ({ amount }) => money(amount), 'number'],
          [words('money.columns.fee'), ({ fee }) => money(fee), 'number'],
          [
            words('money.columns.order'),
            ({ orderID, isUnknown }) =>
              orderID === null ? (
                isUnknown ? (
                  words('payouts.notInShop')
                ) : (
                  '—'
                )
              ) : (
                <a href={officeHref('order', { id: orderID })}>{orderSubject.of(orderID)}</a>
              ),
          ],
        ]}
      />
      {more > 0 && <p className="soft">{words('imports.more', { count: more })}</p>}
    </>
  )
}
