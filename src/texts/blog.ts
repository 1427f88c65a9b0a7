import type { InputOf } from '../operations.ts'
import type { Post, PostHead } from './operations.ts'
import { locales } from '../words/locales.shared.ts'
import type { Locale } from '../words/locales.shared.ts'
import { ok } from '../kit/result.shared.ts'
import { normalize } from '../kit/text.shared.ts'
import type { BackendContext } from '../context.ts'
import { notFound } from '../api/operation-result.ts'
import type { OperationResult } from '../api/operation-result.ts'
import { pageOf, pageOfList } from '../kit/paging.ts'
import type { ListPage } from '../kit/paging.ts'
import { readableLanguage } from './place-texts.ts'

const inLanguage = `lang = ${readableLanguage('post', '?1')}`
/** SQL: the languages of the post ?2, each with a space after it. */
const languages = locales
  .map(
    (locale) =>
      `iif(EXISTS (SELECT 1 FROM shown_posts WHERE lang = '${locale}' AND id = ?2), '${locale} ', '')`,
  )
  .join(' || ')
const heads = `SELECT id, title, description, date FROM shown_posts
  WHERE ${inLanguage} ORDER BY date DESC, id`

export async function listPosts(
  { catalogue: db }: BackendContext,
  query: InputOf<'blogs'>,
): Promise<OperationResult<ListPage<PostHead>>> {
  const words = normalize(query.search_string)
  if (words !== '') {
    // SQLite ignores case for Latin letters only, so the search runs in JavaScript.
    const { results } = await db.prepare(heads).bind(query.lang).all<PostHead>()
    const matches = results.filter(({ title }) => normalize(title).includes(words))
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

type PostRow = Omit<Post, 'langs'> & { langs: string }

export async function postByID(
  context: BackendContext,
  { lang, id }: { lang: Locale; id: string },
): Promise<OperationResult<{ data: Post }>> {
  const row = await context.catalogue
    .prepare(
      `SELECT id, title, description, date, body, ${languages} AS langs FROM shown_posts
      WHERE ${inLanguage} AND id = ?2`,
    )
    .bind(lang, id)
    .first<PostRow>()
  if (!row) return notFound(context)
  const { langs, ...post } = row
  const list = langs.trim().split(' ')
  return ok({ data: list.length < locales.length ? { ...post, langs: list } : post })
}
