import { beforeEach, describe, expect, it } from 'vitest'
import { mayDo, staffRoles } from '../../src/api/staff.ts'
import { countActions, insertTexts, paths, publish, shown, typed } from '../support/office-texts.ts'
import { rows, run } from '../support/small-shop.ts'
import { pressedForm, visitAs, officePage } from '../support/visit-office.ts'
import { editedTexts } from '../support/text-sql.ts'
import { sql } from '../../src/kit/sql.ts'

beforeEach(insertTexts)

it('accepts a shorter text for a page that is already too large', async () => {
  const words = Array.from({ length: 3000 }, (_, index) => (index * 7919).toString(36))
  await run(sql`UPDATE texts SET content = json_set(content, '$.body', ${words.join(' ')}),
      shipped = json_set(shipped, '$.body', ${words.join(' ')}) WHERE kind = 'post'`)
  const shorter = { 'en-body': words.slice(99).join(' '), 'ru-body': words.slice(99).join(' ') }
  expect((await publish(paths.post, { ...typed.post, ...shorter })).status).toBe(303)
})

describe('publishing a text', () => {
  it.each([
    ['without a required language', 'question', { 'ru-question': '', 'ru-answer': '' }],
    ['with a question but no answer', 'question', { 'ru-answer': '' }],
    ['with a line break in its title', 'post', { 'en-title': 'Two\nlines' }],
    ['with a date that does not exist', 'post', { date: '2026-02-31' }],
    ['with a section without paragraphs', 'legal', { 'en-sections': '## 1. Who' }],
    ['with text before its first section', 'legal', { 'en-sections': 'New.\n\n## Who\n\nWe.' }],
    ['in an unknown block', 'question', { block: 'nowhere' }],
    ['too long', 'place', { 'en-mind': 'x'.repeat(601) }],
  ] as const)(
    'is rejected, and stores nothing: %s',
    async (_, kind: keyof typeof paths, change) => {
      const before = await countActions()
      const answer = await publish(paths[kind], { ...typed[kind], ...change })
      expect(answer.status).toBe(422)
      expect(await rows(editedTexts)).toEqual([])
      expect(await countActions()).toBe(before)
      // The form still shows the typed text.
      expect(await answer.text()).toMatch(/How many GB\?|Две границы|Наша политика|Паромы/)
    },
  )

  it('returns a rejected text of the maximum length in every language', async () => {
    const sections = '₽'.repeat(60_000)
    const long = { ...typed.legal, 'en-sections': sections, 'ru-sections': sections }
    const answer = await publish(paths.legal, long)
    expect(answer.status).toBe(422)
    expect(await answer.text()).toContain('Наша политика')
  })

  it('is rejected when its page would not fit in the first round trip', async () => {
    const words = Array.from({ length: 3000 }, (_, index) => (index * 7919).toString(36))
    const answer = await publish(paths.post, { ...typed.post, 'en-body': words.join(' ') })
    expect(answer.status).toBe(422)
    expect(await answer.text()).toContain('/blog/borders')
    expect(await rows(editedTexts)).toEqual([])
  })

  it('is rejected when another version was published after the form was opened', async () => {
    const old = await pressedForm('owner', paths.place, 'publish-text')
    await publish(paths.place, typed.place)
    const answer = await visitAs('owner', paths.place, {
      form: { ...old, ...typed.place, 'ru-mind': 'Метро' },
    })
    expect(answer.status).toBe(409)
    expect(await answer.text()).toContain('Метро')
    expect(await shown.place()).toMatchObject({
      value: { data: { countryTexts: { mind: 'Паромы' } } },
    })
  })

  it('takes effect once for any number of submissions', async () => {
    const before = await countActions()
    const form = { ...(await pressedForm('owner', paths.place, 'publish-text')), ...typed.place }
    const answers = await Promise.all([1, 2].map(() => visitAs('owner', paths.place, { form })))
    expect(answers.map(({ status }) => status)).toEqual([303, 303])
    expect(await countActions()).toBe(before + 1)
  })

  it.each(staffRoles)('is allowed or rejected for the role %s', async (role) => {
    const isAllowed = mayDo({ role }, 'publish-text')
    const before = await countActions()
    expect((await publish(paths.place, typed.place, role)).status).toBe(isAllowed ? 303 : 403)
    expect(await countActions()).toBe(before + Number(isAllowed))
    const page = await officePage(role, paths.place)
    expect(page.includes('value="hide-text"')).toBe(isAllowed)
  })
})
