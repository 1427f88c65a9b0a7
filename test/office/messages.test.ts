import { env } from 'cloudflare:workers'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { wordsOf } from '../../src/words/words.shared.ts'
import { giveUpMessages, maxAttempts } from '../../src/messages/send-outbox.ts'
import { mayDo, staffRoles } from '../../src/api/staff.ts'
import {
  advanceClock,
  api,
  clearShop,
  clock,
  mailWebhook,
  rows,
  sendMessages,
  settings,
  stockShop,
  words,
  run,
  numbersTo,
  contactMessage,
} from '../support/small-shop.ts'
import { auditRows, paidOrder } from '../support/staff.ts'
import { pressedForm, visitOffice, visitAs, officePage, sendForm } from '../support/visit-office.ts'
import { sql } from '../../src/kit/sql.ts'

beforeEach(clearShop)
afterEach(() => vi.unstubAllGlobals())

const file = `screenshots/${'a'.repeat(64)}.png`
const picture = new Uint8Array([0x89, 0x50, 0x4e, 0x47])

async function write(message: string, locale: 'en' | 'ru' = 'en'): Promise<string> {
  const sent = await api(locale).mailNotify({
    ...contactMessage,
    message,
    userAgent: 'Mozilla/5.0 (Pixel 9)',
    utm: { utm_source: 'mail' },
  })
  expect(sent.ok).toBe(true)
  const found = await env.DB.prepare(`SELECT id FROM outbox WHERE instr(body, ?)`)
    .bind(message)
    .first<string>('id')
  return found ?? ''
}

const pathOf = (id: string) => `/admin/message?id=${id}`

async function act(id: string, action: string, fields: object = {}) {
  return sendForm('support', pathOf(id), action, fields)
}

/** Returns the ids of the messages in a list. */
const idsIn = (list: string) =>
  Array.from(
    list.matchAll(/<th scope="row">(?:<input[^>]*> )?<a href="\/admin\/message\?id=([^"]+)"/g),
    ([, id = '']) => id,
  )

const textOf = async (path: string) => officePage('support', path)

it('shows messages as text, with a link to their sender', async () => {
  await write('The code does <b>not</b> scan')
  const page = await textOf('/admin/messages')
  expect(page).toContain('The code does &lt;b&gt;not&lt;/b&gt; scan')
  expect(page).toContain('href="/admin/customer?email=anna%40example.com"')
})

it('links to the order that a message names, even if it has another address', async () => {
  const id = await write('Order: A2B3C4D5E6\n\nI typed the wrong email')
  for (const path of ['/admin/messages', pathOf(id)])
    expect(await textOf(path)).toContain('href="/admin/orders?q=A2B3C4D5E6">Find A2B3C4D5E6')
})

it('shows the visitor, the topic in the language of the page, and the browser', async () => {
  const userAgent = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0'
  await api('ru').mailNotify({
    topic: 'support',
    name: 'Анна',
    email: 'anna@example.com',
    message: 'Код не сканируется',
    consent: true,
    userAgent,
  })
  const list = await textOf('/admin/messages')
  const [, path = ''] =
    /<th scope="row">(?:<input[^>]*> )?<a href="([^"]+)">Анна<\/a>/.exec(list) ?? []
  expect(list).toContain('<span lang="ru">Код не сканируется</span>')
  const page = await textOf(path)
  for (const text of ['Support · ', 'Linux, Firefox 145', 'Код не сканируется'])
    expect(page).toContain(text)
  expect(page).not.toContain('Mozilla')
})

it('emails the eSIM of the sender again, and answers with a draft', async () => {
  await stockShop(2)
  const invoiceID = await paidOrder()
  const id = await write('I paid and got nothing')
  const page = await textOf(pathOf(id))
  expect(page).toContain('Email on its way since')
  expect((await act(id, 'resend', { invoiceID })).status).toBe(303)
  expect(await rows(`SELECT recipient FROM outbox WHERE purpose IN ('esim', 'esim-copy')`)).toEqual(
    [{ recipient: 'anna@example.com' }, { recipient: 'anna@example.com' }],
  )
  expect((await auditRows(invoiceID)).map(({ action }) => action)).toEqual(['resend'])
  const draft = await textOf(`${pathOf(id)}&draft=resent`)
  expect(draft).toContain('We’ve just emailed your eSIM again.')
  expect(draft).toContain('/account')
})

