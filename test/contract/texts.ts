import { expect, it } from 'vitest'
import { newVisitor } from './shop.ts'
import type { Shop } from './shop.ts'
import { itWithinTenMinutes } from './within-ten-minutes.ts'

export function describeTexts(shop: Shop): void {
  it('lists the same questions by block in both languages', async () => {
    const identsIn = async (lang: 'en' | 'ru') => {
      const { data } = await shop.call('faq', { lang })
      for (const { ident, questions } of data)
        expect(questions.every(({ blockIdent }) => blockIdent === ident)).toBe(true)
      return data.flatMap(({ questions }) => questions.map(({ ident }) => ident))
    }
    const english = await identsIn('en')
    expect(english.length).toBeGreaterThan(0)
    expect(await identsIn('ru')).toEqual(english)
    expect(
      (await shop.expectRefusal('faq', 'invalid-input', { lang: 'xx' })).errors,
    ).toHaveProperty('lang')
  })

  itWithinTenMinutes('accepts feedback on answers, up to a limit', async () => {
    const { data } = await shop.call('faq', {})
    const ident = data[0]?.questions[0]?.ident ?? ''
    const review = { ident, isHelpful: false, comment: 'And in Cuba?' }
    expect(await shop.call('faqReview', review)).toEqual({ data: { done: true } })
    await shop.expectRefusal('faqReview', 'not-found', { ...review, ident: 'no-such-question' })
    const long = { ...review, comment: 'x'.repeat(1001) }
    expect((await shop.expectRefusal('faqReview', 'invalid-input', long)).errors).toHaveProperty(
      'comment',
    )
    const visitor = newVisitor()
    const rating = { ident, isHelpful: false }
    for (let times = 0; times < 30; times += 1) await shop.call('faqReview', rating, { visitor })
    expect(
      (await shop.expectRefusal('faqReview', 'too-many-requests', rating, { visitor })).error,
    ).toBeTruthy()
  })

  it('lists posts newest first, finds them by title, and returns a single post', async () => {
    const { data, total } = await shop.call('blogs', { lang: 'ru' })
    expect(total).toBe(data.length)
    const dates = data.map(({ date }) => date)
    expect(dates).toEqual(dates.toSorted().toReversed())
    const { id = '', title = '' } = data[0] ?? {}
    const found = await shop.call('blogs', { lang: 'ru', search_string: title.toUpperCase() })
    expect(found.data).toContainEqual(data[0])
    expect((await shop.call('blogs', { search_string: 'no such words' })).data).toEqual([])
    const { data: post } = await shop.call('blog', { lang: 'ru', id })
    expect(post).toMatchObject({ id, title })
    expect(post.body).not.toBe('')
    await shop.expectRefusal('blogs', 'invalid-input', { page: 'first' })
    await shop.expectRefusal('blog', 'not-found', { id: 'no-such-post' })
    await shop.expectRefusal('blog', 'invalid-input', {})
  })

  it('returns advice for countries and regions, or null', async () => {
    const turkey = { countryCode2Letters: 'tr' }
    const inEnglish = await shop.call('countryTexts', turkey)
    const inRussian = await shop.call('countryTexts', { ...turkey, lang: 'ru' })
    expect(inEnglish.data.countryTexts?.mind).toBeTruthy()
    expect(inRussian.data.countryTexts?.mind).toMatch(/[а-я]/)
    const nowhere = { countryCode2Letters: 'xx' }
    expect((await shop.call('countryTexts', nowhere)).data.countryTexts).toBeNull()
    await shop.expectRefusal('countryTexts', 'invalid-input', { countryCode2Letters: '' })
    const moscow = { countryCode2Letters: 'ru', ident: 'mow' }
    expect((await shop.call('regionTexts', moscow)).data.regionTexts?.networks).toBeTruthy()
    const other = { ...moscow, ident: 'none' }
    expect((await shop.call('regionTexts', other)).data.regionTexts).toBeNull()
    await shop.expectRefusal('regionTexts', 'invalid-input', nowhere)
  })
  it('returns a legal text only if the operator has published it', async () => {
    expect(await shop.call('legalText', { name: 'dataPolicy' })).toEqual({ data: null })
    await shop.expectRefusal('legalText', 'invalid-input', {})
  })
}
