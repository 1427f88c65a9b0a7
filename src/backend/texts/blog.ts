import type { z } from 'zod'
import type { blogs, Post, PostHead } from '../../contract/blog.ts'
import type { Locale } from '../../locale/locales.ts'
import { ok } from '../../domain/result.ts'
import type { BackendContext } from '../context.ts'
import { notFound } from '../operation-result.ts'
import type { OperationResult } from '../operation-result.ts'
import { pageOf, pageOfList } from '../paging.ts'
import type { ListPage } from '../paging.ts'
import { readableLanguage } from './readable-language.ts'

const inLanguage = `lang = ${readableLanguage('shown_posts', '?1')}`
const heads = `SELECT id, title, description, date FROM shown_posts
  WHERE ${inLanguage} ORDER BY date DESC, id`

export async function listPosts(
  { catalogue: db }: BackendContext,
  query: z.output<typeof blogs.input>,
): Promise<OperationResult<ListPage<PostHead>>> {
  const words = query.search_string.trim().toLowerCase()
  if (words !== '') {
    // SQLite ignores case for Latin letters only, so the search runs here.
    const { results } = await db.prepare(heads).bind(query.lang).all<PostHead>()
    const matches = results.filter(({ title }) => title.toLowerCase().includes(words))
    return ok(pageOfList(matches, query))
  }
  return ok(
    await pageOf(db, query, {
      sql: heads,
      countSql: `SELECT 1 FROM shown_posts WHERE ${inLanguage}`,
      params: [query.lang],
      toItem: (row: PostHead) => row,
    }),
  )
}

export async function postByID(
  context: BackendContext,
  { lang, id }: { lang: Locale; id: string },
): Promise<OperationResult<{ data: Post }>> {
  const row = await context.catalogue
    .prepare(
      `SELECT id, title, description, date, body FROM shown_posts WHERE ${inLanguage} AND id = ?2`,
    )
    .bind(lang, id)
    .first<Post>()
  return row ? ok({ data: row }) : notFound(context)
}
