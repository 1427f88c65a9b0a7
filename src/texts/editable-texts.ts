import { z } from 'zod'
import { oneLine } from '../kit/limits.shared.ts'
import { mailContent, mailLengths } from '../messages/mail-texts.ts'
import { faqIdent } from './operations.ts'

export const textKinds = ['place', 'question', 'post', 'legal', 'mail'] as const
export type TextKind = (typeof textKinds)[number]

/** A text that staff can edit. Its ident is a place, a question, a post, a legal text or an email. */
export type TextName = { readonly kind: TextKind; readonly ident: string }

/** In characters. */
export const textLengths = {
  place: { networks: 600, install: 600, mind: 600 },
  question: { question: 200, paragraph: 4000 },
  post: { title: 120, description: 300, body: 40_000 },
  legal: { title: 120, lead: 600, heading: 200, paragraph: 4000 },
  mail: mailLengths,
} as const satisfies { readonly [Kind in TextKind]: { readonly [field: string]: number } }

const line = (max: number) => z.string().trim().min(1).max(max).regex(oneLine)
const text = (max: number) => z.string().trim().min(1).max(max)

/** The content of a text in one language. Publishing also checks the size limit of its pages. */
export const textContents = {
  place: z.object({
    networks: text(textLengths.place.networks),
    install: text(textLengths.place.install),
    mind: text(textLengths.place.mind),
  }),
  question: z.object({
    block: faqIdent,
    blockTitle: z.string(),
    question: line(textLengths.question.question),
    answer: z.array(text(textLengths.question.paragraph)).min(1).max(20),
  }),
  post: z.object({
    title: line(textLengths.post.title),
    description: line(textLengths.post.description),
    date: z.iso.date(),
    body: text(textLengths.post.body),
  }),
  legal: z.object({
    title: line(textLengths.legal.title),
    lead: text(textLengths.legal.lead),
    sections: z
      .array(
        z.object({
          title: line(textLengths.legal.heading),
          paragraphs: z.array(text(textLengths.legal.paragraph)).min(1).max(40),
        }),
      )
      .min(1)
      .max(60),
  }),
  mail: mailContent,
} as const satisfies { readonly [Kind in TextKind]: z.ZodType }

export type TextContents = { readonly [Kind in TextKind]: z.output<(typeof textContents)[Kind]> }
export type TextContent = TextContents[TextKind]
