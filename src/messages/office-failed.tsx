import { z } from 'zod'
import { messagePurposes } from './outbox.ts'
import type { MessagePurpose } from './outbox.ts'
import {
  retryMessage,
  retryMessages,
  countFailed,
  failedMessages,
  failedPurposes,
  failedVersion,
  mostRetried,
  retriedPerMinute,
} from './retry-messages.ts'
import type { FailedFilter, FailedCounts, FailedMessage } from './retry-messages.ts'
import { officeHref } from '../words/office-paths.ts'
import { actionForm, failureStatus, ActionNotice, ActionFields } from '../office/action-form.tsx'
import { useOffice } from '../office/office.tsx'
import type { OfficeContext } from '../office/office.tsx'
import { BackLink, renderPage } from '../office/document.tsx'
import { CursorPaging, StaffSearch } from '../office/lists.tsx'
import { actionPost, screen, doneQuery, pageStart, searchText } from '../office/routing.ts'
import type { RejectedForm } from '../office/routing.ts'
import { product } from '../kit/product.shared.ts'
import { formatNumber, formatTime } from '../words/formats.shared.ts'

/** The length of an email address. */
const maxQuery = 254

const failedQuery = doneQuery.extend({
  purpose: z.enum(messagePurposes).nullable().catch(null),
  q: searchText(maxQuery),
  after: pageStart,
})
type FailedQuery = z.output<typeof failedQuery>

const failedForm = z.discriminatedUnion('action', [
  actionForm.extend({ action: z.literal('retry'), messageID: z.string().min(1) }),
  actionForm.extend({ action: z.literal('retry-all') }),
])

export const failedPage = screen({ query: failedQuery, get: showFailed })

export const failedAction = actionPost({
  query: failedQuery,
  form: failedForm,
  async run({ var: { context, person } }, { form, input, query }) {
    const until = form.seenAt
    if (form.action === 'retry')
      return retryMessage(context, person, { ...input, messageID: form.messageID, until })
    return retryMessages(context, person, { ...input, ...filterOf(query), until })
  },
  hrefAfter: ({ query, form }) => failedHref({ ...query, after: '' }, form.action),
  showAgain: showFailed,
})

/** Shows messages of the last week that could not be sent, with a form to send all again. */
async function showFailed(
  c: OfficeContext,
  query: FailedQuery,
  rejected: RejectedForm | null = null,
): Promise<Response> {
  const { context, words } = c.var
  const filter = filterOf(query)
  const [{ messages, next }, counts, purposes, version] = await Promise.all([
    failedMessages(context, filter, query.after),
    countFailed(context, filter),
    failedPurposes(context),
    failedVersion(context),
  ])
  const title = words('failedMessages.title')
  return renderPage(
    c,
    { title, section: 'today' },
    <>
      <BackLink href={officeHref('today')} page={words('sections.today')} />
      <h1>{title}</h1>
      <p className="soft">{words('failedMessages.text')}</p>
      <ActionNotice done={query.done} failure={rejected?.failure ?? null} />
      {(purposes.length > 0 || isFiltered(filter)) && <Filter query={query} purposes={purposes} />}
      <RetryAll counts={counts} version={version} action={failedHref(query)} />
      {counts.all > 0 && (
        <section className="panel" aria-labelledby="failed">
          <h2 id="failed">{words('failedMessages.count', { count: counts.all })}</h2>
          <FailedList messages={messages} action={failedHref(query)} />
        </section>
      )}
      <CursorPaging
        {...{ after: query.after, next }}
        names={{ first: words('failedMessages.first'), next: words('failedMessages.next') }}
        hrefOf={(after = '') => failedHref({ ...query, after })}
      />
    </>,
    rejected ? failureStatus[rejected.failure.code] : 200,
  )
}

type FilterProps = {
  readonly query: FailedQuery
  readonly purposes: PurposeTabsProps['purposes']
}

function Filter({ query: { purpose: shown, q }, purposes }: FilterProps) {
  const { words } = useOffice()
  return (
    <>
      <PurposeTabs
        purposes={purposes}
        shown={shown}
        hrefOf={(purpose) => failedHref({ purpose, q, after: '' })}
      />
      <StaffSearch
        href={officeHref('failedMessages')}
        label={words('failedMessages.search')}
        query={q}
        maxLength={maxQuery}
      >
        {shown !== null && <input type="hidden" name="purpose" value={shown} />}
      </StaffSearch>
    </>
  )
}

