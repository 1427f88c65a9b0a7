import { z } from 'zod'
import { identPattern, maxLength } from '../kit/limits.shared.ts'
import { done, lang } from '../api/common.ts'
import { get, post } from '../api/endpoint.ts'

export const faqIdent = z
  .string()
  .regex(identPattern(maxLength.ident))
  .describe('Name used in URLs')

const faqQuestion = z
  .object({
    blockIdent: faqIdent.describe('Block that contains the question'),
    ident: faqIdent,
    question: z.string(),
    answer: z.array(z.string()).describe('Paragraphs of plain text'),
  })
  .meta({ id: 'FaqQuestion', description: 'A question with its answer' })

export type FaqQuestion = z.output<typeof faqQuestion>

export const faqBlock = z
  .object({ ident: faqIdent, title: z.string(), questions: z.array(faqQuestion) })
  .meta({ id: 'FaqBlock', description: 'A group of questions on one topic' })
export type FaqBlock = z.output<typeof faqBlock>

export const faq = get(
  '/web-faq',
  'List questions and answers',
  z.object({ lang }),
  z.object({ data: z.array(faqBlock) }),
)

export const faqReview = post(
  '/web-faq-review',
  'Rate an answer',
  z.object({
    lang,
    ident: faqIdent.describe('Name of the question'),
    isHelpful: z.boolean().describe('Whether the answer helped'),
    comment: z
      .string()
      .trim()
      .max(maxLength.faqComment)
      .default('')
      .describe('Missing information in the answer'),
  }),
  done,
  { isExtension: true },
)
