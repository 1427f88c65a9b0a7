import { z } from 'zod'
import { postID, type Post } from '../operations.ts'
import type { Dictionary } from '../../site/api/dictionaries.ts'
import type { AppContext } from '../../site/app-env.ts'
import { ContentStyles } from '../../site/page-styles.tsx'
import { apiErrorPage } from '../../site/error-pages.tsx'
import { page } from '../../site/page.ts'
import { pictureHref } from '../../site/head.tsx'
import { formatDate } from '../../words/formats.shared.ts'
import { blogPosting } from '../../kit/structured-data.ts'
import { href } from '../../words/paths.shared.ts'
import { Breadcrumbs, FeedLink } from '../../ui/navigation.tsx'
import { JsonLd } from '../../ui/hydrated-form.tsx'
import { useSite } from '../../ui/site.tsx'
import { CountryChips } from '../../plans/place-list.tsx'
import type { Country, Plan } from '../../plans/operations.ts'
import { Late } from '../../ui/in-order.tsx'
import { Flag } from '../../ui/flag.tsx'
import { PlanPicks } from '../../plans/plan-card.tsx'

export const postPage = page('post', {
  access: 'public',
  params: z.object({ id: postID }),
  async get(c, { params }) {
    const { locale, api, dictionaries } = c.var
    const answer = await api.blog({ id: params.id })
    if (!answer.ok) return apiErrorPage(c, answer.error)
    const post = answer.value.data
    const { title, description, body, langs } = post
    const place = await linkedCountry(c, body)
    // Loaded with the first post. Otherwise every isolate would compile its 70 kB at its start.
    const { micromark } = await import('micromark')
    return c.render(
      <div className="with-aside">
        <article className="prose">
          <FeedLink />
          <PostMasthead post={post} />
          {/* micromark escapes HTML and drops unsafe URLs, so a post cannot run scripts. */}
          <div className="markdown" dangerouslySetInnerHTML={{ __html: micromark(body) }} />
          <PostStructuredData post={post} />
        </article>
        <ContentStyles styles="post" />
        {place ? (
          <PlansAside {...place} />
        ) : (
          <Late of={dictionaries.popularCountries()} as={DestinationsAside} />
        )}
      </div>,
      {
        title,
        description,
        share: { type: 'article' },
        styles: 'post',
        partial: langs && { langs, otherwise: href(locale, 'blog') },
      },
    )
  },
})

/**
 * Returns the first country that the post links to, with its picks, or null without a link.
 */
async function linkedCountry(c: AppContext, body: string) {
  const [, code] = /\/esim\/countries\/([a-z]{2})\b/.exec(body) ?? []
  if (code === undefined) return null
  const [country, fares] = await Promise.all([
    c.var.dictionaries.country(code),
    c.var.api.tariffFares({ country: code, picks: 'true' }),
  ])
  return country && fares.ok && fares.value.data.length > 0
    ? { code, title: country.title, fares: fares.value.data }
    : null
}

function PostMasthead({ post: { title, description, date } }: { readonly post: Post }) {
  const { locale, words } = useSite()
  return (
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
  )
}

function PostStructuredData({ post: { id, title, description, date } }: { readonly post: Post }) {
  const { locale, origin, brand } = useSite()
  const data = blogPosting({
    title,
    description,
    date,
    lang: locale,
    url: origin + href(locale, 'post', { id }),
    image: origin + pictureHref(locale, null),
    publisher: brand.name,
  })
  return <JsonLd data={data} />
}

/** Lists popular countries beside or below a post that is not about a country. */
function DestinationsAside({ list }: Dictionary<Country>) {
  const { locale, words } = useSite()
  if (list.length === 0) return null
  return (
    <aside>
      <h2>{words('home.popular')}</h2>
      <CountryChips countries={list.slice(0, 8)}>
        <a href={href(locale, 'countries')}>{words('home.allCountries')}</a>
      </CountryChips>
    </aside>
  )
}

type Props = { readonly code: string; readonly title: string; readonly fares: readonly Plan[] }

/** Lists plans for the country of a post, beside the post on wide screens, below it on phones. */
function PlansAside({ code, title, fares }: Props) {
  const { locale, words } = useSite()
  return (
    <aside>
      <h2 className="with-flag">
        <Flag country={code} />
        {title}
      </h2>
      <PlanPicks fares={fares} />
      <p>
        <a href={href(locale, 'country', { country: code })}>{words('blog.allPlans')}</a>
      </p>
    </aside>
  )
}
