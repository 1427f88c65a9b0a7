import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it } from 'vitest'
import { readContentVersion } from '../../src/plans/content-version.ts'
import { insertTexts, paths, press, publish, shown, typed } from '../support/office-texts.ts'
import { advanceClock, api, rows } from '../support/small-shop.ts'
import { auditRows } from '../support/staff.ts'
import { pressedForm, visitAs, officePage, sendForm } from '../support/visit-office.ts'
import { editedTexts } from '../support/text-sql.ts'

beforeEach(insertTexts)

describe('publishing', () => {
  it.each(['question', 'post', 'place', 'legal'] as const)(
    'shows a %s to visitors, writes audit rows, and can be undone',
    async (kind) => {
      const before = await shown[kind]()
      const version = Number(await readContentVersion(env.DB))
      expect((await publish(paths[kind], typed[kind])).status).toBe(303)
      expect(await shown[kind]()).not.toEqual(before)
      expect(await readContentVersion(env.DB)).toBe(String(version + 1))
      expect((await press(paths[kind], 'reset-text')).status).toBe(303)
      expect(await shown[kind]()).toEqual(before)
      const ident = paths[kind].split('ident=')[1] ?? ''
      const audit = await auditRows(`${kind}:${ident}`)
      expect(audit.slice(-2).map(({ action }) => action)).toEqual(['publish-text', 'reset-text'])
      expect(await rows(editedTexts)).toEqual([])
    },
  )

  it('preserves paragraphs, and inserts the no-break spaces of each language', async () => {
    await publish(paths.question, typed.question)
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

  it('stores nothing for a language whose text equals the shipped text', async () => {
    await publish(paths.place, {
      ...typed.place,
      'en-networks': 'Turkcell en',
      'en-install': 'At home',
      'en-mind': 'The metro',
    })
    expect(await rows(editedTexts)).toEqual([{ kind: 'place', lang: 'ru' }])
  })

  it('adds a question at the end of its block', async () => {
    const path = '/admin/text?kind=question'
    const answer = await publish(path, { ...typed.question, ident: 'gigabytes' })
    expect(answer.headers.get('Location')).toContain('ident=gigabytes')
    expect((await shown.question()).map(({ ident }) => ident)).toEqual(['how-much', 'gigabytes'])
    for (const ident of ['gigabytes', 'how-much', 'choosing', 'Not an address'])
      expect((await publish(path, { ...typed.question, ident })).status, ident).toBe(422)
    expect((await shown.question()).map(({ ident }) => ident)).toEqual(['how-much', 'gigabytes'])
  })

  it('moves a question within its topic, in every language', async () => {
    for (const ident of ['gigabytes', 'roaming'])
      await publish('/admin/text?kind=question', { ...typed.question, ident })
    const orderIn = async (lang: 'en' | 'ru') => {
      const answer = await api(lang).faq({})
      const [block] = answer.ok ? answer.value.data : []
      return block?.questions.map(({ ident }) => ident)
    }
    const path = '/admin/text?kind=question&ident=roaming'
    const move = async (after: string) => {
      return (await sendForm('owner', path, 'move-question', { after })).status
    }
    expect(await move('how-much')).toBe(303)
    for (const lang of ['en', 'ru'] as const)
      expect(await orderIn(lang)).toEqual(['how-much', 'roaming', 'gigabytes'])
    expect(await move('')).toBe(303)
    expect(await orderIn('ru')).toEqual(['roaming', 'how-much', 'gigabytes'])
    const list = await officePage('support', '/admin/content?kind=question')
    const shownOrder = [...list.matchAll(/kind=question&amp;ident=([a-z-]+)/g)].map(([, id]) => id)
    expect(shownOrder).toEqual(['roaming', 'how-much', 'gigabytes'])
    expect(await move('no-such-question')).toBe(404)
    const page = await officePage('support', path)
    expect(page).not.toContain('value="move-question"')
  })

  it('can be read and copied by roles that may not publish it', async () => {
    const page = await officePage('support', paths.question)
    const fields = page.match(/<(?:textarea|input)[^>]* name="en-[^>]*>/g) ?? []
    expect(fields.length).toBeGreaterThan(1)
    for (const field of fields) expect(field).toMatch(/ readonly=""/i)
    expect(page).not.toContain('disabled')
    expect(page).not.toContain('value="publish-text"')
    expect(page).toContain('Only an owner may change texts')
    expect(page).not.toContain('Leave an empty line between paragraphs')
  })

  it('accepts open forms of a question that was moved, and shows the move in its history', async () => {
    await publish('/admin/text?kind=question', { ...typed.question, ident: 'gigabytes' })
    const opened = await pressedForm('owner', paths.question, 'publish-text')
    const move = await pressedForm('owner', paths.question, 'move-question')
    const moved = await visitAs('owner', paths.question, { form: { ...move, after: 'gigabytes' } })
    expect(moved.status).toBe(303)
    const page = await officePage('owner', paths.question)
    const [, history = ''] = page.split('id="history"')
    expect(history).toMatch(/<span>Moved<\/span><small>[^<]+ · olga/)
    expect(history).not.toContain('version=')
    const form = { ...opened, ...typed.question }
    expect((await visitAs('owner', paths.question, { form })).status).toBe(303)
  })

  it('publishes a post in one language only', async () => {
    const russian = { ...typed.post, 'en-title': '', 'en-description': '', 'en-body': '' }
    await publish('/admin/text?kind=post', { ...russian, ident: 'visas' })
    expect(await api('ru').blog({ id: 'visas' })).toMatchObject({
      value: { data: { title: 'Две границы', date: '2026-11-20' } },
    })
    expect(await api('en').blog({ id: 'visas' })).toMatchObject({ error: { status: 404 } })
    expect(await api('ru').blogs({})).toMatchObject({ value: { total: 2 } })
    const list = await officePage('support', '/admin/content?kind=post')
    expect(list).toContain('Две границы')
  })

  it('hides a shipped question, and shows it again', async () => {
    expect((await press(paths.question, 'hide-text')).status).toBe(303)
    expect(await shown.question()).toEqual([])
    const list = await officePage('owner', '/admin/content?kind=question')
    expect(list).toContain('How much? en')
    await press(paths.question, 'reset-text')
    expect(await shown.question()).toHaveLength(1)
  })

  it('loads an earlier version from the history', async () => {
    await publish(paths.place, typed.place)
    advanceClock(60)
    await press(paths.place, 'reset-text')
    const page = await officePage('owner', paths.place)
    const earlier = [...page.matchAll(/href="([^"]*version=[^"]*)"/g)].at(1)?.[1] ?? ''
    const loaded = await visitAs('owner', earlier.replaceAll('&amp;', '&'))
    expect(await loaded.text()).toContain('Паромы')
  })
})

it('shows how many people an answer helped, and their comments', async () => {
  const review = { ident: 'how-much', comment: '' }
  await api('en').faqReview({ ...review, isHelpful: true })
  await api('ru').faqReview({ ...review, isHelpful: false, comment: 'А на <b>Кубе</b>?' })
  const list = await officePage('support', '/admin/content?kind=question')
  expect(list).toContain('Helped 1 of 2 people')
  const page = await officePage('support', paths.question)
  expect(page).toContain('Helped 1 of 2 people')
  expect(page).toContain('А на &lt;b&gt;Кубе&lt;/b&gt;?')
})
