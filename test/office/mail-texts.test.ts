import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it } from 'vitest'
import { mayDo, staffRoles } from '../../src/api/staff.ts'
import { composeMail } from '../../src/messages/compose-mail.ts'
import { writeLetter } from '../../src/messages/letter.ts'
import { mailNames, withOwnTexts } from '../../src/messages/mail-texts.ts'
import { findMessage } from '../../src/messages/outbox.ts'
import { sql } from '../../src/kit/sql.ts'
import { wordsOf } from '../../src/words/words.shared.ts'
import { press, publish } from '../support/office-texts.ts'
import { clearShop, pay, placeOrder, rows, run, stockShop } from '../support/small-shop.ts'
import { auditRows, staffContext } from '../support/staff.ts'
import { pressedForm, visitAs } from '../support/visit-office.ts'

const path = '/admin/text?kind=mail&ident=esim'
const own = {
  'en-subject': 'Off you go: {{plan}}',
  'en-heading': '{{place}} is waiting',
  'en-text': 'Thanks!\r\n\r\nYour {{product}} is below.',
  'ru-subject': 'В путь: {{plan}}',
  'ru-heading': '{{place}} ждёт',
  'ru-text': 'Спасибо!',
}

beforeEach(async () => {
  await clearShop()
  await run(`DELETE FROM texts`, `DELETE FROM text_versions`)
  await stockShop(2)
})

/** Returns the newest message of a purpose as its carrier would get it. */
async function mailOf(purpose: string, where = 'true') {
  const [row] = await rows<{ id: string }>(
    `SELECT id FROM outbox WHERE purpose = '${purpose}' AND ${where} ORDER BY created_at DESC`,
  )
  const message = await findMessage(env.DB, row?.id ?? '')
  if (!message) throw new Error(`no message of ${purpose}`)
  return composeMail(staffContext(), message)
}

async function buy(lang: string): Promise<void> {
  const order = await placeOrder()
  await run(`UPDATE orders SET lang = '${lang}' WHERE id = '${order}'`)
  await pay(order)
}

it.each([
  ['en', /^Off you go: Türkiye, 10.GB, 30.days$/, 'Türkiye is waiting', 'Your eSIM: Türkiye'],
  ['ru', /^В.путь: Турция, 10.ГБ, 30.дней$/, 'Турция ждёт', 'Ваша eSIM: Турция'],
])('sends the text of the owner in %s, and the shipped one after a reset', async (...expected) => {
  const [lang, subject, text, shipped] = expected
  expect((await publish(path, own)).status).toBe(303)
  await buy(lang)
  const mail = await mailOf('esim')
  expect(mail.subject).toMatch(subject)
  expect(mail.text).toContain(text)
  expect(mail.html).toContain(text)
  expect((await press(path, 'reset-text')).status).toBe(303)
  expect((await mailOf('esim')).subject).toContain(shipped)
  const actions = (await auditRows('mail:esim')).map(({ action }) => action)
  expect(new Set(actions)).toEqual(new Set(['publish-text', 'reset-text']))
})

it('replaces no text that staff typed, even if it looks like a shipped one', async () => {
  const content = JSON.stringify({ subject: '', heading: '', text: 'Остаток: {{left}}' })
  await run(sql`INSERT INTO texts (kind, lang, ident, content)
    VALUES ('mail', 'ru', 'usage', ${content})`)
  const text = wordsOf('ru')('mail.usage', { left: '3 ГБ', limit: '10 ГБ. Если мало, пополните' })
  const letter = writeLetter({ locale: 'ru', heading: 'Ответ', parts: [{ kind: 'text', text }] })
  const sentText = async (purpose: string) => {
    const sent = await withOwnTexts(env.DB, {
      ...letter,
      purpose,
      id: '1',
      kind: 'mail',
      recipient: 'anna@example.com',
      replyTo: null,
      subject: '',
      createdAt: '2026-11-21T10:00:00.000Z',
    })
    return sent.letter?.parts
  }
  expect(await sentText('usage')).toEqual([{ kind: 'text', text: 'Остаток: 3 ГБ' }])
  expect(await sentText('answer')).toEqual([{ kind: 'text', text }])
})

it.each([
  [{ 'en-subject': 'Off you go' }, 'Subject (English): {{plan}} is missing'],
  [{ 'ru-subject': 'В путь' }, 'Subject (Russian): {{plan}} is missing'],
  [{ 'en-text': 'Hello {{name}}' }, 'Text (English): the shop does not fill {{name}}'],
  [{ 'en-text': '' }, 'Check the field ‘Text (English)’'],
  [
    { 'en-subject': '', 'en-heading': '', 'en-text': '' },
    'The text is needed in this language too: English',
  ],
])('names wrong variables and missing texts: %j', async (change, problem) => {
  const answer = await publish(path, { ...own, ...change })
  expect(answer.status).toBe(422)
  expect(await answer.text()).toContain(problem)
  expect(await rows(`SELECT 1 FROM texts WHERE kind = 'mail'`)).toEqual([])
})

it('previews a draft with invented values, and stores nothing', async () => {
  const form = { ...(await pressedForm('owner', path, 'publish-text')), ...own, lang: 'ru' }
  const page = await visitAs('owner', path.replace('/text', '/text/preview'), { form })
  const html = await page.text()
  expect(html).toContain('<html lang="ru"')
  expect(html).toMatch(/Subject: В.путь: Турция, 10.ГБ, 30.дней/)
  expect(html).toContain('Спасибо!')
  const policy = page.headers.get('Content-Security-Policy')
  expect(policy).toMatch(/^default-src 'none'; style-src( 'sha256-[^']+'){3}; img-src/)
  expect(html).not.toMatch(/<[^>]+ style=/)
  expect(html).toContain('[data-style="0"]{')
  expect(await rows(`SELECT 1 FROM texts WHERE kind = 'mail'`)).toEqual([])
})

describe('a test email', () => {
  it('comes once, in every language, with the published text', async () => {
    await publish(path, own)
    const form = await pressedForm('owner', path, 'test-text')
    const send = async () => (await visitAs('owner', path, { form })).status
    expect(await Promise.all([send(), send()])).toEqual([303, 303])
    expect(await rows(`SELECT 1 FROM outbox WHERE purpose = 'test'`)).toHaveLength(2)
    const mail = await mailOf('test', `dedupe_key LIKE '%:ru'`)
    expect(mail.subject).toMatch(/^В.путь: Турция/)
    expect(mail.to).toBe('olga@shop.example')
    // The form to publish stays valid.
    expect((await press(path, 'reset-text')).status).toBe(303)
  })

  it.each(staffRoles)('is allowed or rejected for the role %s', async (role) => {
    const form = await pressedForm('owner', path, 'test-text')
    const isAllowed = mayDo({ role }, 'test-text')
    expect((await visitAs(role, path, { form })).status).toBe(isAllowed ? 303 : 403)
    const sent = await rows(`SELECT 1 FROM outbox WHERE purpose = 'test'`)
    expect(sent).toHaveLength(isAllowed ? 2 : 0)
  })
})

it.each(['en', 'ru'])('lists and opens every email in %s', async (locale) => {
  const headers = { 'Accept-Language': locale }
  const list = await (await visitAs('support', '/admin/content?kind=mail', { headers })).text()
  for (const ident of mailNames) {
    const address = `/admin/text?kind=mail&ident=${ident}`
    expect(list).toContain(`href="${address.replace('&', '&amp;')}"`)
    expect((await visitAs('support', address, { headers })).status, ident).toBe(200)
  }
})
