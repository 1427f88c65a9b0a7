import { z } from 'zod'
import { screenshotsIn, visitorText } from './contact-message.ts'
import { contactMessages } from './conversation.ts'
import type { Conversation } from './conversation.ts'
import { officeHref, officePages } from '../words/office-paths.ts'
import { useOffice } from '../office/office.tsx'
import { CursorPaging, OfficeSearch, Tabs } from '../office/lists.tsx'
import { showRefusal } from '../office/refusal.tsx'
import { pageStart, resource, screen, searchText } from '../office/resource.tsx'
import type { OfficeScreen } from '../office/resource.tsx'
import { orderReferencesIn } from '../kit/order-number.ts'
import { formatTime } from '../words/formats.shared.ts'
import { browserName } from '../kit/visitor.ts'
import { topics } from '../kit/limits.shared.ts'
import { wordsOf } from '../words/words.shared.ts'
import type { Words } from '../words/words.shared.ts'

const maxQuery = 100
const tabs = ['open', 'answered'] as const

const messagesQuery = z.object({
  tab: z.enum(tabs).catch('open'),
  q: searchText(maxQuery),
  after: pageStart,
})
type MessagesQuery = z.output<typeof messagesQuery>

/** Shows messages of contact forms: those that wait longest for an answer, or the last answered. */
export const messagesScreen = resource({
  page: 'messages',
  section: 'messages',
  query: messagesQuery,
  load: async ({ var: { context } }, { tab, q: search, after }) =>
    contactMessages(context, { isAnswered: tab === 'answered', search, after }),
  View: MessagesView,
})

type MessagesProps = {
  readonly query: MessagesQuery
  readonly messages: readonly Conversation[]
  readonly next: string | null
}

function MessagesView({ query, messages, next }: MessagesProps) {
  const { words } = useOffice()
  const { tab, q, after } = query
  return (
    <>
      <h1>{words('sections.messages')}</h1>
      <Tabs
        label={words('messages.tabsLabel')}
        tabs={tabs.map((each) => ({
          name: words(`messages.tabs.${each}`),
          href: messagesHref({ tab: each, q, after: '' }),
          isCurrent: each === tab,
        }))}
      />
      <OfficeSearch
        href={officeHref('messages')}
        label={words('messages.search')}
        query={q}
        maxLength={maxQuery}
      >
        <input type="hidden" name="tab" value={tab} />
      </OfficeSearch>
      {messages.length === 0 && (
        <p className="panel" role="status">
          {q === '' ? words(`messages.none.${tab}`) : words('messages.notFound', { query: q })}
        </p>
      )}
      {messages.map((message) => (
        <article key={message.id} className="panel" aria-labelledby={message.id}>
          <MessageView message={message} href={officeHref('message', { id: message.id })} />
        </article>
      ))}
      <CursorPaging
        {...{ after, next }}
        names={[words(`messages.first.${tab}`), words(`messages.more.${tab}`)]}
        hrefOf={(last = '') => messagesHref({ ...query, after: last })}
      />
    </>
  )
}

function messagesHref({ tab, q, after }: MessagesQuery): string {
  return officeHref('messages', {
    tab,
    q: q === '' ? undefined : q,
    after: after === '' ? undefined : after,
  })
}

/** Serves a screenshot. Accepts only names of screenshots, so that no other file is served. */
export const screenshotFile: OfficeScreen = (app) =>
  void app.get(
    officePages.screenshot.path,
    ...screen({
      query: z.object({ name: z.string().refine((name) => screenshotsIn(name)[0] === name) }),
      async get(c, { name }) {
        const file = await c.var.context.uploads.get(name)
        if (!file) return showRefusal(c, 'notFound', 404)
        return c.body(file.body, 200, { 'Content-Type': `image/${name.split('.').at(-1)}` })
      },
    }),
  )

type MessageViewProps = {
  readonly message: Conversation
  /** The URL of the message's page, or null on that page. */
  readonly href: string | null
}

export function MessageView({ message, href }: MessageViewProps) {
  const { words, shopWords } = useOffice()
  const { id, lang, createdAt, sender, screenshot } = message
  const { name, topic, text, browser, isScreenshotMissing } = partsOf(message, shopWords)
  const title = name === '' ? topic : name
  return (
    <>
      <div className="heading">
        <h2 id={id}>{href === null ? title : <a href={href}>{title}</a>}</h2>
        <small>
          {topic} · <time dateTime={createdAt}>{formatTime(createdAt)}</time>
        </small>
      </div>
      <p className="body" lang={text === '' ? undefined : lang}>
        {text === '' ? words('messages.deleted') : text}
      </p>
      {browser !== null && <small>{browser}</small>}
      {screenshot !== null && <Screenshot name={screenshot} />}
      {isScreenshotMissing && <p className="soft">{words('messages.screenshotMissing')}</p>}
      {sender !== null && (
        <p className="groups">
          {href !== null && (
            <a className="button quiet" href={href}>
              {words(message.answeredAt === null ? 'messages.open' : 'messages.seeAnswer')}
            </a>
          )}
          {orderReferencesIn(text).map((reference) => (
            <a key={reference} href={officeHref('orders', { q: reference })}>
              {words('messages.order', { reference })}
            </a>
          ))}
          <a href={officeHref('orders', { q: sender })}>
            {words('messages.orders', { email: sender })}
          </a>
        </p>
      )}
    </>
  )
}

function Screenshot({ name }: { readonly name: string }) {
  const { words } = useOffice()
  const href = officeHref('screenshot', { name })
  return (
    <a href={href}>
      <img className="shot" src={href} alt={words('messages.screenshot')} loading="lazy" />
    </a>
  )
}

/**
 * Splits a stored mail, which is one text in the visitor's language, into its parts. The topic is
 * in the language of `words`. The name is empty when the text is deleted.
 */
function partsOf({ lang, subject, body }: Conversation, words: Words) {
  const writerWords = wordsOf(lang)
  const paragraphs = body.split('\n\n')
  const label = writerWords('mail.browser', { userAgent: '' })
  const userAgent = paragraphs.findLast((each) => each.startsWith(label))?.slice(label.length)
  const topic = topics.find((each) => writerWords(`mail.topics.${each}`) === subject)
  return {
    name: paragraphs[0]?.replace(/ <[^<>]*>$/, '') ?? '',
    topic: topic ? words(`mail.topics.${topic}`) : subject,
    text: visitorText(body, writerWords),
    browser: userAgent ? browserName(userAgent) : null,
    isScreenshotMissing: paragraphs.includes(writerWords('mail.screenshotMissing')),
  }
}
