import type { PostHead } from '../operations.ts'
import { escapeMarkup } from '../../kit/text.shared.ts'
import { href } from '../../words/paths.shared.ts'
import { feedHref } from '../../ui/navigation.tsx'
import type { AppContext } from '../../site/app-env.ts'
import { cacheControl } from '../../kit/http.ts'
import { retryLater } from '../../site/error-pages.tsx'

export async function blogXml(c: AppContext): Promise<Response> {
  const { locale, words, config, api } = c.var
  const answer = await api.blogs({})
  // An API without a blog answers 404.
  if (!answer.ok && answer.error.status !== 404) return retryLater(c)
  const posts = answer.ok ? answer.value.data : []
  const at = (path: string) => config.SITE_ORIGIN + path
  const [newest] = posts
  const channel = [
    element('title', `${words('blog.title')} · ${config.BRAND_NAME}`),
    element('link', at(href(locale, 'blog'))),
    `<atom:link href="${at(feedHref(locale))}" rel="self" type="application/rss+xml"/>`,
    element('description', words('blog.description')),
    element('language', locale),
    ...(newest ? [element('lastBuildDate', rssDate(newest.date))] : []),
    ...posts.map((post) => item(post, at(href(locale, 'post', { id: post.id })))),
  ]
  const rss = `<?xml version="1.0" encoding="UTF-8"?>\n<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom">\n<channel>\n${channel.join('\n')}\n</channel>\n</rss>\n`
  return c.body(rss, 200, {
    'Content-Type': 'application/rss+xml; charset=utf-8',
    'Cache-Control': cacheControl.hour,
  })
}

function item({ title, description, date }: PostHead, url: string): string {
  const fields = [
    element('title', title),
    element('link', url),
    element('guid', url),
    element('pubDate', rssDate(date)),
    element('description', description),
  ]
  return `<item>${fields.join('')}</item>`
}

function element(name: string, text: string): string {
  return `<${name}>${escapeXml(text)}</${name}>`
}

/** Escapes text and drops control characters, which XML forbids even when escaped. */
function escapeXml(text: string): string {
  return escapeMarkup(text).replace(/(?![\t\n\r])[\p{Cc}\uFFFE\uFFFF]/gu, '')
}

function rssDate(date: string): string {
  return new Date(date).toUTCString()
}