it('shows the screenshot of a message', async () => {
  await env.UPLOADS.put(file, picture)
  const id = await write('See the picture')
  await run(sql`UPDATE outbox SET body = body || ' ' || ${file}`)
  const page = await textOf(pathOf(id))
  const [, source = ''] = /<img [^>]*src="([^"]+)"/.exec(page) ?? []
  const response = await visitAs('support', source)
  expect(response.headers.get('Content-Type')).toBe('image/png')
  expect(response.headers.get('X-Content-Type-Options')).toBe('nosniff')
  expect(response.headers.get('Cache-Control')).toBe('private, no-store')
  expect(new Uint8Array(await response.arrayBuffer())).toEqual(picture)
})

it('shows that the screenshot of a message is missing', async () => {
  const id = await write('See the picture')
  await run(sql`UPDATE outbox SET body = body || char(10, 10) ||
    ${words('mail.screenshotMissing')}`)
  const page = await textOf(pathOf(id))
  expect(page).toContain('Ask for it in your answer.')
  expect(page).not.toContain(words('mail.screenshotMissing'))
})

describe('with thousands of messages', () => {
  /** Each message has 4,000 characters, the most that the form accepts. */
  async function addMessages(number: number): Promise<void> {
    await run(sql`INSERT INTO outbox
        (id, kind, purpose, dedupe_key, recipient, subject, body, created_at)
      SELECT 'spam-' || value, 'mail', 'contact-message', 'spam-' || value, 'help@meridian.example',
        'Spam', 'X <x@example.com>' || char(10, 10) || printf('%04000d', value),
        '2026-11-21T11:00:00.000Z'
      FROM ${numbersTo(number)}`)
  }

  /** Runs the work, and returns the most rows that one query has returned. */
  async function mostRows(work: () => Promise<void>): Promise<number> {
    let most = 0
    const prepare = env.DB.prepare.bind(env.DB)
    const spy = vi.spyOn(env.DB, 'prepare').mockImplementation((sql) => {
      const statement = prepare(sql)
      const bind = statement.bind.bind(statement)
      statement.bind = (...params) => {
        const bound = bind(...params)
        const all = bound.all.bind(bound)
        bound.all = async <Row>() => {
          const answer = await all<Row>()
          most = Math.max(most, answer.results.length)
          return answer
        }
        return bound
      }
      return statement
    })
    await work()
    spy.mockRestore()
    return most
  }

  it('reads only the messages that the page shows', async () => {
    await addMessages(1200)
    const most = await mostRows(async () => {
      const page = await textOf('/admin/messages')
      expect(idsIn(page)).toHaveLength(50)
      expect(page).toContain('More than 1\u00A0000 rows')
    })
    expect(most).toBeLessThanOrEqual(51)
  })

  it('shows the visitor who waits longest first, and every message page by page', async () => {
    await addMessages(120)
    await run(`UPDATE outbox SET created_at = '2026-11-20' WHERE id = 'spam-7'`)
    const ids: string[] = []
    let path = '/admin/messages'
    while (path !== '') {
      const page = await textOf(path)
      ids.push(...idsIn(page))
      const [, next = ''] = /<a href="([^"]+)">Next page</.exec(page) ?? []
      path = next.replaceAll('&amp;', '&')
    }
    expect(ids[0]).toBe('spam-7')
    expect(ids).toHaveLength(120)
    expect(new Set(ids).size).toBe(120)
  })

  it('shows the newest answered messages first, and the others on later pages', async () => {
    await addMessages(60)
    await run(`UPDATE outbox SET answered_at = '2026-11-21'`)
    await run(`UPDATE outbox SET created_at = '2026-11-20' WHERE id = 'spam-7'`)
    const first = '/admin/messages?tab=answered'
    const page = await textOf(first)
    expect(idsIn(page)).not.toContain('spam-7')
    const [, older = ''] = /<a href="([^"]+)">Next page</.exec(page) ?? []
    const rest = await textOf(older.replaceAll('&amp;', '&'))
    expect(idsIn(rest)).toHaveLength(10)
    expect(idsIn(rest)).toContain('spam-7')
    expect(rest).toContain(`<a href="${first}">First page</a>`)
    expect(rest).not.toContain('Next page')
  })

  it('finds the oldest message with few messages in memory at a time', async () => {
    const id = await write('Where is my code?')
    await addMessages(1200)
    const most = await mostRows(async () => {
      const page = await textOf('/admin/messages?q=where')
      expect(idsIn(page)).toEqual([id])
    })
    expect(most).toBeLessThanOrEqual(51)
  })
})

