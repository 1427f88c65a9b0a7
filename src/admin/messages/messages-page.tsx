import { z } from 'zod'
import { screenshotsIn } from '../../messages/contact-message.ts'
import { contactMessages } from '../../messages/conversation.ts'
import { officeHref } from '../../words/office-paths.ts'
import type { AdminContext } from '../admin-env.ts'
import { CursorPaging } from '../layout/cursor-paging.tsx'
import { renderPage } from '../layout/render-page.tsx'
import { showRefusal } from '../layout/refusal.tsx'
import { useOffice } from '../office.tsx'
import { adminPage } from '../routing/admin-page.ts'
import { pageStart, searchText } from '../routing/query-fields.ts'
import { StaffSearch } from '../staff-search.tsx'
import { MessageView } from './message-view.tsx'

const maxQuery = 100
const tabs = ['open', 'answered'] as const
type Tab = (typeof tabs)[number]

const messagesQuery = z.object({
  tab: z.enum(tabs).catch('open'),
  q: searchText(maxQuery),
  after: pageStart,
})

export const messagesPage = adminPage({ query: messagesQuery, get: showMessages })

/** Shows messages of contact forms: those that wait longest for an answer, or the last answered. */
async function showMessages(
  c: AdminContext,
  { tab, q: search, after }: z.output<typeof messagesQuery>,
): Promise<Response> {
  const { context, words } = c.var
  const isAnswered = tab === 'answered'
  const { messages, next } = await contactMessages(context, { isAnswered, search, after })
  const title = words('sections.messages')
  return renderPage(
    c,
    { title, section: 'messages' },
    <>
      <h1>{title}</h1>
      <Tabs current={tab} search={search} />
      <Search tab={tab} search={search} />
      {messages.length === 0 && (
        <p className="panel" role="status">
          {search === ''
            ? words(`messages.none.${tab}`)
            : words('messages.notFound', { query: search })}
        </p>
      )}
      {messages.map((message) => (
        <article key={message.id} className="panel" aria-labelledby={message.id}>
          <MessageView message={message} href={officeHref('message', { id: message.id })} />
        </article>
      ))}
      <CursorPaging
        {...{ after, next }}
        names={{ first: words(`messages.first.${tab}`), next: words(`messages.more.${tab}`) }}
        hrefOf={(last) => messagesHref({ tab, search, after: last })}
      />
    </>,
  )
}

/** Serves a screenshot. Accepts only names of screenshots, so that no other file is served. */
export const screenshot = adminPage({
  query: z.object({
    name: z.string().refine((name) => screenshotsIn(name)[0] === name),
  }),
  async get(c, { name }) {
    const file = await c.var.context.uploads.get(name)
    if (!file) return showRefusal(c, 'notFound', 404)
    return c.body(file.body, 200, { 'Content-Type': `image/${name.split('.').at(-1)}` })
  },
})

type Props = { readonly search: string }

function Tabs({ current, search }: Props & { readonly current: Tab }) {
  const { words } = useOffice()
  return (
    <nav className="tabs" aria-label={words('messages.tabsLabel')}>
      {tabs.map((tab) => (
        <a
          key={tab}
          href={messagesHref({ tab, search })}
          aria-current={tab === current ? 'page' : undefined}
        >
          {words(`messages.tabs.${tab}`)}
        </a>
      ))}
    </nav>
  )
}

function Search({ tab, search }: Props & { readonly tab: Tab }) {
  const { words } = useOffice()
  return (
    <StaffSearch
      href={officeHref('messages')}
      label={words('messages.search')}
      query={search}
      maxLength={maxQuery}
    >
      <input type="hidden" name="tab" value={tab} />
    </StaffSearch>
  )
}

type MessageList = {
  readonly tab: Tab
  readonly search: string
  readonly after?: string | undefined
}

function messagesHref({ tab, search, after = '' }: MessageList): string {
  return officeHref('messages', {
    tab,
    q: search === '' ? undefined : search,
    after: after === '' ? undefined : after,
  })
}
