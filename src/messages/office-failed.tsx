import { z } from 'zod'
import { product } from '../kit/product.shared.ts'
import { ActionNotice } from '../office/action-form.tsx'
import { ActionForm, defineAction } from '../office/actions.tsx'
import { BackLink } from '../office/document.tsx'
import { CursorPaging, Panel, OfficeSearch, Tabs, maxQuery } from '../office/lists.tsx'
import { useOffice } from '../office/office-context.tsx'
import { resource } from '../office/resource.tsx'
import { doneQuery, pageStart, searchText } from '../office/routing.ts'
import { formatTime } from '../words/formats.shared.ts'
import { officeHref } from '../words/office-paths.ts'
import { messagePurposes, type MessagePurpose } from './outbox.ts'
import {
  countFailed,
  failedMessages,
  failedPurposes,
  failedVersion,
  mostRetried,
  retriedPerMinute,
  retryMessage,
  retryMessages,
} from './retry-messages.ts'
import type { FailedCounts, FailedFilter, FailedMessage } from './retry-messages.ts'

/** When the person saw the messages. Every form has it. */
const seenAt = { schema: z.iso.datetime(), kind: 'hidden' } as const

export const retry = defineAction({
  name: 'retry',
  inputs: { messageID: { schema: z.string().min(1) }, seenAt },
  run: async (context, person, { seenAt: until, ...input }) =>
    retryMessage(context, person, { ...input, until }),
})

const retryAll = defineAction({
  name: 'retry-all',
  inputs: { seenAt },
  run: async (context, person, { seenAt: until, ...input }, filter: FailedFilter) =>
    retryMessages(context, person, { ...input, ...filter, until }),
})

const failedQuery = doneQuery.extend({
  purpose: z.enum(messagePurposes).nullable().catch(null),
  q: searchText(maxQuery),
  after: pageStart,
})
type FailedQuery = z.output<typeof failedQuery>

/** Shows messages of the last week that could not be sent, with a form to send all again. */
export const failedScreen = resource({
  page: 'failedMessages',
  section: 'today',
  query: failedQuery,
  async load({ var: { context } }, query) {
    const filter = filterOf(query)
    const [list, counts, purposes, version] = await Promise.all([
      failedMessages(context, filter, query.after),
      countFailed(context, filter),
      failedPurposes(context),
      failedVersion(context),
    ])
    return { ...list, counts, purposes, version }
  },
  title: ({ words }) => words('failedMessages.title'),
  View(props) {
    const { words } = useOffice()
    const { query, messages, next, counts, purposes } = props
    const { purpose, q, after } = query
    return (
      <>
        <BackLink to="today" />
        <h1>{words('failedMessages.title')}</h1>
        <p className="soft">{words('failedMessages.text')}</p>
        <ActionNotice />
        {(purposes.length > 0 || purpose !== null || q !== '') && (
          <>
            <PurposeTabs {...props} />
            <OfficeSearch page="failedMessages" query={q} maxLength={maxQuery}>
              {purpose !== null && <input type="hidden" name="purpose" value={purpose} />}
            </OfficeSearch>
          </>
        )}
        <RetryAll {...props} />
        {counts.all > 0 && (
          <Panel id="failed" heading={words('failedMessages.count', { count: counts.all })}>
            <FailedList messages={messages} />
          </Panel>
        )}
        <CursorPaging
          {...{ after, next }}
          names={[words('failedMessages.first'), words('failedMessages.next')]}
          hrefOf={(last = '') => failedHref({ ...query, after: last })}
        />
      </>
    )
  },
  forms: {
    actions: [retry, retryAll],
    subject: async (_, query) => filterOf(query),
    href: (query, done) =>
      done === undefined ? failedHref(query) : failedHref({ ...query, after: '' }, done),
  },
})

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

type FailedProps = {
  readonly query: FailedQuery
  readonly messages: readonly FailedMessage[]
  readonly next: string | null
  readonly counts: FailedCounts
  readonly purposes: readonly { readonly purpose: MessagePurpose; readonly count: number }[]
  readonly version: number
}

/** Links to the failed messages of each purpose, with their numbers. */
function PurposeTabs({ query: { purpose: shown, q }, purposes }: FailedProps) {
  const { words, number } = useOffice()
  if (purposes.length < 2 && shown === null) return null
  const tabOf = (name: string, purpose: MessagePurpose | null) => ({
    name: <span className={name.startsWith(product.name) ? undefined : 'sentence'}>{name}</span>,
    href: failedHref({ purpose, q, after: '' }),
    isCurrent: purpose === shown,
  })
  return (
    <Tabs
      label={words('failedMessages.purposes')}
      tabs={[
        tabOf(words('failedMessages.all'), null),
        ...purposes.map(({ purpose, count }) =>
          tabOf(`${words(`purposes.${purpose}`)} (${number(count)})`, purpose),
        ),
      ]}
    />
  )
}

/** A form to send all messages of the filter again. The disclosure asks for one confirmation. */
function RetryAll({ query, counts, version }: FailedProps) {
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
    <Panel id="all" heading={words('failedMessages.sendAll')}>
      {count === 0 && <p className="soft">{words('failedMessages.nothingToSend')}</p>}
      {count > 0 && (
        <details>
          <summary>{words('failedMessages.send', { count })}</summary>
          <ActionForm
            action={retryAll}
            subject={filterOf(query)}
            version={version}
            className="fields"
            submit={words('failedMessages.confirm', { count })}
          >
            <p className="soft">{words('failedMessages.pace', { count: retriedPerMinute })}</p>
            {sendable > count && (
              <p className="soft">{words('failedMessages.rest', { count: sendable - count })}</p>
            )}
          </ActionForm>
        </details>
      )}
      {bounced > 0 && (
        <p className="soft">{words('failedMessages.leftOut.bounced', { count: bounced })}</p>
      )}
      {outdated > 0 && (
        <p className="soft">{words('failedMessages.leftOut.outdated', { count: outdated })}</p>
      )}
    </Panel>
  )
}

/** Lists mail and SMS that could not be sent, each with a form to send it again. */
export function FailedList({ messages }: { readonly messages: readonly FailedMessage[] }) {
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
            <ActionForm
              action={retry}
              subject={null}
              version={version}
              hidden={{ messageID: id }}
              submit={words('today.retry')}
              button="button quiet"
            />
          )}
        </li>
      ))}
    </ul>
  )
}
