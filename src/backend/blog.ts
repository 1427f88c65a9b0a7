import type { z } from 'zod'
import type { blogs, Post, PostHead } from '../contract/blog.ts'
import type { Locale } from '../shared/locale/locale.ts'
import { found, notFound } from './call.ts'
import type { Call, Reply } from './call.ts'
import { pageOf } from './paging.ts'
import type { Paged } from './paging.ts'

/** Posts whose title has the words looked for. */
export async function listPosts(
  { db }: Call,
  query: z.output<typeof blogs.input>,
): Promise<Reply<Paged<PostHead>>> {
  const where = `FROM posts WHERE lang = ? AND instr(lower(title), ?) > 0`
  return found(
    await pageOf(db, query, {
      sql: `SELECT id, title, description, date ${where} ORDER BY date DESC, id`,
      countSql: `SELECT 1 ${where}`,
      params: [query.lang, query.search_string.trim().toLowerCase()],
      toItem: (row: PostHead) => row,
    }),
  )
}

export async function postByID(
  call: Call,
  { lang, id }: { lang: Locale; id: string },
): Promise<Reply<{ data: Post }>> {
  const row = await call.db
    .prepare('SELECT id, title, description, date, body FROM posts WHERE lang = ? AND id = ?')
    .bind(lang, id)
    .first<Post>()
  return row ? found({ data: row }) : notFound(call)
}
