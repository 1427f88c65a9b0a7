import { z } from 'zod'
import type { ApiResult } from '../../site/api/api-result.ts'
import type { PostHead } from '../operations.ts'
import { pageQuery } from '../../api/common.ts'
import { pageSize } from '../../kit/limits.shared.ts'
import { page, pageOrFirst, shownPage } from '../../site/page.ts'
import { formatDate } from '../../words/formats.shared.ts'
import { href } from '../../words/paths.shared.ts'
import { FeedLink } from '../../ui/navigation.tsx'
import { Late, LateNoIndex } from '../../ui/in-order.tsx'
import { Masthead } from '../../ui/masthead.tsx'
import { PageLinks, PartFailed, type PageOfList } from '../../ui/lists.tsx'
import { useSite } from '../../ui/site.tsx'

export const blogPage = page('blog', {
  access: 'public',
  query: z.object(pageQuery),
  async get(c, { query }) {
    const { words, api } = c.var
    const posts = pageOrFirst(query.page, (at) => api.blogs({ ...query, page: at }))
    const perPage = query.per_page === pageSize.default ? undefined : query.per_page
    const content = (
      <>
        <FeedLink />
        <Late of={posts} as={(answer) => postList(answer, perPage)} />
      </>
    )
    return c.render(content, {
      opening: <Masthead heading={words('blog.title')} lead={words('blog.description')} />,
      title: words('blog.title'),
      description: words('blog.description'),
      isFiltered: query.page !== 1 || perPage !== undefined,
      listPage: await shownPage(query.page, async () => posts),
      styles: 'posts',
    })
  },
})

function postList(posts: ApiResult<PageOfList<PostHead>>, perPage: number | undefined) {
  const list = posts.ok && posts.value.data.length > 0 ? posts.value : null
  // An API without a blog answers 404.
  const isEmpty = posts.ok ? list === null : posts.error.status === 404
  if (isEmpty) return <NoPosts />
  return list ? <Posts posts={list} perPage={perPage} /> : <PartFailed />
}

type PostsProps = { readonly posts: PageOfList<PostHead>; readonly perPage: number | undefined }

function Posts({ posts, perPage }: PostsProps) {
  const { locale } = useSite()
  return (
    <>
      <ul className="ways posts">
        {posts.data.map(({ id, title, description, date }) => (
          <li key={id} className="sheet">
            <p className="eyebrow">
              <time dateTime={date}>{formatDate(date)}</time>
            </p>
            <h2>
              <a href={href(locale, 'post', { id })}>{title}</a>
            </h2>
            <p className="soft">{description}</p>
          </li>
        ))}
      </ul>
      <PageLinks
        list={posts}
        at={(number) => href(locale, 'blog', null, { page: number, per_page: perPage })}
      />
    </>
  )
}

function NoPosts() {
  const { locale, words } = useSite()
  return (
    <p className="empty">
      <LateNoIndex />
      {words('blog.none')} <a href={href(locale, 'questions')}>{words('layout.help')}</a>
    </p>
  )
}
