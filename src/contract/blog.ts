import { z } from 'zod'
import { lang, listAnswer, listQuery } from './common.ts'
import { get } from './endpoint.ts'

/** Name of a post in URLs, the same in every language. */
export const postID = z.string().regex(/^[a-z0-9-]{1,60}$/)

const postHead = z.object({
  id: postID,
  title: z.string(),
  description: z.string(),
  date: z.iso.date().describe('Day of publication'),
})
export type PostHead = z.infer<typeof postHead>

const post = postHead.extend({ body: z.string().describe('Markdown; HTML in it is shown as text') })
export type Post = z.infer<typeof post>

export const blogs = get(
  '/web-blogs',
  'Posts of the blog, newest first',
  z.object({ ...listQuery, lang }),
  z.object({ data: z.array(postHead), ...listAnswer }),
)

export const blog = get(
  '/web-blog',
  'One post',
  z.object({ lang, id: postID }),
  z.object({ data: post }),
)
