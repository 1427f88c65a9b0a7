import { micromark } from 'micromark'
import { postID } from '../../contract/blog.ts'
import { apiErrorPage, notFound } from '../../http/page/error-pages.tsx'
import { page } from '../../http/page/page.ts'
import { pictureHref } from '../../http/endpoints/share-pictures.ts'
import { formatDate } from '../../locale/formats.ts'
import { blogPosting } from '../../domain/structured-data.ts'
import { href } from '../../locale/paths.ts'
import { Breadcrumbs } from '../../ui/breadcrumbs.tsx'
import { FeedLink } from '../../ui/feed-link.tsx'
import { JsonLd } from '../../ui/json-ld.tsx'

export const postPage = page('post', async (c) => {
  const { locale, words, config, api } = c.var
  const id = postID.safeParse(c.req.param('id'))
  if (!id.success) return notFound(c)
  const answer = await api.blog({ id: id.data })
  if (!answer.ok) return apiErrorPage(c, answer.error)
  const { title, description, date, body } = answer.value.data
  const data = blogPosting({
    title,
    description,
    date,
    lang: locale,
    url: config.SITE_ORIGIN + href(locale, 'post', { id: id.data }),
    image: config.SITE_ORIGIN + pictureHref(locale, null),
    publisher: config.BRAND_NAME,
  })
  return c.render(
    <article className="prose">
      <FeedLink />
      <JsonLd data={data} />
      <section className="masthead">
        <Breadcrumbs
          steps={[{ label: words('blog.title'), href: href(locale, 'blog') }]}
          here={title}
        />
        <p className="eyebrow">
          <time dateTime={date}>{formatDate(date)}</time>
        </p>
        <h1>{title}</h1>
        <p className="lead">{description}</p>
      </section>
      {/* micromark shows HTML as text and drops addresses that are not links, so that a post cannot run anything. */}
      <div className="markdown" dangerouslySetInnerHTML={{ __html: micromark(body) }} />
    </article>,
    { title, description, share: { type: 'article' } },
  )
})
