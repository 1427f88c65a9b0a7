import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it } from 'vitest'
import { mayDo } from '../../src/backend/operations/staff.ts'
import { staffRoles } from '../../src/domain/staff-role.ts'
import { advanceClock, api, clearShop, rows, stockShop } from '../support/small-shop.ts'
import { auditRows } from '../support/staff.ts'
import { pressedForm, visitAs } from '../support/visit-admin.ts'

const questions = ['en', 'ru'].map(
  (lang) =>
    `INSERT INTO faq_questions (lang, position, block_ident, block_title, ident, question, answer)
      VALUES ('${lang}', 0, 'choosing', 'Choosing ${lang}', 'how-much', 'How much? ${lang}', '["This much."]')`,
)
const posts = ['en', 'ru'].map(
  (lang) =>
    `INSERT INTO posts (lang, id, title, description, date, body)
      VALUES ('${lang}', 'borders', 'Borders ${lang}', 'Short', '2026-11-02', 'Text')`,
)
const advice = ['en', 'ru'].map(
  (lang) =>
    `INSERT INTO place_texts (lang, place, networks, install, mind)
      VALUES ('${lang}', 'tr', 'Turkcell ${lang}', 'At home', 'The metro')`,
)

beforeEach(async () => {
  await clearShop()
  await stockShop(1)
  const tables = [
    'faq_reviews',
    'faq_review_counts',
    'published_texts',
    'text_versions',
    'faq_questions',
    'posts',
    'place_texts',
  ]
  await env.DB.batch(
    [...tables.map((table) => `DELETE FROM ${table}`), ...questions, ...posts, ...advice].map(
      (sql) => env.DB.prepare(sql),
    ),
  )
})

const paths = {
  question: '/admin/text?kind=question&ident=how-much',
  post: '/admin/text?kind=post&ident=borders',
  place: '/admin/text?kind=place&ident=tr',
  legal: '/admin/text?kind=legal&ident=dataPolicy',
}
const typed = {
  question: {
    block: 'choosing',
    'en-question': 'How many GB?',
    'en-answer': 'Three.\r\n\r\nOr 5 GB.',
    'ru-question': 'Сколько нужно?',
    'ru-answer': 'От 3 ГБ и больше.',
  },
  post: {
    date: '2026-11-20',
    'en-title': 'Two borders',
    'en-description': 'Short',
    'en-body': 'A **bold** text <b>and</b> no HTML',
    'ru-title': 'Две границы',
    'ru-description': 'Кратко',
    'ru-body': 'Текст',
  },
  place: {
    'en-networks': 'Vodafone',
    'en-install': 'Before',
    'en-mind': 'Boats',
    'ru-networks': 'Vodafone',
    'ru-install': 'До вылета',
    'ru-mind': 'Паромы',
  },
  legal: {
    'en-title': 'Our policy',
    'en-lead': 'By our lawyer.',
    'en-sections': '## 1. Who\r\n\r\nAcme Ltd.\r\n\r\nIn York.',
    'ru-title': 'Наша политика',
    'ru-lead': 'Написал юрист.',
    'ru-sections': '## 1. Кто\n\nООО «Акме».',
  },
} as const
type Kind = keyof typeof paths

async function send(path: string, fields: object, role: (typeof staffRoles)[number] = 'owner') {
  const form = { ...(await pressedForm('owner', path, 'publish-text')), ...fields }
  return visitAs(role, path, { form })
}

/** Audit rows are never deleted, also by tests. */
async function countActions(): Promise<number> {
  return (await rows(`SELECT 1 FROM audit WHERE subject_kind = 'text'`)).length
}

async function press(path: string, action: string) {
  return visitAs('owner', path, { form: await pressedForm('owner', path, action) })
}

const shown = {
  question: async () => {
    const faq = await api('ru').faq({})
    return faq.ok ? faq.value.data.flatMap((block) => block.questions) : []
  },
  post: async () => api('en').blog({ id: 'borders' }),
  place: async () => api('ru').countryTexts({ countryCode2Letters: 'tr' }),
  legal: async () => api('ru').legalText({ name: 'dataPolicy' }),
}

