import { z } from 'zod'
import type { Article, FaqBlockContent, SampleReview } from './types.ts'

const text = z.string().trim().min(1)
const paragraphs = z.array(text).min(1).readonly()
const ident = z.string().regex(/^[a-z0-9-]{1,60}$/)

export const faqBlockSchema: z.ZodType<FaqBlockContent> = z
  .strictObject({
    ident,
    title: text,
    questions: z
      .array(z.strictObject({ ident, question: text, answer: paragraphs }))
      .min(1)
      .readonly(),
  })
  .readonly()

export const reviewSchema: z.ZodType<SampleReview> = z
  .strictObject({
    author: text,
    country: z.string().regex(/^[a-z]{2}$/),
    date: z.iso.date(),
    rating: z.int().min(1).max(5),
    text,
  })
  .readonly()

export const articleSchema: z.ZodType<Article> = z
  .strictObject({
    isSample: z.literal(true).optional(),
    title: text,
    lead: text,
    sections: z
      .array(z.strictObject({ title: text, paragraphs }).readonly())
      .min(1)
      .readonly(),
  })
  .readonly()

export const advantageSchema = z.strictObject({ ident, title: text, text }).readonly()
export type Advantage = z.infer<typeof advantageSchema>

/** Advice for travellers by place. Keys are country codes or region idents of the catalogue. */
export const placeTextsSchema = z
  .record(
    ident,
    z
      .strictObject({
        networks: text.describe('The networks and their coverage'),
        install: text.describe('When to install'),
        mind: text.describe('What travellers should know'),
      })
      .readonly(),
  )
  .readonly()
export type PlaceTextsContent = z.infer<typeof placeTextsSchema>
