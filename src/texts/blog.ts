import type { InputOf } from '../operations.ts'
import type { Post, PostHead } from './operations.ts'
import { locales, type Locale } from '../words/locales.shared.ts'
import { ok } from '../kit/result.shared.ts'
import { normalize } from '../kit/text.shared.ts'
import type { BackendContext } from '../context.ts'
import { notFound, type OperationResult } from '../api/operation-result.ts'
import { pageOf, pageOfList, type ListPage } from '../kit/paging.ts'
import { readableLanguage } from './place-texts.ts'
import { join, readRow, readRows, sql } from '../kit/sql.ts'

const inLanguage = (lang: Locale) => sql`lang = ${readableLanguage('post', lang)}`

export async function listPosts(
  { catalogue: db }: BackendContext,
  query: InputOf<'blogs'>,
): Promise<OperationResult<ListPage<PostHead>>> {
  const ofLanguage = inLanguage(query.lang)
  const heads = sql`SELECT id, title, description, date FROM shown_posts
    WHERE ${ofLanguage} ORDER BY date DESC, id`
  const words = normalize(query.search_string)
  if (words !== '') {
    // SQLite ignores case for Latin letters only, so the search runs in JavaScript.
    const results = await readRows<PostHead>(db)`${heads}`
    const matches = results.filter(({ title }) => normalize(title).includes(words))
    return ok(pageOfList(matches, query))
  }
  return ok(
    await pageOf(db, query, {
      sql: heads,
      countSql: sql`SELECT 1 FROM shown_posts WHERE ${ofLanguage}`,
      toItem: (row: PostHead) => row,
    }),
  )
}

type PostRow = Omit<Post, 'langs'> & { langs: string }

export async function postByID(
  context: BackendContext,
  { lang, id }: { lang: Locale; id: string },
): Promise<OperationResult<{ data: Post }>> {
  // The languages of the post, each with a space after it.
  const languages = locales.map(
    (locale) => sql`iif(EXISTS (
      SELECT 1 FROM shown_posts WHERE lang = ${locale} AND id = ${id}), ${`${locale} `}, '')`,
  )
  const row = await readRow<PostRow>(context.catalogue)`SELECT id, title, description, date, body,
      ${join(languages, ' || ')} AS langs FROM shown_posts
    WHERE ${inLanguage(lang)} AND id = ${id}`
  if (!row) return notFound(context)
  const { langs, ...post } = row
  const list = langs.trim().split(' ')
  return ok({ data: list.length < locales.length ? { ...post, langs: list } : post })
}
