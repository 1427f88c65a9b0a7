import { z } from 'zod'
import { pageQuery } from '../contract/common.ts'
import { pageSize } from '../domain/field-limits.ts'
import { page, pageOrFirst } from '../http/page/page.ts'
import { formatDate } from '../locale/formats.ts'
import { href } from '../locale/paths.ts'
import { FeedLink } from '../ui/feed-link.tsx'
import { PageLinks } from '../ui/page-links.tsx'

export const blogPage = page('blog', {
  access: 'public',
  query: z.object(pageQuery),
  async get(c, { query }) {
    const { locale, words, api } = c.var
    const posts = await pageOrFirst(query.page, (at) => api.blogs({ ...query, page: at }))
    const action = href(locale, 'blog')
    const perPage = query.per_page === pageSize.default ? undefined : query.per_page
    return c.render(
      <>
        <FeedLink />
        <section className="masthead">
          <h1>{words('blog.title')}</h1>
          <p className="lead">{words('blog.description')}</p>
        </section>
        {posts.ok ? (
          <>
            <ul className="ways posts">
              {posts.value.data.map(({ id, title, description, date }) => (
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
              list={posts.value}
              at={(number) => href(locale, 'blog', null, { page: number, per_page: perPage })}
            />
          </>
        ) : (
          <p className="empty" role="status">
            {words('errors.dataFailed')} <a href={action}>{words('errors.retry')}</a>
          </p>
        )}
      </>,
      {
        title: words('blog.title'),
        description: words('blog.description'),
        filtered: query.page !== 1 || perPage !== undefined,
      },
    )
  },
})
