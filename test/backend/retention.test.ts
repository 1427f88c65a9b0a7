import { env } from 'cloudflare:workers'
import { beforeEach, expect, it } from 'vitest'
import { deleteOldRows, deleteScreenshots } from '../../src/office/delete-old-rows.ts'
import { retention } from '../../src/kit/retention.ts'
import { clock, rows, openShop, run } from '../support/small-shop.ts'
import { sql } from '../../src/kit/sql.ts'

beforeEach(async () => openShop(1))

/** A time one second before or after the age at which a row is deleted. */
const ago = (milliseconds: number, isOld: boolean) =>
  new Date(clock.now.getTime() - milliseconds + (isOld ? -1000 : 1000)).toISOString()

async function addMessage(id: string, purpose: string, createdAt: string, sentAt: string | null) {
  await run(sql`INSERT INTO outbox
    (id, kind, purpose, dedupe_key, recipient, subject, body, created_at, sent_at)
    VALUES (${id}, 'mail', ${purpose}, ${id}, 'anna@example.com', 'Hello', 'A text', ${createdAt},
      ${sentAt})`)
}

it('empties old sent messages, and deletes old unsent messages', async () => {
  const { messages } = retention
  await addMessage('young', 'usage', ago(messages, false), ago(messages, false))
  await addMessage('old', 'usage', ago(messages, true), ago(messages, true))
  await addMessage('unsent', 'usage', ago(messages, true), null)
  await deleteOldRows({ db: env.DB, now: clock.now, config: { SESSION_IDLE_DAYS: 60 } })
  expect(await rows('SELECT id, recipient, subject, body FROM outbox ORDER BY id')).toEqual([
    { id: 'old', recipient: 'anna@example.com', subject: '', body: '' },
    { id: 'young', recipient: 'anna@example.com', subject: 'Hello', body: 'A text' },
  ])
})

it('stores messages from contact forms as long as their screenshots', async () => {
  const { messages, contactMessages } = retention
  const sent = ago(0, true)
  await addMessage('answerable', 'contact-message', ago(messages, true), sent)
  await addMessage('old', 'contact-message', ago(contactMessages, true), sent)
  await addMessage('unsent', 'contact-message', ago(contactMessages, true), null)
  await deleteOldRows({ db: env.DB, now: clock.now, config: { SESSION_IDLE_DAYS: 60 } })
  expect(await rows(`SELECT id, body FROM outbox ORDER BY id`)).toEqual([
    { id: 'answerable', body: 'A text' },
  ])
})

it('deletes sent sign-in codes after an hour, and unsent codes, without their text, after a day', async () => {
  const { signInCodes } = retention
  const day = 24 * 3_600_000
  await addMessage('young', 'sign-in-code', ago(signInCodes, false), ago(signInCodes, false))
  await addMessage('old', 'sign-in-code', ago(signInCodes, true), ago(signInCodes, true))
  await addMessage('unsent', 'sign-in-code', ago(day, false), null)
  await addMessage('forgotten', 'sign-in-code', ago(day, true), null)
  await addMessage('mail', 'esim', ago(signInCodes, true), ago(signInCodes, true))
  await deleteOldRows({ db: env.DB, now: clock.now, config: { SESSION_IDLE_DAYS: 60 } })
  expect(await rows(`SELECT id, body FROM outbox ORDER BY id`)).toEqual([
    { id: 'mail', body: 'A text' },
    { id: 'unsent', body: '' },
    { id: 'young', body: 'A text' },
  ])
})

it('deletes visitors’ comments about answers, and later their counts', async () => {
  const { answerReviews, answerCounts } = retention
  for (const isOld of [true, false]) {
    const name = isOld ? 'old' : 'young'
    const counted = ago(answerCounts + (isOld ? 86_400_000 : 0), isOld)
    await env.DB.prepare(
      `INSERT INTO answer_reviews (id, lang, ident, is_helpful, count, comment, created_at)
      VALUES (?1 || ' comment', 'en', 'how-much', 0, 1, 'Cuba?', ?2),
        (?1 || ' count', 'en', 'how-much', 0, 5, '', ?3)`,
    )
      .bind(name, ago(answerReviews, isOld), counted)
      .run()
  }
  await deleteOldRows({ db: env.DB, now: clock.now, config: { SESSION_IDLE_DAYS: 60 } })
  expect(await rows('SELECT id, comment FROM answer_reviews ORDER BY id')).toEqual([
    { id: 'old comment', comment: '' },
    { id: 'young comment', comment: 'Cuba?' },
    { id: 'young count', comment: '' },
  ])
})

it('deletes old screenshots once an hour', async () => {
  const key = 'screenshots/a.png'
  await env.UPLOADS.put(key, 'picture')
  await env.UPLOADS.put('other/b.png', 'not a screenshot')
  const uploaded = (await env.UPLOADS.head(key))?.uploaded ?? clock.now
  const names = async () => (await env.UPLOADS.list()).objects.map((object) => object.key)
  const end = Math.ceil((uploaded.getTime() + retention.contactMessages) / 3_600_000) * 3_600_000
  const at = (minutes: number) => new Date(end + minutes * 60_000)
  await deleteScreenshots(env.UPLOADS, at(17 - 120))
  await deleteScreenshots(env.UPLOADS, at(18))
  expect(await names()).toEqual(['other/b.png', key])
  await deleteScreenshots(env.UPLOADS, at(17))
  expect(await names()).toEqual(['other/b.png'])
})
