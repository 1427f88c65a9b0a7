import { expect, it } from 'vitest'
import { wordsOf } from '../../src/words/words.shared.ts'
import { buyPlan, useUp } from './people.ts'
import type { Shop } from './shop.ts'

const words = wordsOf('en')

export function describeReviews(shop: Shop): void {
  it('stores the review of a plan that is over, once, and publishes it only after approval', async () => {
    const { hash } = await buyPlan(shop)
    const review = { rating: 4, text: 'Fast in Istanbul.', author: 'Anna' }
    const early = await shop.expectRefusal('esimReviewSend', 'plan-not-over', { hash, ...review })
    expect(early.error).toBe(words('api.planNotOver'))
    expect((await shop.call('esimReview', { hash })).data).toMatchObject({
      canReview: false,
      review: null,
    })
    await useUp(shop, hash)
    expect((await shop.call('esimReview', { hash })).data.canReview).toBe(true)
    await shop.call('esimReviewSend', { hash, ...review })
    expect((await shop.call('esimReview', { hash })).data).toMatchObject({
      canReview: false,
      review,
    })
    await shop.expectRefusal('esimReviewSend', 'reviewed', { hash, ...review, rating: 1 })
    expect((await shop.call('esimReview', { hash })).data.review).toEqual(review)
    const { data, rating } = await shop.call('reviews', {})
    expect(data.map(({ text }) => text)).not.toContain(review.text)
    expect(rating).toBeNull()
  })

  it.each([{ rating: 0 }, { rating: 6 }, { rating: 4.5 }, { rating: 4, text: 'x'.repeat(601) }])(
    'refuses the review %o',
    async (review) => {
      const { hash } = await buyPlan(shop)
      const { errors } = await shop.expectRefusal('esimReviewSend', 'invalid-input', {
        hash,
        ...review,
      })
      expect(errors).toBeTruthy()
      await shop.expectRefusal('reviews', 'invalid-input', { country: 'Turkey' })
    },
  )
}
