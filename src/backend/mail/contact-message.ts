import type { z } from 'zod'
import type { mailNotify } from '../../contract/mail-notify.ts'
import type { Topic } from '../../domain/contact-topics.ts'
import { found, tooMany } from '../context.ts'
import type { Call, Reply } from '../context.ts'
import { countFromVisitor } from '../rate-limit.ts'
import { sha256Hex } from '../hashing.ts'
import type { Files } from '../routing/request-input.ts'
import { insertMessage } from './outbox.ts'
import { imageTypeOf } from './image-type.ts'

/** Messages from one address within an hour: each may carry a screenshot, which is kept. */
const messagesAnHour = 30

type Message = z.output<typeof mailNotify.input>

/**
 * Puts a visitor's message into the outbox; a screenshot goes to the bucket and the mail names it. The id is made of the message and the
 * day, so that a double submit is one mail and one file.
 */
export async function notifyByMail(
  call: Call,
  message: Message,
  { screenshot }: Files,
): Promise<Reply<{ data: { topic: Topic } }>> {
  const { db, config, uploads, words, now } = call
  if (!(await countFromVisitor(call, 'message', messagesAnHour)))
    return tooMany(words('api.tooManyMessages'))
  const { topic, name, email, message: text } = message
  const picture = screenshot && new Uint8Array(await screenshot.arrayBuffer())
  const type = picture && imageTypeOf(picture)
  if (picture && !type)
    return { ok: false, status: 422, errors: { screenshot: [words('api.notAPicture')] } }

  const day = now.toISOString().slice(0, 10)
  const digest = await sha256Hex([day, topic, name, email, text].join('\n'))
  const file = type && `screenshots/${digest}.${type}`
  if (picture && file)
    await uploads.put(file, picture, { httpMetadata: { contentType: `image/${type}` } })
  const campaign = Object.entries(message.utm ?? {}).map(([key, value]) => `${key}: ${value}`)
  const named = file ? [words('mail.screenshot', { file })] : []
  const { userAgent } = message
  const browser = userAgent ? [words('mail.browser', { userAgent })] : []
  await insertMessage(db, {
    id: `notify:${digest}`,
    kind: 'mail',
    recipient: topic === 'support' ? config.SUPPORT_EMAIL : config.PARTNERS_EMAIL,
    subject: words(`mail.topics.${topic}`),
    body: [`${name} <${email}>`, text, ...named, ...browser, ...campaign].join('\n\n'),
    createdAt: now.toISOString(),
  }).run()
  return found({ data: { topic } })
}
