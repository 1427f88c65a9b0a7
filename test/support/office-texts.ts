import { env } from 'cloudflare:workers'
import type { StaffRole } from '../../src/api/staff.ts'
import { api, rows, openShop } from './small-shop.ts'
import { pressedForm, visitAs } from './visit-office.ts'
import { textSql } from './text-sql.ts'

const texts = ['en', 'ru'].flatMap((lang) => [
  textSql('question', lang, 'how-much', {
    question: `How much? ${lang}`,
    answer: ['This much.'],
    blockTitle: `Choosing ${lang}`,
  }),
  textSql('post', lang, 'borders', { title: `Borders ${lang}`, date: '2026-11-02' }),
  textSql('place', lang, 'tr', {
    networks: `Turkcell ${lang}`,
    install: 'At home',
    mind: 'The metro',
  }),
])

/** Creates a shop with shipped texts only. */
export async function insertTexts(): Promise<void> {
  await openShop(1)
  const tables = [
    'answer_reviews',
    'texts',
    'text_versions',
    // With plans, a country's page is nearly as large as a page may be: tests do not minify its
    // styles.
    'placements',
  ]
  await env.DB.batch(
    [...tables.map((table) => `DELETE FROM ${table}`), ...texts].map((sql) => env.DB.prepare(sql)),
  )
}

export const paths = {
  question: '/admin/text?kind=question&ident=how-much',
  post: '/admin/text?kind=post&ident=borders',
  place: '/admin/text?kind=place&ident=tr',
  legal: '/admin/text?kind=legal&ident=dataPolicy',
}
/** Form fields with the text that an owner types. */
export const typed = {
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

export async function publish(path: string, fields: object, role: StaffRole = 'owner') {
  const form = { ...(await pressedForm('owner', path, 'publish-text')), ...fields }
  return visitAs(role, path, { form })
}

/** Counts actions, because audit rows are never deleted, not even by tests. */
export async function countActions(): Promise<number> {
  return (await rows(`SELECT 1 FROM audit WHERE subject_kind = 'text'`)).length
}

export async function press(path: string, action: string) {
  return visitAs('owner', path, { form: await pressedForm('owner', path, action) })
}

/** Returns the text that visitors read. */
export const shown = {
  question: async () => {
    const faq = await api('ru').faq({})
    return faq.ok ? faq.value.data.flatMap((block) => block.questions) : []
  },
  post: async () => api('en').blog({ id: 'borders' }),
  place: async () => api('ru').countryTexts({ countryCode2Letters: 'tr' }),
  legal: async () => api('ru').legalText({ name: 'dataPolicy' }),
}
