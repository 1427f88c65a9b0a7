import { beforeEach, expect, it } from 'vitest'
import type { Fetch } from '../../src/site/api/resilient-fetch.ts'
import { content } from '../../src/words/content.ts'
import { wordsOf } from '../../src/words/words.shared.ts'
import { api, ask, esimHash, rows, openShop, run } from '../support/small-shop.ts'
import { paidOrder } from '../support/staff.ts'
import { origin } from '../support/visit.ts'
import { visitWithApi } from '../support/visit-with-api.ts'

const words = wordsOf('en')
const pages = ['/feedback', '/esim/countries/tr', '/esim/tariffs/tr-turkcell/tr-10'] as const

/** Inserts a review of the plan tr-10. */
async function insertReview(lang: 'en' | 'ru', status = 'approved'): Promise<void> {
  const invoiceID = await paidOrder()
  const [{ number } = { number: 0 }] = await rows<{ number: number }>(
    'SELECT count(*) AS number FROM reviews',
  )
  await run(
    `INSERT INTO reviews (id, order_id, line_position, plan_id, place, is_gift, lang, rating,
        text, author, written_at)
      VALUES ('review-${number}', '${invoiceID}', 1, 'tr-10', 'tr', 0, '${lang}', 4,
        'Said in ${lang}', '', '2026-11-21T09:00:00.000Z')`,
    `UPDATE reviews SET status = '${status}' WHERE id = 'review-${number}'`,
  )
}

async function visitText(path: string): Promise<string> {
  return (await visitWithApi(path, ask)).text()
}

function dataOf(html: string): string {
  const blocks = html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)
  return [...blocks].map(([, json = '']) => json).join('')
}

beforeEach(async () => openShop(3))

it.each([{}, { country: 'tr' }, { tariffID: 'tr-10' }])(
  'lists reviews of %o page by page, newest first',
  async (scope) => {
    for (const lang of ['en', 'en', 'ru'] as const) await insertReview(lang)
    await run(`UPDATE reviews SET written_at = '2026-11-22T09:00:00.000Z' WHERE id = 'review-1'`)
    const pageAt = async (page: number) => api().reviews({ ...scope, page, per_page: 1 })
    expect(await pageAt(1)).toMatchObject({
      value: { data: [{ writtenAt: '2026-11-22T09:00:00.000Z' }], total: 2, hasMore: true },
    })
    expect(await pageAt(2)).toMatchObject({
      value: { data: [{ writtenAt: '2026-11-21T09:00:00.000Z' }], total: 2, hasMore: false },
    })
  },
)

it('keeps a review that was typed before a top-up continued the plan', async () => {
  const hash = await esimHash(`order_id = '${await paidOrder()}'`)
  const path = `/esim-review?hash=${hash}`
  expect(await visitText(path)).toContain(words('review.notYet'))
  const body = new URLSearchParams({ rating: '4', text: 'Typed with care', author: 'Anna' })
  const headers = { Origin: origin }
  const answer = await visitWithApi(path, ask, { method: 'POST', headers, body })
  expect(answer.status).toBe(409)
  const html = await answer.text()
  expect(html).toContain(words('api.planNotOver'))
  expect(html).toContain('>Typed with care</textarea>')
})

it.each(pages)(
  'shows a verified review on %s, with its plan and as structured data',
  async (path) => {
    await insertReview('en')
    await insertReview('ru')
    const html = await visitText(path)
    expect(html).toContain('Said in en')
    expect(html).not.toContain('Said in ru')
    expect(html).toContain(words('review.nobody'))
    expect(html).toContain('Verified: bought 10\u00A0GB, Türkiye')
    expect(html).toContain('4 out of 5, 2 verified ratings')
    expect(html).not.toContain(words('feedback.lead'))
    const data = dataOf(html)
    if (path === '/feedback') return
    expect(data).toContain(
      '"aggregateRating":{"@type":"AggregateRating","ratingValue":4,"reviewCount":2}',
    )
    expect(data).toContain('"reviewBody":"Said in en"')
  },
)

it.each(pages)(
  'shows no review on %s before its approval, and no samples as data',
  async (path) => {
    await insertReview('en', 'new')
    await insertReview('en', 'refused')
    const html = await visitText(path)
    expect(html).not.toContain('Said in en')
    expect(dataOf(html)).not.toMatch(/review|rating/i)
  },
)

it('lists the next page of reviews', async () => {
  await insertReview('en')
  expect(await visitText('/feedback?page=2')).toContain('Said in en')
})

it('shortens long reviews except on the page of reviews', async () => {
  await insertReview('en')
  await run(`UPDATE reviews SET text = 'Said in en ${'word '.repeat(110)}epilogue'`)
  expect(await visitText('/feedback')).toContain('epilogue')
  const country = await visitText('/esim/countries/tr')
  expect(country).toContain('Said in en word')
  expect(country).toContain('word…')
  expect(country).not.toContain('epilogue')
})

it('shows only samples for the plan’s countries', async () => {
  const path = '/esim/tariffs/tr-turkcell/tr-10'
  const [own, other] = ['tr', 'th'].map((code) =>
    content.en.planReviews.find(({ country }) => country === code),
  )
  const page = await visitText(path)
  expect(page).toContain(own?.text)
  expect(page).not.toContain(other?.text)
  await run(`UPDATE plans SET country_codes = '["nr"]' WHERE id = 'tr-10'`)
  expect(await visitText(path)).not.toContain(words('tariff.reviewsTitle'))
})

it('shows the rating of the plan apart from reviews of other plans of the country', async () => {
  await insertReview('en')
  await run(`UPDATE reviews SET text = ''`)
  const own = await visitText('/esim/tariffs/tr-turkcell/tr-10')
  expect(own).toContain(`<h2>${words('review.planTitle')}</h2>`)
  expect(own).toContain('4 out of 5, 1 verified rating')
  expect(dataOf(own)).toContain('"aggregateRating"')
  const other = await visitText('/esim/tariffs/tr-turkcell/tr-sold-out')
  expect(other).not.toContain(words('review.planTitle'))
  expect(dataOf(other)).not.toMatch(/review|rating/i)
})

it('shows no samples beside a plan outside development', async () => {
  const path = '/esim/tariffs/tr-turkcell/tr-10'
  const page = await visitWithApi(path, ask, {
    settings: { DEV_TOOLS: '0', PAYMENT_PROVIDERS: '' },
  })
  expect(page.status).toBe(200)
  expect(await page.text()).not.toContain(words('tariff.reviewsTitle'))
})

it('shows samples, and no failure, in a shop whose API has no reviews', async () => {
  const withoutReviews: Fetch = async (request) =>
    request.url.includes('reviews') ? new Response(null, { status: 404 }) : ask(request)
  const page = await (await visitWithApi('/feedback', withoutReviews)).text()

  expect(page).toContain(words('feedback.lead'))
  expect(page).not.toContain(words('errors.listFailed'))
  const failing: Fetch = async (request) =>
    request.url.includes('reviews') ? new Response(null, { status: 503 }) : ask(request)
  expect(await (await visitWithApi('/feedback', failing)).text()).toContain(
    words('errors.listFailed'),
  )
})
