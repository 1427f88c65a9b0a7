import { Fragment } from 'react'
import { z } from 'zod'
import { screenshotsIn, visitorText } from './contact-message.ts'
import {
  answerMessage,
  markAnswered,
  messageList,
  messagesOf,
  readConversation,
  reopenMessage,
  toConversation,
} from './conversation.ts'
import type { Conversation, ConversationRow, StaffAnswer } from './conversation.ts'
import { officeHref, officePages } from '../words/office-paths.ts'
import { useOffice, nameIn, type OfficeWords } from '../office/office-context.tsx'
import { dayFilters, type ListInput } from '../office/list-rows.ts'
import { listScreen } from '../office/list.tsx'
import { Ago, Tabs } from '../office/lists.tsx'
import { fileTime } from '../office/money-files.ts'
import { showRefusal } from '../office/refusal.tsx'
import { resource, type OfficeScreen } from '../office/resource.tsx'
import { screen, subjectQuery } from '../office/routing.ts'
import { orderReferencesIn } from '../kit/order-number.ts'
import { formatTime } from '../words/formats.shared.ts'
import { browserName } from '../kit/visitor.ts'
import { topics } from '../kit/limits.shared.ts'
import { sql } from '../kit/sql.ts'
import { excerpt } from '../kit/text.shared.ts'
import { defaultLocale, knownLocales, locales } from '../words/locales.shared.ts'
import { wordsOf } from '../words/words.shared.ts'
import { ActionNotice } from '../office/action-form.tsx'
import { ActionForm, defineAction } from '../office/actions.tsx'
import { OrderTable } from '../orders/office-orders.tsx'
import { searchOrders, type FoundOrder } from '../orders/search-orders.ts'
import { BackLink } from '../office/document.tsx'
import { typedLines } from '../office/fields.tsx'
import { EmailAddress } from '../ui/support-links.tsx'
import {
  DraftLinks,
  ResendForms,
  draftText,
  drafts,
  readDelivered,
  resendFromMessage,
  type DeliveredOrder,
} from './office-sender.tsx'

const tabs = ['open', 'answered'] as const

const isAnsweredTab = (query: ListInput) => query['tab'] === 'answered'

/** Shows messages of contact forms: those that wait longest for an answer, or the last answered. */
export const messagesScreen = listScreen<Conversation, ConversationRow, object>({
  page: 'messages',
  section: 'messages',
  id: 'o.id',
  idOf: ({ id }) => id,
  filters: {
    topic: {
      options: topics,
      names: 'topics',
      where: (topic) => sql`o.subject IN (SELECT value FROM json_each(${subjectsOf(topic)}))`,
    },
    language: {
      options: locales,
      names: 'languages',
      where: (locale) => sql`coalesce(o.lang, ${defaultLocale}) = ${locale}`,
    },
    ...dayFilters('o.created_at'),
  },
  sorts: { newest: { first: 'highest' }, oldest: { first: 'lowest' } },
  usualSort: (query) => (query.q === '' && !isAnsweredTab(query) ? 'oldest' : 'newest'),
  source: (_, query) => ({
    ...messageList,
    where: messagesOf({ q: query.q, isAnswered: isAnsweredTab(query) }),
  }),
  toRows: (_, rows) => rows.map((row) => toConversation(row)),
  columns: [
    {
      name: (words) => words('messages.sender'),
      cell: SenderCell,
      text: ({ sender }) => sender ?? '',
    },
    { name: (words) => words('messages.name'), text: (message) => partsOf(message).name },
    {
      name: (words) => words('messages.text'),
      cell: TextCell,
      text: (message) => partsOf(message).text,
    },
    {
      name: (words) => words('filters.topic'),
      cell: (message, { words }) => topicOf(message, words),
      kind: 'extra',
      text: topicOf,
    },
    {
      name: (words) => words('filters.language'),
      text: ({ lang }, words) => nameIn(words, 'languages', lang),
    },
    {
      name: (words) => words('messages.received'),
      cell: ({ createdAt }) => <Ago time={createdAt} />,
      text: ({ createdAt }) => fileTime(createdAt),
    },
    {
      name: (words) => words('messageTabs.answered'),
      cell: ({ answeredAt }) => (answeredAt === null ? '—' : <Ago time={answeredAt} />),
      text: ({ answeredAt }) => fileTime(answeredAt ?? ''),
    },
  ],
  load: async () => ({}),
  tab: { parameter: 'tab', names: 'messageTabs' },
  Above({ query }) {
    const { words } = useOffice()
    return (
      <Tabs
        label={words('messages.tabsLabel')}
        tabs={tabs.map((tab) => ({
          name: words(`messageTabs.${tab}`),
          href: officeHref('messages', tab === 'open' ? {} : { tab }),
          isCurrent: query.q === '' && isAnsweredTab(query) === (tab === 'answered'),
        }))}
      />
    )
  },
})

/** JSON: the subjects that messages about a topic have, which depend on the visitor's language. */
function subjectsOf(topic: string): string {
  const subjects = topics
    .filter((each) => each === topic)
    .flatMap((each) => knownLocales.map((locale) => wordsOf(locale)(`mail.topics.${each}`)))
  return JSON.stringify(subjects)
}