describe('publishing', () => {
  it.each(['question', 'post', 'place', 'legal'] as const)(
    'shows a %s to visitors, with an audit row, and back again',
    async (kind) => {
      const before = await shown[kind]()
      const [version] = await rows<{ number: number }>('SELECT number FROM content_version')
      expect((await send(paths[kind], typed[kind])).status).toBe(303)
      expect(await shown[kind]()).not.toEqual(before)
      expect(await rows('SELECT number FROM content_version')).toEqual([
        { number: (version?.number ?? 0) + 1 },
      ])
      expect((await press(paths[kind], 'reset-text')).status).toBe(303)
      expect(await shown[kind]()).toEqual(before)
      const ident = paths[kind].split('ident=')[1] ?? ''
      const audit = await auditRows(`${kind}:${ident}`)
      expect(audit.slice(-2).map(({ action }) => action)).toEqual(['publish-text', 'reset-text'])
      expect(await rows('SELECT 1 FROM published_texts')).toEqual([])
    },
  )

  it('keeps paragraphs, and sets the no-break spaces of each language', async () => {
    await send(paths.question, typed.question)
    expect(await shown.question()).toEqual([
      {
        blockIdent: 'choosing',
        ident: 'how-much',
        question: 'Сколько нужно?',
        answer: ['От\u00A03\u00A0ГБ и\u00A0больше.'],
      },
    ])
    const english = await api('en').faq({})
    expect(english).toMatchObject({
      value: { data: [{ questions: [{ answer: ['Three.', 'Or 5\u00A0GB.'] }] }] },
    })
  })

  it('stores nothing for a language whose text is as it ships', async () => {
    await send(paths.place, {
      ...typed.place,
      'en-networks': 'Turkcell en',
      'en-install': 'At home',
      'en-mind': 'The metro',
    })
    expect(await rows('SELECT lang FROM published_texts')).toEqual([{ lang: 'ru' }])
  })

  it('adds a question at the end of its block', async () => {
    const path = '/admin/text?kind=question'
    const answer = await send(path, { ...typed.question, ident: 'gigabytes' })
    expect(answer.headers.get('Location')).toContain('ident=gigabytes')
    expect((await shown.question()).map(({ ident }) => ident)).toEqual(['how-much', 'gigabytes'])
    for (const ident of ['gigabytes', 'how-much', 'choosing', 'Not an address'])
      expect((await send(path, { ...typed.question, ident })).status, ident).toBe(422)
    expect((await shown.question()).map(({ ident }) => ident)).toEqual(['how-much', 'gigabytes'])
  })

  it('adds a post in one language, and leaves it out of the other', async () => {
    const russian = { ...typed.post, 'en-title': '', 'en-description': '', 'en-body': '' }
    await send('/admin/text?kind=post', { ...russian, ident: 'visas' })
    expect(await api('ru').blog({ id: 'visas' })).toMatchObject({
      value: { data: { title: 'Две границы', date: '2026-11-20' } },
    })
    expect(await api('en').blog({ id: 'visas' })).toMatchObject({ error: { status: 404 } })
    expect(await api('ru').blogs({})).toMatchObject({ value: { total: 2 } })
    const list = await (await visitAs('support', '/admin/content?kind=post')).text()
    expect(list).toContain('Две границы')
  })

  it('hides a shipped question, and shows it again', async () => {
    expect((await press(paths.question, 'hide-text')).status).toBe(303)
    expect(await shown.question()).toEqual([])
    const list = await (await visitAs('owner', '/admin/content?kind=question')).text()
    expect(list).toContain('How much? en')
    await press(paths.question, 'reset-text')
    expect(await shown.question()).toHaveLength(1)
  })

  it('loads an earlier version from the history', async () => {
    await send(paths.place, typed.place)
    advanceClock(60)
    await press(paths.place, 'reset-text')
    const page = await (await visitAs('owner', paths.place)).text()
    const earlier = [...page.matchAll(/href="([^"]*version=[^"]*)"/g)].at(1)?.[1] ?? ''
    const loaded = await visitAs('owner', earlier.replaceAll('&amp;', '&'))
    expect(await loaded.text()).toContain('Паромы')
  })
})

