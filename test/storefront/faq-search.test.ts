import { env } from 'cloudflare:workers'
import { beforeAll, expect, it } from 'vitest'
import { visitText } from '../support/visit.ts'
import { insertHostileContent } from './hostile-content.ts'
import { textSql } from '../support/text-sql.ts'

beforeAll(insertHostileContent)

it('finds a question regardless of case, no-break spaces and double spaces', async () => {
  await env.DB.prepare(
    textSql('question', 'ru', 'on-the-way', {
      question: 'Что взять в\u00A0дорогу?',
      answer: ['Карту.'],
    }),
  ).run()
  const html = await visitText(
    `/ru/klientam/questions-and-answers?search_string=${encodeURIComponent('ВЗЯТЬ В  дорогу')}`,
  )
  expect(html).toContain('Что взять в\u00A0дорогу?')
  expect(html).not.toContain('How much?')
})

it.each([
  ['/ru', 'Письмо ещё не пришло', 'еще не'],
  ['', 'Why doesn’t it connect?', "doesn't it"],
])('finds at "%s" the question "%s" as visitors type it', async (prefix, question, typed) => {
  const lang = prefix === '' ? 'en' : 'ru'
  await env.DB.prepare(textSql('question', lang, 'typed', { question, answer: ['Wait.'] })).run()
  const html = await visitText(
    `${prefix}/klientam/questions-and-answers?search_string=${encodeURIComponent(typed)}`,
  )
  expect(html).toContain(`>${question}</a>`)
})
