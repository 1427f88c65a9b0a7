import { ActionNotice } from '../office/action-form.tsx'
import { ActionForm, defineAction } from '../office/actions.tsx'
import { BackLink } from '../office/document.tsx'
import { typedLines } from '../office/fields.tsx'
import { nameIn, useOffice } from '../office/office.tsx'
import { resource, subjectQuery } from '../office/resource.tsx'
import { EmailAddress } from '../ui/support-links.tsx'
import { formatTime } from '../words/formats.shared.ts'
import { officeHref } from '../words/office-paths.ts'
import { answerMessage, markAnswered, readConversation, reopenMessage } from './conversation.ts'
import type { Conversation, StaffAnswer } from './conversation.ts'
import { MessageView } from './office-messages.tsx'

const maxAnswer = 10_000

const answer = defineAction({
  name: 'answer',
  inputsFor: ({ lang }: Conversation) => ({
    text: {
      schema: typedLines(maxAnswer),
      kind: 'lines',
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

/** Shows a visitor's message with its answers, and the form for the next answer. */
export const messageScreen = resource({
  page: 'message',
  section: 'messages',
  query: subjectQuery,
  async load({ var: { context } }, { id }) {
    const message = await readConversation(context, id)
    return message && { message }
  },
  title: ({ words }, { message }) => message.sender ?? words('sections.messages'),
  View: ConversationView,
  forms: {
    actions: [answer, markAsAnswered, reopen],
    subject: async ({ var: { context } }, { id }) => readConversation(context, id),
    href: ({ id }, done) => officeHref('message', { id, done }),
  },
})

function ConversationView({ message }: { readonly message: Conversation }) {
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
