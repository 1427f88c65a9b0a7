import { z } from 'zod'
import { messagePurposes } from '../../messages/outbox.ts'
import {
  retryMessage,
  retryMessages,
  countFailed,
  failedMessages,
  failedPurposes,
  failedVersion,
} from '../../messages/retry-messages.ts'
import type { FailedFilter } from '../../messages/retry-messages.ts'
import { officeHref } from '../../words/office-paths.ts'
import { actionForm, failureStatus } from '../action-form.tsx'
import { ActionNotice } from '../action-notice.tsx'
import type { AdminContext } from '../admin-env.ts'
import { BackLink } from '../layout/back-link.tsx'
import { CursorPaging } from '../layout/cursor-paging.tsx'
import { renderPage } from '../layout/render-page.tsx'
import { useOffice } from '../office.tsx'
import { adminAction } from '../routing/admin-action.ts'
import type { RejectedForm } from '../routing/admin-action.ts'
import { adminPage } from '../routing/admin-page.ts'
import { doneQuery, pageStart, searchText } from '../routing/query-fields.ts'
import { StaffSearch } from '../staff-search.tsx'
import { FailedList } from './failed-list.tsx'
import { PurposeTabs } from './purpose-tabs.tsx'
import type { PurposeTabsProps } from './purpose-tabs.tsx'
import { RetryAll } from './retry-all.tsx'

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

export const failedPage = adminPage({ query: failedQuery, get: showFailed })

export const failedAction = adminAction({
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
  c: AdminContext,
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
