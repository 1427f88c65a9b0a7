import { z } from 'zod'
import { identPattern, maxLength } from '../kit/limits.shared.ts'
import { lang, listAnswer, listQuery } from '../api/common.ts'
import { get } from '../api/endpoint.ts'

export const postID = z
  .string()
  .regex(identPattern(maxLength.ident))
  .describe('Post name used in URLs')

const postHead = z
  .object({
    id: postID,
    title: z.string(),
    description: z.string().describe('One or two sentences for lists'),
    date: z.iso.date().describe('Publication date'),
  })
  .meta({ id: 'PostSummary', description: 'A blog post without its text' })
export type PostHead = z.output<typeof postHead>

const post = postHead
  .extend({
    body: z.string().describe('Markdown. HTML tags are shown as text'),
    langs: z
      .array(z.string())
      .optional()
      .describe('Languages that have the post, if it is not in all of them'),
  })
  .meta({ id: 'Post', description: 'A blog post' })
export type Post = z.output<typeof post>

export const blogs = get(
  '/web-blogs',
  'List blog posts',
  z.object({ ...listQuery, lang }),
  z.object({ data: z.array(postHead), ...listAnswer }),
)

export const blog = get(
  '/web-blog',
  'Get a blog post',
  z.object({ lang, id: postID }),
  z.object({ data: post }),
)