function isFiltered({ purpose, search }: FailedFilter): boolean {
  return purpose !== null || search !== ''
}

function filterOf({ purpose, q: search }: FailedQuery): FailedFilter {
  return { purpose, search }
}

function failedHref({ purpose, q, after }: Omit<FailedQuery, 'done'>, done?: string): string {
  return officeHref('failedMessages', {
    purpose: purpose ?? undefined,
    q: q === '' ? undefined : q,
    after: after === '' ? undefined : after,
    done,
  })
}

type PurposeTabsProps = {
  readonly purposes: readonly { readonly purpose: MessagePurpose; readonly count: number }[]
  /** Null for all messages. */
  readonly shown: MessagePurpose | null
  readonly hrefOf: (purpose: MessagePurpose | null) => string
}

/** Links to the failed messages of each purpose, with their numbers. */
function PurposeTabs({ purposes, shown, hrefOf }: PurposeTabsProps) {
  const { locale, words } = useOffice()
  if (purposes.length < 2 && shown === null) return null
  const tabs = [
    { purpose: null, name: words('failedMessages.all') },
    ...purposes.map(({ purpose, count }) => ({
      purpose,
      name: `${words(`purposes.${purpose}`)} (${formatNumber(locale, count)})`,
    })),
  ]
  return (
    <nav className="tabs" aria-label={words('failedMessages.purposes')}>
      {tabs.map(({ purpose, name }) => (
        <a key={name} href={hrefOf(purpose)} aria-current={purpose === shown ? 'page' : undefined}>
          <span className={name.startsWith(product.name) ? undefined : 'sentence'}>{name}</span>
        </a>
      ))}
    </nav>
  )
}

type Props = {
  readonly counts: FailedCounts
  readonly version: number
  /** The URL that receives the form, with the filter of the page. */
  readonly action: string
}

/** A form to send all messages of the filter again. The disclosure asks for one confirmation. */
function RetryAll({ counts, version, action }: Props) {
  const { words, may } = useOffice()
  const { all, sendable, bounced, outdated } = counts
  if (all === 0)
    return (
      <p className="panel" role="status">
        {words('failedMessages.none')}
      </p>
    )
  if (!may('retry-all')) return null
  const count = Math.min(sendable, mostRetried)
  return (
    <section className="panel" aria-labelledby="all">
      <h2 id="all">{words('failedMessages.sendAll')}</h2>
      {count === 0 && <p className="soft">{words('failedMessages.nothingToSend')}</p>}
      {count > 0 && (
        <details>
          <summary>{words('failedMessages.send', { count })}</summary>
          <form method="post" action={action} className="fields">
            <ActionFields action="retry-all" version={version} />
            <p className="soft">{words('failedMessages.pace', { count: retriedPerMinute })}</p>
            {sendable > count && (
              <p className="soft">{words('failedMessages.rest', { count: sendable - count })}</p>
            )}
            <button className="button">{words('failedMessages.confirm', { count })}</button>
          </form>
        </details>
      )}
      {bounced > 0 && (
        <p className="soft">{words('failedMessages.leftOut.bounced', { count: bounced })}</p>
      )}
      {outdated > 0 && (
        <p className="soft">{words('failedMessages.leftOut.outdated', { count: outdated })}</p>
      )}
    </section>
  )
}

type FailedListProps = {
  readonly messages: readonly FailedMessage[]
  /** The URL that receives the forms. */
  readonly action: string
}

/** Lists mail and SMS that could not be sent, each with a form to send it again. */
export function FailedList({ messages, action }: FailedListProps) {
  const { words, may } = useOffice()
  return (
    <ul className="list">
      {messages.map(({ id, purpose, recipient, givenUpAt, failure, obstacle, version }) => (
        <li key={id}>
          <a href={officeHref('orders', { q: recipient })}>{recipient}</a>
          <small>
            {words(`purposes.${purpose}`)} · {formatTime(givenUpAt)}
          </small>
          {failure !== null && <small lang="en">{failure}</small>}
          {obstacle !== null && <small>{words(`failedMessages.obstacles.${obstacle}`)}</small>}
          {may('retry') && (
            <form method="post" action={action}>
              <ActionFields action="retry" version={version} />
              <input type="hidden" name="messageID" value={id} />
              <button className="button quiet">{words('today.retry')}</button>
            </form>
          )}
        </li>
      ))}
    </ul>
  )
}
