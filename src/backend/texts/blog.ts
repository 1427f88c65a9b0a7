import type { z } from 'zod'
import type { blogs, Post, PostHead } from '../../contract/blog.ts'
import type { Locale } from '../../locale/locales.ts'
import { found, notFound } from '../context.ts'
import type { Call, Reply } from '../context.ts'
import { pageOf, pageOfList } from '../paging.ts'
import type { Paged } from '../paging.ts'
import { readableLanguage } from './readable-language.ts'

const inLanguage = `lang = ${readableLanguage('posts', '?1')}`
const heads = `SELECT id, title, description, date FROM posts WHERE ${inLanguage} ORDER BY date DESC, id`

/** Posts whose title has the words looked for. SQLite knows the case of Latin letters only, so they are looked for here. */
export async function listPosts(
  { db }: Call,
  query: z.output<typeof blogs.input>,
): Promise<Reply<Paged<PostHead>>> {
  const wanted = query.search_string.trim().toLowerCase()
  if (wanted !== '') {
    const { results } = await db.prepare(heads).bind(query.lang).all<PostHead>()
    const fitting = results.filter(({ title }) => title.toLowerCase().includes(wanted))
    return found(pageOfList(fitting, query))
  }
  return found(
    await pageOf(db, query, {
      sql: heads,
      countSql: `SELECT 1 FROM posts WHERE ${inLanguage}`,
      params: [query.lang],
      toItem: (row: PostHead) => row,
    }),
  )
}

export async function postByID(
  call: Call,
  { lang, id }: { lang: Locale; id: string },
): Promise<Reply<{ data: Post }>> {
  const row = await call.db
    .prepare(`SELECT id, title, description, date, body FROM posts WHERE ${inLanguage} AND id = ?2`)
    .bind(lang, id)
    .first<Post>()
  return row ? found({ data: row }) : notFound(call)
}
