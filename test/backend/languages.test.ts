import { env } from 'cloudflare:workers'
import { beforeAll, expect, it } from 'vitest'
import { api, stockShop, run } from '../support/small-shop.ts'
import { textSql } from '../support/text-sql.ts'

const inRussian = api('ru')

beforeAll(async () => {
  await stockShop(2)
  await run(
    textSql('question', 'en', 'how-much', { question: 'How much?', answer: ['This much.'] }),
    textSql('post', 'en', 'borders', { title: 'Borders', date: '2026-11-02' }),
    textSql('place', 'en', 'tr', { networks: 'Networks', install: 'Wi-Fi', mind: 'Metro' }),
  )
})

it('falls back to the default locale in a language without texts', async () => {
  expect(await inRussian.faq({})).toMatchObject({ value: { data: [{ title: 'Choosing' }] } })
  expect(await inRussian.blogs({})).toMatchObject({
    value: { data: [{ id: 'borders' }], total: 1 },
  })
  expect(await inRussian.blog({ id: 'borders' })).toMatchObject({ ok: true })
  expect(await inRussian.countryTexts({ countryCode2Letters: 'tr' })).toMatchObject({
    value: { data: { countryTexts: { mind: 'Metro' } } },
  })
})

it('falls back to the title of a place in the default locale, then to its code', async () => {
  await run(
    `UPDATE places SET titles = '{"en":"Türkiye"}' WHERE place = 'tr'`,
    `UPDATE places SET titles = '{}' WHERE place = 'cu'`,
  )
  expect(await inRussian.countries({ withoutEsimRemains: 'true' })).toMatchObject({
    value: { data: [{ title: 'CU' }, { title: 'Türkiye' }] },
  })
  expect(await inRussian.tariff({ id: 'tr-10' })).toMatchObject({
    value: { data: { placeTitle: 'Türkiye' } },
  })
})

it('records a review of the question that was shown', async () => {
  await inRussian.faqReview({ ident: 'how-much', isHelpful: true, comment: '' })
  const review = await env.DB.prepare('SELECT lang, ident FROM answer_reviews').first()
  expect(review).toEqual({ lang: 'en', ident: 'how-much' })
})

it('does not fall back to the default locale in a language with its own posts', async () => {
  await run(textSql('post', 'ru', 'visas', { title: 'Визы', date: '2026-11-03' }))
  expect(await inRussian.blogs({})).toMatchObject({ value: { data: [{ id: 'visas' }], total: 1 } })
  expect(await inRussian.blog({ id: 'borders' })).toMatchObject({
    ok: false,
    error: { status: 404 },
  })
})