it('serves screenshots to staff only, and serves no other files', async () => {
  await env.UPLOADS.put(file, picture)
  await env.UPLOADS.put('backup.sql', 'secret')
  const source = `/admin/messages/screenshot?name=${encodeURIComponent(file)}`
  expect((await visitOffice(source)).status).toBe(403)
  for (const name of ['backup.sql', `x/${file}`, `${file}/..`, '', 'screenshots/../backup.sql']) {
    const path = `/admin/messages/screenshot?name=${encodeURIComponent(name)}`
    expect((await visitAs('owner', path)).status, name).toBe(404)
  }
})

describe('an answer', () => {
  it('is emailed in the language of the visitor, and quotes only their message', async () => {
    const id = await write('Код не сканируется\n\nЧто делать?', 'ru')
    expect((await act(id, 'answer', { text: 'Введите код вручную.\r\nОн в письме.' })).status).toBe(
      303,
    )
    const [mail] = await rows<{ subject: string; body: string; recipient: string }>(
      `SELECT subject, body, recipient, reply_to FROM outbox WHERE purpose = 'answer'`,
    )
    expect(mail).toMatchObject({
      recipient: 'anna@example.com',
      subject: 'Re: Сообщение в\u00A0поддержку',
      reply_to: 'help@meridian.example',
    })
    expect(mail?.body).toContain('Введите код вручную.\nОн в письме.')
    expect(mail?.body).toContain('Код не сканируется\n\nЧто делать?')
    expect(mail?.body).not.toMatch(/Pixel|utm_source/)
    expect((await auditRows(id)).map(({ action }) => action)).toEqual(['answer'])
  })

  it('moves the message to the other tab, which shows the answer', async () => {
    const id = await write('Where is my code?')
    await act(id, 'answer', { text: 'In your mail.' })
    expect(await textOf('/admin/messages')).not.toContain('Where is my code?')
    expect(await textOf('/admin/messages?tab=answered')).toContain('Where is my code?')
    const page = await textOf(pathOf(id))
    expect(page).toContain('In your mail.')
    expect(page).toContain('on its way')
    await run(`UPDATE outbox SET bounced_at = '2026-11-21' WHERE purpose = 'answer'`)
    expect(await textOf(pathOf(id))).toContain('could not be sent')
  })

  it('is emailed once for any number of submissions', async () => {
    const id = await write('Hello?')
    const form = { ...(await pressedForm('support', pathOf(id), 'answer')), text: 'Hello.' }
    const send = async () => (await visitAs('support', pathOf(id), { form })).status
    expect(await Promise.all([send(), send()])).toEqual([303, 303])
    expect(await rows(`SELECT 1 FROM outbox WHERE purpose = 'answer'`)).toHaveLength(1)
  })

  it('is a conflict after a colleague has answered, and the page shows the typed text', async () => {
    const id = await write('Hello?')
    const old = await pressedForm('support', pathOf(id), 'answer')
    await act(id, 'answer', { text: 'I am first.' })
    const answer = await visitAs('support', pathOf(id), { form: { ...old, text: 'Me too.' } })
    expect(answer.status).toBe(409)
    const page = await answer.text()
    expect(page).toContain('I am first.')
    expect(page).toContain('Me too.')
  })

  it('is refused when it is empty', async () => {
    const id = await write('Hello?')
    expect((await act(id, 'answer', { text: ' \r\n ' })).status).toBe(422)
    expect(await rows(`SELECT 1 FROM outbox WHERE purpose = 'answer'`)).toEqual([])
  })

  it.each(staffRoles)('is allowed or rejected for the role %s', async (role) => {
    const id = await write('Hello?')
    const form = { ...(await pressedForm('support', pathOf(id), 'answer')), text: 'Hello.' }
    const isAllowed = mayDo({ role }, 'answer')
    expect((await visitAs(role, pathOf(id), { form })).status).toBe(isAllowed ? 303 : 403)
    expect(await auditRows(id)).toHaveLength(Number(isAllowed))
  })
})

