import { err, ok } from '../../domain/result.ts'
import type { Result } from '../../domain/result.ts'
import { wordsOf } from '../../locale/words.ts'
import { visitorText } from '../mail/contact-message.ts'
import { writeLetter } from '../mail/letter-text.ts'
import type { Letter } from '../mail/letter.ts'
import { insertMessage } from '../mail/outbox.ts'
import { readConversation } from './conversation.ts'
import type { Conversation } from './conversation.ts'
import { performAction } from './perform-action.ts'
import type {
  ActionContext,
  ActionInput,
  ActionPlan,
  ActionProblem,
  ActionResult,
} from './perform-action.ts'
import type { MessageAction, StaffMember } from './staff.ts'

type MessageInput = ActionInput & { readonly messageID: string }

/** Emails an answer to the visitor who wrote a message, and marks the message as answered. */
export async function answerMessage(
  context: ActionContext,
  staff: StaffMember,
  { text, ...input }: MessageInput & { readonly text: string },
): Promise<ActionResult> {
  const { db } = context
  return act(context, staff, { ...input, action: 'answer', input: { text } }, (conversation) => {
    const { id: messageID, sender, subject, recipient } = conversation
    if (sender === null) return err({ code: 'refused', reason: 'no-address' })
    return ok({
      details: {},
      // An erasure does not change the version of the message.
      condition: {
        sql: `EXISTS (SELECT 1 FROM outbox WHERE id = ? AND body <> '')`,
        params: [messageID],
      },
      effects: ({ id, at }) => [
        insertMessage(db, {
          kind: 'mail',
          purpose: 'answer',
          dedupeKey: id,
          recipient: sender,
          subject: `Re: ${subject}`,
          ...writeLetter(letterOf(conversation, text)),
          replyTo: recipient,
          answers: messageID,
          createdAt: new Date(at),
        }),
        setAnswered(db, messageID, at),
      ],
    })
  })
}

/** Marks a message that was answered elsewhere or needs no answer. */
export async function markAnswered(
  context: ActionContext,
  staff: StaffMember,
  input: MessageInput,
): Promise<ActionResult> {
  const request = { ...input, action: 'mark-answered', input: {} } as const
  return act(context, staff, request, ({ id, answeredAt }) => {
    if (answeredAt !== null) return err({ code: 'refused', reason: 'answered' })
    return ok({ details: {}, effects: ({ at }) => [setAnswered(context.db, id, at)] })
  })
}

/** Marks an answered message as waiting for an answer again. */
export async function reopenMessage(
  context: ActionContext,
  staff: StaffMember,
  input: MessageInput,
): Promise<ActionResult> {
  const request = { ...input, action: 'reopen', input: {} } as const
  return act(context, staff, request, ({ id, answeredAt }) => {
    if (answeredAt === null) return err({ code: 'refused', reason: 'not-answered' })
    return ok({ details: {}, effects: () => [setAnswered(context.db, id, null)] })
  })
}

async function act(
  context: ActionContext,
  staff: StaffMember,
  {
    messageID,
    ...request
  }: MessageInput & { readonly action: MessageAction; readonly input: unknown },
  plan: (conversation: Conversation) => Result<ActionPlan, ActionProblem>,
): Promise<ActionResult> {
  const subject = { kind: 'message', id: messageID } as const
  return performAction(context, staff, { ...request, subject }, async () => {
    const conversation = await readConversation(context, messageID)
    return conversation ? plan(conversation) : err({ code: 'not-found' })
  })
}

/** Returns the answer with the visitor's message below it. */
function letterOf({ lang, body }: Conversation, text: string): Letter {
  const words = wordsOf(lang)
  return {
    locale: lang,
    heading: words('mail.answerHeading'),
    parts: [
      { kind: 'text', text },
      { kind: 'note', text: words('mail.youWrote') },
      { kind: 'quote', text: visitorText(body, words) },
    ],
  }
}

function setAnswered(db: D1Database, id: string, at: string | null): D1PreparedStatement {
  return db.prepare('UPDATE outbox SET answered_at = ? WHERE id = ?').bind(at, id)
}
