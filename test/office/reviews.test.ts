import { env } from 'cloudflare:workers'
import { beforeEach, expect, it } from 'vitest'
import { staffRoles } from '../../src/api/staff.ts'
import { rows, openShop, run } from '../support/small-shop.ts'
import { paidOrder } from '../support/staff.ts'
import {
  hiddenFields,
  pressedForm,
  visitAs,
  officePage,
  sendForm,
} from '../support/visit-office.ts'

beforeEach(async () => {
  await openShop(1)
  await env.DB.prepare(
    `INSERT INTO reviews (id, order_id, line_position, plan_id, place, is_gift, lang,
      rating, text, author, written_at)
    VALUES ('${'r'.repeat(22)}', ?, 1, 'tr-10', 'tr', 1, 'ru', 2, 'Медленно <b>', 'Аня',
      '2026-11-21T09:00:00.000Z')`,
  )
    .bind(await paidOrder())
    .run()
})

async function act(role: (typeof staffRoles)[number], action: string, fields: object = {}) {
  return sendForm(role, '/admin/reviews', action, fields)
}
const status = async () => (await rows<{ status: string }>('SELECT status FROM reviews'))[0]?.status

async function addApprovedReviews(number: number): Promise<void> {
  const numbers = JSON.stringify(Array.from({ length: number }, (_, index) => index))
  const ids = `SELECT printf('%022d', value) AS id FROM json_each('${numbers}')`
  await run(
    `INSERT INTO orders (id, idempotency_key, email, lang, amount_minor, currency, created_at)
      SELECT id, id, 'anna@example.com', 'en', 1250, 'USD', '2026-11-21' FROM (${ids})`,
    `INSERT INTO order_lines (order_id, position, plan_id, amount_minor, reward_base)
      SELECT id, 1, 'tr-10', 1250, 1250 FROM (${ids})`,
    `INSERT INTO reviews (id, order_id, line_position, plan_id, place, is_gift, lang, rating,
        text, author, written_at, status, decided_at)
      SELECT id, id, 1, 'tr-10', 'tr', 0, 'en', 5, 'Fast', '', '2026-11-21T09:30:00.000Z',
        'approved', '2026-11-21T11:00:00.000Z' FROM (${ids})`,
  )
}

it('lists waiting reviews with their order and language', async () => {
  const page = await officePage('money', '/admin/reviews')
  for (const text of [
    '>★★☆☆☆</span> Türkiye',
    'aria-label="2 out of 5"',
    'lang="ru"',
    'Медленно &lt;b&gt;',
    'Аня',
    'as a gift',
  ])
    expect(page).toContain(text)
  expect(page).not.toContain('value="approve-review"')
  expect(await officePage('owner', '/admin/reviews?status=approved')).toContain(
    'There are no reviews here.',
  )
})

it.each(staffRoles)('allows or rejects a decision by the role %s', async (role) => {
  const answer = await act(role, 'approve-review')
  expect([answer.status, await status()]).toEqual(
    role === 'money' ? [403, 'new'] : [303, 'approved'],
  )
})

it('approves a review once, and withdraws an approved review with a reason', async () => {
  const form = await pressedForm('support', '/admin/reviews', 'approve-review')
  const press = async () => visitAs('support', '/admin/reviews', { form })
  expect((await Promise.all([press(), press()])).map((each) => each.status)).toEqual([303, 303])
  const approved = '/admin/reviews?status=approved'
  const back = await pressedForm('support', approved, 'refuse-review')
  const withoutReason = await visitAs('support', approved, { form: back })
  expect([withoutReason.status, await status()]).toEqual([422, 'approved'])
  await visitAs('support', approved, { form: { ...back, reason: 'It names a person' } })
  expect(await status()).toBe('refused')
})

it('shows approved reviews page by page, so that every one of them can be unpublished', async () => {
  await act('support', 'approve-review')
  await addApprovedReviews(54)
  const first = '/admin/reviews?status=approved'
  const page = await officePage('support', first)
  expect(page).not.toContain('Медленно')
  const [, older = ''] = /<a href="([^"]+)">Older reviews</.exec(page) ?? []
  const path = older.replaceAll('&amp;', '&')
  const rest = await officePage('support', path)
  expect(rest).toContain('Медленно')
  expect(rest).not.toContain('Older reviews')
  expect(rest).toContain(`<a href="${first}">Newest reviews</a>`)
  const idsOf = (html: string) => html.match(/<h2 id="[^"]+"/g) ?? []
  expect(new Set([...idsOf(page), ...idsOf(rest)]).size).toBe(55)
  const form = hiddenFields(rest.slice(rest.indexOf('Медленно')), 'refuse-review')
  const unpublish = { form: { ...form, reason: 'It names a person' } }
  const answer = await visitAs('support', path, unpublish)
  expect(answer.headers.get('Location')).toContain('done=refuse-review')
  expect(await rows(`SELECT id FROM reviews WHERE status = 'refused'`)).toHaveLength(1)
})

it('rejects an outdated or invented form', async () => {
  expect((await act('owner', 'approve-review', { version: '7' })).status).toBe(409)
  expect((await act('owner', 'approve-review', { reviewID: 'short' })).status).toBe(422)
  expect((await act('owner', 'approve-review', { action: 'publish' })).status).toBe(422)
})
