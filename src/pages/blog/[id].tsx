import { micromark } from 'micromark'
import { z } from 'zod'
import { postID } from '../../contract/blog.ts'
import { apiErrorPage } from '../../http/page/error-pages.tsx'
import { page } from '../../http/page/page.ts'
import { pictureHref } from '../../http/page/share-tags.tsx'
import { formatDate } from '../../locale/formats.ts'
import { blogPosting } from '../../domain/structured-data.ts'
import { href } from '../../locale/paths.ts'
import { Breadcrumbs } from '../../ui/breadcrumbs.tsx'
import { FeedLink } from '../../ui/feed-link.tsx'
import { JsonLd } from '../../ui/json-ld.tsx'

export const postPage = page('post', {
  access: 'public',
  params: z.object({ id: postID }),
  async get(c, { params }) {
    const { locale, words, config, api } = c.var
    const { id } = params
    const answer = await api.blog({ id })
    if (!answer.ok) return apiErrorPage(c, answer.error)
    const { title, description, date, body, langs } = answer.value.data
    const data = blogPosting({
      title,
      description,
      date,
      lang: locale,
      url: config.SITE_ORIGIN + href(locale, 'post', { id }),
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
        {/* micromark escapes HTML and drops unsafe URLs, so a post cannot run scripts. */}
        <div className="markdown" dangerouslySetInnerHTML={{ __html: micromark(body) }} />
      </article>,
      { title, description, share: { type: 'article' }, langs },
    )
  },
})
