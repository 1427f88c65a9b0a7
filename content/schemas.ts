import { z } from 'zod'
import type { Article, FaqBlock, Review } from './types.ts'

const text = z.string().trim().min(1)
const paragraphs = z.array(text).min(1).readonly()
/** Name in URLs and keys, the same in every language. */
const ident = z.string().regex(/^[a-z0-9-]{1,60}$/)

/** See FaqBlock in shape.ts. */
export const faqBlockSchema: z.ZodType<FaqBlock> = z
  .strictObject({
    ident,
    title: text,
    questions: z
      .array(z.strictObject({ ident, question: text, answer: paragraphs }))
      .min(1)
      .readonly(),
  })
  .readonly()

/** See Review in shape.ts: two-letter country code in lower case, ISO 8601 day, 1 to 5 stars. */
export const reviewSchema: z.ZodType<Review> = z
  .strictObject({
    author: text,
    country: z.string().regex(/^[a-z]{2}$/),
    date: z.iso.date(),
    rating: z.int().min(1).max(5),
    text,
  })
  .readonly()

/** See Article in shape.ts. */
export const articleSchema: z.ZodType<Article> = z
  .strictObject({
    title: text,
    lead: text,
    sections: z
      .array(z.strictObject({ title: text, paragraphs }).readonly())
      .min(1)
      .readonly(),
  })
  .readonly()

/** One of the reasons to buy here. */
export const advantageSchema = z.strictObject({ ident, title: text, text }).readonly()
export type Advantage = z.infer<typeof advantageSchema>

/** What a traveller to a place should know; keys are country codes or region idents of the catalogue. */
export const placeTextsSchema = z
  .record(
    ident,
    z
      .strictObject({
        networks: text.describe('Which networks there are and how far they reach'),
        install: text.describe('When to install'),
        mind: text.describe('What surprises people there'),
      })
      .readonly(),
  )
  .readonly()
export type PlaceTexts = z.infer<typeof placeTextsSchema>
