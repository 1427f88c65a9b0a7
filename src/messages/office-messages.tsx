import { z } from 'zod'
import { screenshotsIn, visitorText } from './contact-message.ts'
import { contactMessages } from './conversation.ts'
import type { Conversation } from './conversation.ts'
import { officeHref } from '../words/office-paths.ts'
import { useOffice } from '../office/office.tsx'
import type { OfficeContext } from '../office/office.tsx'
import { CursorPaging, StaffSearch } from '../office/lists.tsx'
import { renderPage } from '../office/document.tsx'
import { showRefusal } from '../office/refusal.tsx'
import { screen, pageStart, searchText } from '../office/routing.ts'
import { orderReferencesIn } from '../kit/order-number.ts'
import { formatTime } from '../words/formats.shared.ts'
import { browserName } from '../kit/visitor.ts'
import { topics } from './contact-topics.shared.ts'
import { wordsOf } from '../words/words.shared.ts'
import type { Words } from '../words/words.shared.ts'

const maxQuery = 100
const tabs = ['open', 'answered'] as const
type Tab = (typeof tabs)[number]

const messagesQuery = z.object({
  tab: z.enum(tabs).catch('open'),
  q: searchText(maxQuery),
  after: pageStart,
})

export const messagesPage = screen({ query: messagesQuery, get: showMessages })

/** Shows messages of contact forms: those that wait longest for an answer, or the last answered. */
async function showMessages(
  c: OfficeContext,
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
export const screenshot = screen({
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
 * The parts of a message, for staff. The stored mail contains them as one text in the visitor's
 * language.
 */
type MessageParts = {
  /** Empty when the text is deleted. */
  readonly name: string
  /** The topic in the reader's language. */
  readonly topic: string
  readonly text: string
  /** Device and browser, such as `iPhone, Safari 18`, or null if they are not known. */
  readonly browser: string | null
  /** The shop did not store the visitor's screenshot. */
  readonly isScreenshotMissing: boolean
}

/** @param words in the reader's language */
function partsOf({ lang, subject, body }: Conversation, words: Words): MessageParts {
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
