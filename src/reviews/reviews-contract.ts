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
import { get, post } from '../api/endpoint.ts'
import { tariff } from '../plans/plans-contract.ts'

const stars = z.int().min(1).max(5)

export const reviewRating = z
  .object({
    count: z.int().positive().describe('Number of approved reviews'),
    average: z.number().min(1).max(5).describe('Stars, to one decimal'),
  })
  .meta({ id: 'ReviewRating', description: 'Summary of all approved reviews' })
export type ReviewRating = z.output<typeof reviewRating>

export const review = z
  .object({
    rating: stars,
    text: z.string(),
    author: z.string().describe('The name that the traveller chose, or empty'),
    writtenAt: time,
    tariff: tariff.describe('The plan that the traveller used'),
    isGift: z.boolean().describe('Whether the traveller got the plan as a gift'),
  })
  .meta({
    id: 'Review',
    description: 'An approved review of a plan that its traveller has used to the end',
  })
export type Review = z.output<typeof review>

export const reviews = get(
  '/web-reviews',
  'List reviews',
  z.object({
    lang,
    country: countryCode.optional().describe('Returns reviews of plans for this country only'),
    tariffID: tariffID
      .optional()
      .describe('Returns reviews of plans for the same country, and the rating of this plan'),
    ...pageQuery,
  }),
  z.object({
    data: z.array(review).describe('Newest first. Reviews without a text are only counted'),
    rating: reviewRating.nullable().describe('null if there is no review in any language'),
    ...listAnswer,
  }),
  { isExtension: true },
)

const ownReview = z
  .object({
    hash: esimHash,
    tariff,
    canReview: z.boolean().describe('Whether the plan is over, and there is no review of it yet'),
    review: z
      .object({ rating: stars, text: z.string(), author: z.string() })
      .nullable()
      .describe('Review by the traveller, or null if there is none yet'),
  })
  .meta({ id: 'OwnReview', description: 'An eSIM with the review of its traveller' })
export type OwnReview = z.output<typeof ownReview>

export const esimReview = get(
  `/web-${product.slug}-review`,
  'Get the review of an eSIM',
  z.object({ lang, hash: esimHash }),
  z.object({ data: ownReview }),
  { isExtension: true },
)

export const esimReviewSend = post(
  `/web-${product.slug}-review`,
  'Review the plan of an eSIM',
  z.object({
    lang,
    hash: esimHash,
    rating: stars,
    text: z.string().trim().max(maxLength.review).default(''),
    author: z
      .string()
      .trim()
      .max(maxLength.reviewAuthor)
      .regex(oneLine)
      .default('')
      .describe('The name to publish, or empty'),
  }),
  done,
  { isExtension: true },
)