it('marks a message as answered, and opens it again', async () => {
  const id = await write('Thank you')
  expect((await act(id, 'mark-answered')).status).toBe(303)
  expect(await textOf('/admin/messages')).not.toContain('Thank you')
  expect((await act(id, 'reopen')).status).toBe(303)
  expect(await textOf('/admin/messages')).toContain('Thank you')
})

it('counts messages without an answer on the first page', async () => {
  const id = await write('Hello?')
  expect(await textOf('/admin')).toContain('Messages without an answer</span><b>1</b>')
  await act(id, 'mark-answered')
  expect(await textOf('/admin')).not.toContain('Messages without an answer</span>')
})

it('shows the last orders of the sender beside the message', async () => {
  const id = await write('Where is my eSIM?')
  await stockShop(1)
  const paid = await paidOrder()
  const page = await textOf(`/admin/message?id=${id}`)
  expect(page).toContain('Their last orders')
  expect(page).toContain(`href="/admin/order?id=${paid}"`)
  expect(page).toMatch(/Türkiye, 10.GB, 30.days/)
})

it.each(['СКАНИРУЕТСЯ', 'не сканируется qr', 'анна', 'иван петров', 'ANNA@example', 'петров <'])(
  'finds messages by their words in upper and lower case: %s',
  async (query) => {
    const id = await write('Не сканируется QR-код', 'ru')
    await run(`UPDATE outbox SET body = replace(body, 'Anna <', 'Анна Иван Петров <')`)
    await act(id, 'mark-answered')
    await run(`INSERT INTO outbox (id, kind, purpose, dedupe_key, recipient, subject, body, created_at)
      VALUES ('else', 'mail', 'contact-message', 'e', '', '', 'X <x@example.org>', '2026-11-21')`)
    expect(idsIn(await textOf(`/admin/messages?q=${encodeURIComponent(query)}`))).toEqual([id])
    expect(await textOf('/admin/messages?q=nowhere')).toContain('No message contains ‘nowhere’')
  },
)

