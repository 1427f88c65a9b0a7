import { z } from 'zod'
import { answerMessage, markAnswered, reopenMessage, readConversation } from './conversation.ts'
import type { Conversation, StaffAnswer } from './conversation.ts'
import { mayDo } from '../api/staff.ts'
import type { MessageAction } from '../api/staff.ts'
import { formatTime } from '../words/formats.shared.ts'
import { officeHref } from '../words/office-paths.ts'
import {
  ActionFields,
  actionForm,
  failureStatus,
  ActionNotice,
  FieldProblems,
} from '../office/action-form.tsx'
import { EmailAddress } from '../ui/support-links.tsx'
import { nameIn, useOffice } from '../office/office.tsx'
import type { OfficeContext } from '../office/office.tsx'
import { LabelledField, typedLines } from '../office/fields.tsx'
import { BackLink, renderPage } from '../office/document.tsx'
import { showRefusal } from '../office/refusal.tsx'
import { actionPost, screen, subjectQuery } from '../office/routing.ts'
import type { RejectedForm } from '../office/routing.ts'
import { MessageView } from './office-messages.tsx'

const maxAnswer = 10_000

export const messagePage = screen({ query: subjectQuery, get: showMessage })

export const messageAction = actionPost({
  query: subjectQuery,
  form: z.discriminatedUnion('action', [
    actionForm.extend({ action: z.literal('answer'), text: typedLines(maxAnswer) }),
    actionForm.extend({ action: z.enum(['mark-answered', 'reopen']) }),
  ]),
  isTyped: true,
  async run({ var: { context, person } }, { query, form, input }) {
    const subject = { ...input, messageID: query.id }
    if (form.action === 'answer')
      return answerMessage(context, person, { ...subject, text: form.text })
    return (form.action === 'reopen' ? reopenMessage : markAnswered)(context, person, subject)
  },
  hrefAfter: ({ query, form }) => officeHref('message', { id: query.id, done: form.action }),
  showAgain: showMessage,
})

/** Shows a visitor's message with its answers, and the form for the next answer. */
async function showMessage(
  c: OfficeContext,
  { id, done }: z.output<typeof subjectQuery>,
  rejected: RejectedForm | null = null,
): Promise<Response> {
  const { context, words, person } = c.var
  const message = await readConversation(context, id)
  if (!message) return showRefusal(c, 'notFound', 404)
  const title = message.sender ?? words('sections.messages')
  const forms = { message, rejected }
  return renderPage(
    c,
    { title, section: 'messages' },
    <>
      <BackLink href={officeHref('messages')} page={words('sections.messages')} />
      <h1>
        <EmailAddress email={title} />
      </h1>
      <ActionNotice done={done} failure={rejected?.failure ?? null} />
      <article className="panel" aria-labelledby={message.id}>
        <MessageView message={message} href={null} />
      </article>
      {message.answers.map((answer) => (
        <AnswerView key={answer.id} answer={answer} />
      ))}
      {mayDo(person, 'answer') && message.sender !== null && <AnswerForm {...forms} />}
      {mayDo(person, 'mark-answered') && <StateForm {...forms} />}
    </>,
    rejected ? failureStatus[rejected.failure.code] : 200,
  )
}

function AnswerView({ answer }: { answer: StaffAnswer }) {
  const { words } = useOffice()
  const { id, text, createdAt, state } = answer
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

type MessageFormProps = {
  readonly message: Conversation
  readonly rejected: RejectedForm | null
}

function AnswerForm({ message, rejected }: MessageFormProps) {
  const { words } = useOffice()
  const text = rejected?.fields['text'] ?? ''
  const language = nameIn(words, 'languages', message.lang)
  return (
    <form method="post" action={officeHref('message', { id: message.id })} className="panel">
      <ActionFields action="answer" version={message.version} />
      <FieldProblems failure={rejected?.failure ?? null}>
        <LabelledField label={words('messages.answer')}>
          <textarea name="text" rows={8} maxLength={maxAnswer} defaultValue={text} required />
          <small>{words('messages.answerHint', { language })}</small>
        </LabelledField>
      </FieldProblems>
      <button className="button">{words('messages.send')}</button>
    </form>
  )
}

function StateForm({ message }: MessageFormProps) {
  const { words } = useOffice()
  const action: MessageAction = message.answeredAt === null ? 'mark-answered' : 'reopen'
  return (
    <form method="post" action={officeHref('message', { id: message.id })}>
      <ActionFields action={action} version={message.version} />
      <button className="button quiet">{words(`messages.${action}`)}</button>
    </form>
  )
}