describe('a text that is refused', () => {
  it.each([
    ['without a needed language', 'question', { 'ru-question': '', 'ru-answer': '' }],
    ['half written', 'question', { 'ru-answer': '' }],
    ['with a line break in its title', 'post', { 'en-title': 'Two\nlines' }],
    ['with a date that is none', 'post', { date: '2026-02-31' }],
    ['with a section without paragraphs', 'legal', { 'en-sections': '## 1. Who' }],
    ['of an unknown block', 'question', { block: 'nowhere' }],
    ['too long', 'place', { 'en-mind': 'x'.repeat(601) }],
  ] as const)('is not stored: %s', async (_, kind: Kind, change) => {
    const before = await countActions()
    const answer = await send(paths[kind], { ...typed[kind], ...change })
    expect(answer.status).toBe(422)
    expect(await rows('SELECT 1 FROM published_texts')).toEqual([])
    expect(await countActions()).toBe(before)
    // What was typed is still there.
    expect(await answer.text()).toMatch(/How many GB\?|Две границы|Наша политика|Паромы/)
  })

  it('is one whose page would not fit in the first round trip', async () => {
    const words = Array.from({ length: 3000 }, (_, index) => (index * 7919).toString(36))
    const answer = await send(paths.post, { ...typed.post, 'en-body': words.join(' ') })
    expect(answer.status).toBe(422)
    expect(await answer.text()).toContain('/blog/borders')
    expect(await rows('SELECT 1 FROM published_texts')).toEqual([])
  })

  it('is one that was written over an older version', async () => {
    const old = await pressedForm('owner', paths.place, 'publish-text')
    await send(paths.place, typed.place)
    const answer = await visitAs('owner', paths.place, {
      form: { ...old, ...typed.place, 'ru-mind': 'Метро' },
    })
    expect(answer.status).toBe(409)
    expect(await answer.text()).toContain('Метро')
    expect(await shown.place()).toMatchObject({
      value: { data: { countryTexts: { mind: 'Паромы' } } },
    })
  })

  it('is published once, however often it is sent', async () => {
    const before = await countActions()
    const form = { ...(await pressedForm('owner', paths.place, 'publish-text')), ...typed.place }
    const answers = await Promise.all([1, 2].map(() => visitAs('owner', paths.place, { form })))
    expect(answers.map(({ status }) => status)).toEqual([303, 303])
    expect(await countActions()).toBe(before + 1)
  })

  it.each(staffRoles)('lets the role %s publish only if it may', async (role) => {
    const isAllowed = mayDo({ role }, 'publish-text')
    const before = await countActions()
    expect((await send(paths.place, typed.place, role)).status).toBe(isAllowed ? 303 : 403)
    expect(await countActions()).toBe(before + Number(isAllowed))
    const page = await (await visitAs(role, paths.place)).text()
    expect(page.includes('value="hide-text"')).toBe(isAllowed)
  })
})

it('shows how many people an answer helped, and what was missing', async () => {
  const review = { ident: 'how-much', comment: '' }
  await api('en').faqReview({ ...review, isHelpful: true })
  await api('ru').faqReview({ ...review, isHelpful: false, comment: 'А на <b>Кубе</b>?' })
  const list = await (await visitAs('support', '/admin/content?kind=question')).text()
  expect(list).toContain('Helped 1 of 2 people')
  const page = await (await visitAs('support', paths.question)).text()
  expect(page).toContain('Helped 1 of 2 people')
  expect(page).toContain('А на &lt;b&gt;Кубе&lt;/b&gt;?')
})

describe('a preview', () => {
  async function preview(kind: Kind, lang: string, change: object = {}) {
    const path = paths[kind].replace('/admin/text', '/admin/text/preview')
    const form = await pressedForm('owner', paths[kind], 'publish-text')
    return visitAs('owner', path, { form: { ...form, ...typed[kind], ...change, lang } })
  }

  it.each([
    ['question', 'en', 'Or 5\u00A0GB.'],
    ['post', 'en', 'A <strong>bold</strong> text &lt;b&gt;and&lt;/b&gt; no HTML'],
    ['place', 'ru', 'Паромы'],
    ['legal', 'ru', 'ООО «Акме».'],
  ] as const)(
    'shows the page of a %s as the shop would, and stores nothing',
    async (kind, lang, text) => {
      const before = await shown[kind]()
      const page = await preview(kind, lang)
      expect(page.status).toBe(200)
      const html = await page.text()
      expect(html).toContain(text)
      expect(html).toContain('class="masthead')
      expect(html).not.toContain('<script type="module"')
      expect(page.headers.get('Cache-Control')).toBe('private, no-store')
      expect(page.headers.get('X-Robots-Tag')).toBe('noindex')
      expect(page.headers.get('Content-Security-Policy')).toContain("form-action 'none'")
      expect(await shown[kind]()).toEqual(before)
      expect((await env.CACHE.list()).keys.map(({ name }) => name)).not.toContain(`faq:${lang}`)
    },
  )

  it('is refused like the text itself', async () => {
    expect((await preview('post', 'en', { 'en-title': '' })).status).toBe(422)
    expect((await preview('post', 'de')).status).toBe(422)
  })
})
