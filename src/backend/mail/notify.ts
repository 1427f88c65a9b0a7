import type { z } from 'zod'
import type { mailNotify, Topic } from '../../contract/notify.ts'
import { found } from '../call.ts'
import type { Call, Reply } from '../call.ts'

type Message = z.output<typeof mailNotify.input>

/** Puts a visitor's message into the outbox. Its id is made of the message and the day, so that a double submit is one mail. */
export async function notifyByMail(
  call: Call,
  message: Message,
): Promise<Reply<{ data: { topic: Topic } }>> {
  const { db, config, words, now } = call
  const { topic, name, email, message: text } = message
  const recipient = topic === 'support' ? config.SUPPORT_EMAIL : config.PARTNERS_EMAIL
  const day = now.toISOString().slice(0, 10)
  const id = `notify:${await digest([day, topic, name, email, text].join('\n'))}`
  const campaign = Object.entries(message.utm ?? {}).map(([key, value]) => `${key}: ${value}`)
  const body = [`${name} <${email}>`, text, ...campaign].join('\n\n')
  await db
    .prepare(
      `INSERT INTO outbox (id, kind, recipient, subject, body, created_at) VALUES (?, 'mail', ?, ?, ?, ?)
      ON CONFLICT (id) DO NOTHING`,
    )
    .bind(id, recipient, words(`mail.topics.${topic}`), body, now.toISOString())
    .run()
  return found({ data: { topic } })
}

async function digest(text: string): Promise<string> {
  const bytes = new Uint8Array(
    await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)),
  )
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