it.each([
  ['', ['english', 'russian']],
  ['sort=newest', ['russian', 'english']],
  ['topic=support', ['russian']],
  ['topic=partnership', ['english']],
  ['language=ru', ['russian']],
  ['language=en', ['english']],
  ['since=2026-11-22', ['russian']],
  ['until=2026-11-21', ['english']],
  ['tab=answered', ['answered']],
  ['tab=answered&language=ru', []],
  ['q=text&topic=partnership', ['answered', 'english']],
])('lists and downloads the messages of “%s”', async (query, found) => {
  const columns = 'id, kind, purpose, dedupe_key, recipient, reply_to, lang, subject, body'
  const message = (id: string, lang: string, subject: string, at: string, answeredAt = 'NULL') =>
    `INSERT INTO outbox (${columns}, created_at, answered_at) VALUES ('${id}', 'mail',
      'contact-message', '${id}', 'help@meridian.example', '${id}@example.com', '${lang}',
      '${subject}', 'Anna <${id}@example.com>' || char(10, 10) || 'Text', '${at}', ${answeredAt})`
  const { support, partnership } = {
    support: wordsOf('ru')('mail.topics.support'),
    partnership: wordsOf('en')('mail.topics.partnership'),
  }
  await run(
    message('english', 'en', partnership, '2026-11-21T08:00:00.000Z'),
    message('russian', 'ru', support, '2026-11-22T08:00:00.000Z'),
    message('answered', 'en', partnership, '2026-11-22T09:00:00.000Z', `'2026-11-22'`),
  )
  const path = `/admin/messages?${query}`
  expect(idsIn(await textOf(path))).toEqual(found)
  if (found.length === 0) return
  const form = await pressedForm('money', path, 'export-list')
  const file = await (await visitAs('money', path, { form })).text()
  const lines = file.trim().split('\r\n')
  expect(lines.slice(1).map((line) => line.split('@')[0])).toEqual(found)
  expect(lines[0]).toBe('Sender,Name,Message,Topic,Language,Received,Answered')
})

describe('a failed message', () => {
  /** Stubs the mail carrier, and returns the list of its calls. Other calls are not stubbed. */
  function stubCarrier(status: number): readonly string[] {
    vi.unstubAllGlobals()
    const passOn = globalThis.fetch
    const calls: string[] = []
    vi.stubGlobal('fetch', async (...call: Parameters<typeof fetch>) => {
      if (call[0] !== mailWebhook.MAIL_WEBHOOK_URL) return passOn(...call)
      calls.push(call[0])
      return new Response(null, { status })
    })
    return calls
  }

  async function fail(): Promise<void> {
    Object.assign(settings, mailWebhook)
    stubCarrier(503)
    vi.spyOn(console, 'error').mockReturnValue()
    await write('It does not work')
    for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
      advanceClock(2 ** attempt * 60 + 60)
      await sendMessages()
    }
    advanceClock(600)
    await giveUpMessages(env.DB, clock.now)
  }

  it('shows its reason, and can be sent again', async () => {
    await fail()
    const page = await textOf('/admin')
    expect(page).toContain('The webhook returned 503')
    const form = await pressedForm('support', '/admin', 'retry')
    const calls = stubCarrier(200)
    const press = async () => (await visitAs('support', '/admin/retry', { form })).status
    expect(await Promise.all([press(), press()])).toEqual([303, 303])
    expect(calls).toHaveLength(1)
    expect(await textOf('/admin')).not.toContain('The webhook returned 503')
    expect((await auditRows(form['messageID'] ?? '')).map(({ action }) => action)).toEqual([
      'retry',
    ])
    const again = { ...form, idempotencyKey: 'k'.repeat(43) }
    expect((await visitAs('support', '/admin/retry', { form: again })).status).toBe(409)
    const later = { ...again, version: '1' }
    expect((await visitAs('support', '/admin/retry', { form: later })).status).toBe(422)
  })

  it('has no retry button for roles that may not retry', async () => {
    await fail()
    const form = await pressedForm('support', '/admin', 'retry')
    expect(await officePage('money', '/admin')).not.toContain('value="retry"')
    expect((await visitAs('money', '/admin/retry', { form })).status).toBe(403)
  })
})

it('shows the findings of doctor in Russian', async () => {
  const headers = { 'Accept-Language': 'ru' }
  const page = await officePage('owner', '/admin/settings', { headers })
  expect(page).toContain('Задайте MAIL_CARRIER')
  expect(page).not.toContain('Set MAIL_CARRIER')
})

it('shows the findings of doctor, and the staff roles', async () => {
  const page = await officePage('owner', '/admin/settings')
  expect(page).toContain('Can the shop sell?')
  expect(page).toContain('olga@shop.example')
  expect(page).not.toContain('a pepper of the test run')
})