function SenderCell(message: Conversation) {
  const { words } = useOffice()
  const { id, sender } = message
  return (
    <>
      <a href={officeHref('message', { id })}>{partsOf(message).name || topicOf(message, words)}</a>
      {sender !== null && (
        <>
          <br />
          <small>
            <a href={officeHref('customer', { email: sender })}>
              <EmailAddress email={sender} />
            </a>
          </small>
        </>
      )}
    </>
  )
}

/** Characters of a message in the list. */
const excerptLength = 200

function TextCell(message: Conversation) {
  const { words } = useOffice()
  const { text } = partsOf(message)
  if (text === '') return words('messages.deleted')
  return (
    <>
      <span lang={message.lang}>{excerpt(text, excerptLength)}</span>
      <OrderLinks text={text} />
    </>
  )
}

/** Links to the orders that a text names. */
function OrderLinks({ text }: { readonly text: string }) {
  const { words } = useOffice()
  return orderReferencesIn(text).map((reference) => (
    <Fragment key={reference}>
      {' '}
      <a href={officeHref('orders', { q: reference })}>{words('messages.order', { reference })}</a>
    </Fragment>
  ))
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

function MessageView({ message }: { readonly message: Conversation }) {
  const { words } = useOffice()
  const { id, lang, createdAt, sender, screenshot } = message
  const { name, text, browser, isScreenshotMissing } = partsOf(message)
  const topic = topicOf(message, words)
  return (
    <>
      <div className="heading">
        <h2 id={id}>{name === '' ? topic : name}</h2>
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
          <OrderLinks text={text} />
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
 * Splits a stored mail, which is one text in the visitor's language, into its parts. The name is
 * empty when the text is deleted.
 */
function partsOf({ lang, body }: Conversation) {
  const writerWords = wordsOf(lang)
  const paragraphs = body.split('\n\n')
  const label = writerWords('mail.browser', { userAgent: '' })
  const userAgent = paragraphs.findLast((each) => each.startsWith(label))?.slice(label.length)
  return {
    name: paragraphs[0]?.replace(/ <[^<>]*>$/, '') ?? '',
    text: visitorText(body, writerWords),
    browser: userAgent ? browserName(userAgent) : null,
    isScreenshotMissing: paragraphs.includes(writerWords('mail.screenshotMissing')),
  }
}

function topicOf({ lang, subject }: Conversation, words: OfficeWords): string {
  const topic = topics.find((each) => wordsOf(lang)(`mail.topics.${each}`) === subject)
  return topic ? words(`topics.${topic}`) : subject
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
  query: subjectQuery.extend({ draft: z.enum(drafts).optional().catch(undefined) }),
  async load({ var: { context } }, { id, draft }) {
    const message = await readConversation(context, id)
    if (!message) return null
    const { orders } = await searchOrders(context, message.sender ?? '')
    const { SITE_ORIGIN: origin } = context.config
    return {
      message,
      orders: orders.slice(0, mostOrders),
      delivered: await readDelivered(context, orders),
      text: draft && draftText(draft, message.lang, partsOf(message).name, origin),
    }
  },
  title: ({ words }, { message }) => message.sender ?? words('sections.messages'),
  View: ConversationView,
  forms: {
    actions: [answer, markAsAnswered, reopen, resendFromMessage],
    subject: async ({ var: { context } }, { id }) => readConversation(context, id),
    href: ({ id }, done) => officeHref('message', { id, done }),
  },
})

type MessagePageProps = {
  readonly message: Conversation
  /** The sender's last orders. */
  readonly orders: readonly FoundOrder[]
  readonly delivered: readonly DeliveredOrder[]
  /** The chosen draft of an answer. */
  readonly text: string | undefined
}

function ConversationView({ message, orders, delivered, text }: MessagePageProps) {
  const { words, may } = useOffice()
  const { id, sender, answers, answeredAt, version } = message
  const change = answeredAt === null ? markAsAnswered : reopen
  return (
    <>
      <BackLink to="messages" />
      <h1>
        <EmailAddress email={sender ?? words('sections.messages')} />
      </h1>
      <ActionNotice />
      <article className="panel" aria-labelledby={id}>
        <MessageView message={message} />
      </article>
      {answers.map((each) => (
        <AnswerView key={each.id} {...each} />
      ))}
      {orders.length > 0 && <OrderTable orders={orders} caption={words('messages.lastOrders')} />}
      <ResendForms message={message} delivered={delivered} />
      {may('answer') && sender !== null && <AnswerForm message={message} text={text} />}
      {may('mark-answered') && (
        <ActionForm
          subject={message}
          version={version}
          action={change}
          submit={words(`messages.${change.name}`)}
          button="button quiet"
        />
      )}
    </>
  )
}

function AnswerForm({ message, text }: Pick<MessagePageProps, 'message' | 'text'>) {
  const { words } = useOffice()
  const { id, version } = message
  return (
    <div className="panel" id="answer">
      <DraftLinks id={id} />
      <ActionForm
        subject={message}
        version={version}
        action={answer}
        initial={text === undefined ? {} : { text }}
        className="fields"
        submit={words('messages.send')}
      />
    </div>
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
