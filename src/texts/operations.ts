import { z } from 'zod'
import { identPattern, maxLength } from '../kit/limits.shared.ts'
import { done, lang, listAnswer, listQuery, countryCode, regionIdent } from '../api/common.ts'
import { get, post } from '../api/operation.ts'
import { product } from '../kit/product.shared.ts'

export const faqIdent = z
  .string()
  .regex(identPattern(maxLength.ident))
  .meta({ description: 'Name used in URLs', examples: ['how-to-pay'] })

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
  .meta({
    id: 'FaqBlock',
    description: 'A group of questions on one topic',
    examples: [
      {
        ident: 'paying',
        title: 'Paying and returning',
        questions: [
          {
            blockIdent: 'paying',
            ident: 'how-to-pay',
            question: 'How can I pay?',
            answer: ['By card in dollars or by card in roubles.'],
          },
        ],
      },
    ],
  })
export type FaqBlock = z.output<typeof faqBlock>

export const postID = z
  .string()
  .regex(identPattern(maxLength.ident))
  .meta({ description: 'Post name used in URLs', examples: ['turkiye'] })

const postHead = z
  .object({
    id: postID,
    title: z.string().meta({ examples: ['Türkiye: internet from the first minute'] }),
    description: z.string().meta({
      description: 'One or two sentences for lists',
      examples: ['Why to install the eSIM before the flight, and which networks there are.'],
    }),
    date: z.iso.date().meta({ description: 'Publication date', examples: ['2026-10-19'] }),
  })
  .meta({ id: 'PostSummary', description: 'A blog post without its text' })
export type PostHead = z.output<typeof postHead>

const blogPost = postHead
  .extend({
    body: z.string().meta({
      description: 'Markdown. HTML tags are shown as text',
      examples: ['Install the eSIM **before** you fly.'],
    }),
    langs: z
      .array(z.string())
      .optional()
      .describe('Languages that have the post, if it is not in all of them'),
  })
  .meta({ id: 'Post', description: 'A blog post' })
export type Post = z.output<typeof blogPost>

const placeTexts = z
  .object({
    networks: z.string().describe('Networks and their coverage'),
    install: z.string().describe('When to install the eSIM'),
    mind: z.string().describe('What to watch out for'),
  })
  .meta({
    id: 'PlaceTexts',
    description: 'Advice for travellers to a place',
    examples: [
      {
        networks:
          'Turkcell, Vodafone and Türk Telekom. All three cover the coast and the cities well.',
        install: 'Before departure: the sites of many eSIM sellers do not open from Türkiye.',
        mind: 'On the Aegean coast a phone may connect to a Greek network.',
      },
    ],
  })
export type PlaceTexts = z.output<typeof placeTexts>

export const legalTextNames = ['userAgreement', 'dataPolicy'] as const
export type LegalTextName = (typeof legalTextNames)[number]

const article = z
  .object({
    title: z.string(),
    lead: z.string().describe('The first paragraph'),
    sections: z.array(
      z.object({
        title: z.string(),
        paragraphs: z.array(z.string()).describe('Paragraphs of plain text'),
      }),
    ),
  })
  .meta({
    id: 'LegalText',
    description: 'An agreement or a policy',
    examples: [
      {
        title: 'Data policy',
        lead: 'What we store about you, and why.',
        sections: [{ title: '1. Who is responsible', paragraphs: ['Meridian Ltd.'] }],
      },
    ],
  })

export const textOperations = {
  faq: get('/web-faq', {
    tag: 'Texts',
    summary: 'List questions and answers',
    description: 'Returns all questions with their answers, grouped in blocks.',
    input: z.object({ lang }),
    output: z.object({ data: z.array(faqBlock) }),
  }),

  faqReview: post('/web-faq-review', {
    tag: 'Support',
    summary: 'Rate an answer',
    description: 'Stores whether an answer helped, with an optional comment.',
    isExtension: true,
    input: z.object({
      lang,
      ident: faqIdent.describe('Name of the question'),
      isHelpful: z.boolean().describe('Whether the answer helped'),
      comment: z
        .string()
        .trim()
        .max(maxLength.faqComment)
        .default('')
        .meta({ description: 'Missing information in the answer', examples: ['Which cards?'] }),
    }),
    output: done,
    refusals: {
      'not-found': 'There is no such question.',
      'too-many-requests': 'Too many reviews from this client address within an hour.',
    },
  }),

  blogs: get('/web-blogs', {
    tag: 'Texts',
    summary: 'List blog posts',
    description: 'Returns blog posts without their text, newest first.',
    input: z.object({ ...listQuery, lang }),
    output: z.object({ data: z.array(postHead), ...listAnswer }),
  }),

  blog: get('/web-blog', {
    tag: 'Texts',
    summary: 'Get a blog post',
    description: 'Returns a blog post with its text as Markdown.',
    input: z.object({ lang, id: postID }),
    output: z.object({ data: blogPost }),
    refusals: { 'not-found': 'There is no such post in this language.' },
  }),

  countryTexts: get(`/web-${product.slug}-country-texts`, {
    tag: 'Texts',
    summary: 'Get advice for a country',
    description: 'Returns advice for travellers to a country, or null.',
    input: z.object({ lang, countryCode2Letters: countryCode }),
    output: z.object({
      data: z.object({ countryTexts: placeTexts.nullable().describe('null if there is no text') }),
    }),
  }),

  regionTexts: get(`/web-${product.slug}-region-texts`, {
    tag: 'Texts',
    summary: 'Get advice for a region',
    description: 'Returns advice for travellers to a region of a country, or null.',
    input: z.object({ lang, countryCode2Letters: countryCode, ident: regionIdent }),
    output: z.object({
      data: z.object({ regionTexts: placeTexts.nullable().describe('null if there is no text') }),
    }),
  }),

  legalText: get('/web-legal-text', {
    tag: 'Texts',
    summary: 'Get a legal text',
    description:
      'Returns the user agreement or the data policy if the operator has published one, or null. ' +
      'A server without this operation answers 404.',
    isExtension: true,
    input: z.object({ lang, name: z.enum(legalTextNames).describe('Name of the text') }),
    output: z.object({
      data: article.nullable().describe('null if the storefront shows its own text'),
    }),
  }),
}
