import { z } from 'zod'
import { maxLength } from '../domain/field-limits.ts'
import { done, lang } from './common.ts'
import { get, post } from './endpoint.ts'

/** Name of a block or a question in URLs, the same in every language. */
export const faqIdent = z.string().regex(/^[a-z0-9-]{1,60}$/)

export const faqBlock = z.object({
  ident: faqIdent,
  title: z.string(),
  questions: z.array(
    z.object({
      blockIdent: faqIdent,
      ident: faqIdent,
      question: z.string(),
      answer: z.array(z.string()).describe('Paragraphs of plain text'),
    }),
  ),
})
export type FaqBlock = z.infer<typeof faqBlock>

export const faq = get(
  '/web-faq',
  'Questions and answers by block',
  z.object({ lang }),
  z.object({ data: z.array(faqBlock) }),
)

export const faqReview = post(
  '/web-faq-review',
  'Whether an answer helped, and what was missing',
  z.object({
    lang,
    ident: faqIdent.describe('The question'),
    isHelpful: z.boolean(),
    comment: z.string().trim().max(maxLength.faqComment).default(''),
  }),
  done,
  { extension: true },
)
