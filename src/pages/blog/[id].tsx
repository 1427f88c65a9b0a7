import { micromark } from 'micromark'
import { postID } from '../../contract/blog.ts'
import { failurePage, notFound } from '../../http/failure.tsx'
import { page } from '../../http/page.ts'
import { formatDate } from '../../shared/locale/formats.ts'
import { href } from '../../shared/locale/paths.ts'
import { Breadcrumbs } from '../../shared/ui/breadcrumbs.tsx'

export const postPage = page('post', async (c) => {
  const { locale, words, upstream } = c.var
  const id = postID.safeParse(c.req.param('id'))
  if (!id.success) return notFound(c)
  const answer = await upstream.blog({ id: id.data })
  if (!answer.ok) return failurePage(c, answer)
  const { title, description, date, body } = answer.value.data
  return c.render(
    <article className="prose">
      <section className="masthead">
        <Breadcrumbs steps={[{ label: words('blog.title'), href: href(locale, 'blog') }]} />
        <p className="eyebrow">
          <time dateTime={date}>{formatDate(date)}</time>
        </p>
        <h1>{title}</h1>
        <p className="lead">{description}</p>
      </section>
      {/* micromark shows HTML as text and drops addresses that are not links, so that a post cannot run anything. */}
      <div className="markdown" dangerouslySetInnerHTML={{ __html: micromark(body) }} />
    </article>,
    { title, description },
  )
})
