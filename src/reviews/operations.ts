import { z } from 'zod'
import { maxLength, oneLine } from '../kit/limits.shared.ts'
import { product } from '../kit/product.shared.ts'
import {
  countryCode,
  done,
  esimHash,
  lang,
  listAnswer,
  pageQuery,
  tariffID,
  time,
} from '../api/common.ts'
import { get, post } from '../api/operation.ts'
import { blockedEsim } from '../esims/operations.ts'
import { tariff } from '../plans/operations.ts'

const stars = z
  .int()
  .min(1)
  .max(5)
  .meta({ examples: [5] })
const exampleText = 'It worked before the plane doors opened.'

export const reviewRating = z
  .object({
    count: z.int().positive().describe('Number of approved reviews'),
    average: z.number().min(1).max(5).describe('Stars, to one decimal'),
  })
  .meta({
    id: 'ReviewRating',
    description: 'Summary of all approved reviews',
    examples: [{ count: 12, average: 4.6 }],
  })
export type ReviewRating = z.output<typeof reviewRating>

export const review = z
  .object({
    rating: stars,
    text: z.string().meta({ examples: [exampleText] }),
    author: z.string().meta({
      description: 'The name that the traveller chose, or empty',
      examples: ['Hannah'],
    }),
    writtenAt: time,
    tariff: tariff.describe('The plan that the traveller used'),
    isGift: z.boolean().describe('Whether the traveller got the plan as a gift'),
  })
  .meta({
    id: 'Review',
    description: 'An approved review of a plan that its traveller has used to the end',
  })
export type Review = z.output<typeof review>

const ownReview = z
  .object({
    hash: esimHash,
    tariff,
    canReview: z.boolean().describe('Whether the plan is over, and there is no review of it yet'),
    review: z
      .object({ rating: stars, text: z.string(), author: z.string() })
      .nullable()
      .meta({
        description: 'Review by the traveller, or null if there is none yet',
        examples: [null],
      }),
  })
  .meta({ id: 'OwnReview', description: 'An eSIM with the review of its traveller' })
export type OwnReview = z.output<typeof ownReview>

export const reviewOperations = {
  reviews: get('/web-reviews', {
    tag: 'Texts',
    summary: 'List reviews',
    description:
      'Returns approved reviews in one language, newest first. Their authors bought the plan, or got ' +
      'it as a gift, and used it.',
    isExtension: true,
    input: z.object({
      lang,
      country: countryCode.optional().describe('Returns reviews of plans for this country only'),
      tariffID: tariffID
        .optional()
        .describe('Returns reviews of plans for the same country, and the rating of this plan'),
      ...pageQuery,
    }),
    output: z.object({
      data: z.array(review).describe('Newest first. Reviews without a text are only counted'),
      rating: reviewRating.nullable().describe('null if there is no review in any language'),
      ...listAnswer,
    }),
  }),

  esimReview: get(`/web-${product.slug}-review`, {
    tag: 'eSIMs',
    summary: 'Get the review of an eSIM',
    description: 'Returns the review that the traveller of an eSIM has written, if there is one.',
    isExtension: true,
    input: z.object({ lang, hash: esimHash }),
    output: z.object({ data: ownReview }),
    refusals: blockedEsim,
  }),

  esimReviewSend: post(`/web-${product.slug}-review`, {
    tag: 'eSIMs',
    summary: 'Review the plan of an eSIM',
    description:
      'Stores the only review of a plan that is over. It becomes public when the shop approves it.',
    isExtension: true,
    input: z.object({
      lang,
      hash: esimHash,
      rating: stars,
      text: z
        .string()
        .trim()
        .max(maxLength.review)
        .default('')
        .meta({ examples: [exampleText] }),
      author: z
        .string()
        .trim()
        .max(maxLength.reviewAuthor)
        .regex(oneLine)
        .default('')
        .meta({ description: 'The name to publish, or empty', examples: ['Hannah'] }),
    }),
    output: done,
    refusals: {
      ...blockedEsim,
      'plan-not-over': 'The plan can still be used, or was never used.',
      reviewed: 'There is a review of this eSIM already.',
      'too-many-requests': 'Too many reviews from this client address within an hour.',
    },
  }),
}
