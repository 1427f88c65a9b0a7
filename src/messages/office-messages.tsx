import { z } from 'zod'
import { screenshotsIn, visitorText } from './contact-message.ts'
import {
  contactMessages,
  answerMessage,
  markAnswered,
  readConversation,
  reopenMessage,
} from './conversation.ts'
import type { Conversation, StaffAnswer } from './conversation.ts'
import { officeHref, officePages } from '../words/office-paths.ts'
import { useOffice, nameIn } from '../office/office-context.tsx'
import { CursorPaging, OfficeSearch, Tabs } from '../office/lists.tsx'
import { showRefusal } from '../office/refusal.tsx'
import { resource, type OfficeScreen } from '../office/resource.tsx'
import { pageStart, screen, searchText, subjectQuery } from '../office/routing.ts'
import { orderReferencesIn } from '../kit/order-number.ts'
import { formatTime } from '../words/formats.shared.ts'
import { browserName } from '../kit/visitor.ts'
import { topics } from '../kit/limits.shared.ts'
import { wordsOf, type Words } from '../words/words.shared.ts'
import { ActionNotice } from '../office/action-form.tsx'
import { ActionForm, defineAction } from '../office/actions.tsx'
import { OrderTable } from '../orders/office-orders.tsx'
import { searchOrders, type FoundOrder } from '../orders/search-orders.ts'
import { BackLink } from '../office/document.tsx'
import { typedLines } from '../office/fields.tsx'
import { EmailAddress } from '../ui/support-links.tsx'

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
  View({ query, messages, next }) {
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
        <OfficeSearch page="messages" query={q} maxLength={maxQuery}>
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
  },
})

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

function MessageView({ message, href }: MessageViewProps) {
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
          <a href={officeHref('customer', { email: sender })}>{words('order.customer')}</a>
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

const maxAnswer = 10_000

const answer = defineAction({
  name: 'answer',
  inputsFor: ({ lang }: Conversation) => ({
    text: {
      schema: typedLines(maxAnswer),
      kind: 'lines',
      rows: 8,
      maxLength: maxAnswer,
      label: ({ words }) => words('messages.answer'),
      hint: ({ words }) =>
        words('messages.answerHint', { language: nameIn(words, 'languages', lang) }),
    },
  }),
  run: async (context, person, input, { id }) =>
    answerMessage(context, person, { ...input, messageID: id }),
})

const markAsAnswered = defineAction({
  name: 'mark-answered',
  inputs: {},
  run: async (context, person, input, { id }: Conversation) =>
    markAnswered(context, person, { ...input, messageID: id }),
})

const reopen = defineAction({
  name: 'reopen',
  inputs: {},
  run: async (context, person, input, { id }: Conversation) =>
    reopenMessage(context, person, { ...input, messageID: id }),
})

const mostOrders = 5

/** Shows a visitor's message with its answers and the sender's orders, and the form to answer. */
export const messageScreen = resource({
  page: 'message',
  section: 'messages',
  query: subjectQuery,
  async load({ var: { context } }, { id }) {
    const message = await readConversation(context, id)
    if (!message) return null
    const { orders } = await searchOrders(context, message.sender ?? '')
    return { message, orders: orders.slice(0, mostOrders) }
  },
  title: ({ words }, { message }) => message.sender ?? words('sections.messages'),
  View: ConversationView,
  forms: {
    actions: [answer, markAsAnswered, reopen],
    subject: async ({ var: { context } }, { id }) => readConversation(context, id),
    href: ({ id }, done) => officeHref('message', { id, done }),
  },
})

type MessagePageProps = {
  readonly message: Conversation
  /** The sender's last orders. */
  readonly orders: readonly FoundOrder[]
}

function ConversationView({ message, orders }: MessagePageProps) {
  const { words, may } = useOffice()
  const { id, sender, answers, answeredAt, version } = message
  const form = { subject: message, version }
  const change = answeredAt === null ? markAsAnswered : reopen
  return (
    <>
      <BackLink to="messages" />
      <h1>
        <EmailAddress email={sender ?? words('sections.messages')} />
      </h1>
      <ActionNotice />
      <article className="panel" aria-labelledby={id}>
        <MessageView message={message} href={null} />
      </article>
      {answers.map((each) => (
        <AnswerView key={each.id} {...each} />
      ))}
      {orders.length > 0 && <OrderTable orders={orders} caption={words('messages.lastOrders')} />}
      {may('answer') && sender !== null && (
        <ActionForm {...form} action={answer} className="panel" submit={words('messages.send')} />
      )}
      {may('mark-answered') && (
        <ActionForm
          {...form}
          action={change}
          submit={words(`messages.${change.name}`)}
          button="button quiet"
        />
      )}
    </>
  )
}

function AnswerView({ id, text, createdAt, state }: StaffAnswer) {
  const { words } = useOffice()
  return (
    <article className="panel" aria-labelledby={id}>
      <div className="heading">
        <h2 id={id}>{words('messages.ourAnswer')}</h2>
        <small>{words(`messages.states.${state}`, { time: formatTime(createdAt) })}</small>
      </div>
      <p className="body">{text === '' ? words('messages.deleted') : text}</p>
    </article>
  )
}
