import { z } from 'zod'
import { oneLine } from '../domain/field-limits.ts'
import { faqIdent } from './faq.ts'

export const textKinds = ['place', 'question', 'post', 'legal'] as const
export type TextKind = (typeof textKinds)[number]

/** A text that staff can edit. Its ident is a place, a question, a post, or a legal text. */
export type TextName = { readonly kind: TextKind; readonly ident: string }

const line = (max: number) => z.string().trim().min(1).max(max).regex(oneLine)
const text = (max: number) => z.string().trim().min(1).max(max)

/**
 * The content of a text in one language, with limits in characters. Its pages have a limit in bytes
 * too, which is checked when it is published.
 */
export const textContents = {
  place: z.object({ networks: text(600), install: text(600), mind: text(600) }),
  question: z.object({
    block: faqIdent,
    blockTitle: z.string(),
    question: line(200),
    answer: z.array(text(4000)).min(1).max(20),
  }),
  post: z.object({
    title: line(120),
    description: line(300),
    date: z.iso.date(),
    body: text(40_000),
  }),
  legal: z.object({
    title: line(120),
    lead: text(600),
    sections: z
      .array(z.object({ title: line(200), paragraphs: z.array(text(4000)).min(1).max(40) }))
      .min(1)
      .max(60),
  }),
} as const satisfies { readonly [Kind in TextKind]: z.ZodType }

export type TextContents = {
  readonly [Kind in TextKind]: z.output<(typeof textContents)[Kind]>
}
export type TextContent = TextContents[TextKind]
