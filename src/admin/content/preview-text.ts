import { z } from 'zod'
import { mayDo } from '../../api/staff.ts'
import { escapeMarkup } from '../../kit/text.shared.ts'
import { flagHref } from '../../kit/flags.shared.ts'
import { err } from '../../kit/result.shared.ts'
import { cspHash } from '../../kit/tokens.shared.ts'
import { locales } from '../../words/locales.shared.ts'
import type { AdminContext } from '../admin-env.ts'
import type { AdminWords } from '../admin-words.ts'
import { adminPost } from '../routing/admin-page.ts'
import { fieldsOf } from '../routing/form-fields.ts'
import { withDraft } from './draft-answers.ts'
import { textHref } from './hrefs.ts'
import { readTextForm } from './read-text-form.ts'
import { shopPathsOf } from './shop-paths.ts'
import { showText } from './text-page.tsx'
import { textQuery } from './text-query.ts'
import type { TextQuery } from './text-query.ts'

const previewForm = z.object({ lang: z.enum(locales).optional().catch(undefined) })

export const textPreview = adminPost({ query: textQuery, form: previewForm, post: showPreview })

/** Shows the page of the shop with the text of the form. Stores nothing. */
async function showPreview(
  c: AdminContext,
  { lang }: z.output<typeof previewForm>,
  query: TextQuery,
): Promise<Response> {
  const { renderDraft, words, person } = c.var
  const fields = await fieldsOf(c)
  const form = mayDo(person, 'publish-text')
    ? await readTextForm(c, query, fields)
    : err({ code: 'forbidden' } as const)
  if (!form.ok) return showText(c, query, { fields, failure: form.error })
  const { name, contents } = form.value
  const content = lang === undefined ? null : contents[lang]
  if (lang === undefined || content === null)
    return showText(c, query, { fields, failure: { code: 'invalid', field: 'language' } })
  const [path = '/'] = shopPathsOf(lang, name, content)
  const { env, executionCtx } = c
  const page = await renderDraft(path, withDraft({ ...name, content }), { env, executionCtx })
  c.set('contentPolicy', await policyOf(page))
  const { kind, ident } = name
  const back = textHref(query.ident === undefined ? { kind } : { kind, ident })
  const html = await withNotice(page, noticeOf(words, back)).text()
  return c.html(html, page.status === 200 ? 200 : 502)
}

/** The shop's styles leave no space around a notice above a page. */
const noticeStyle = '.preview{display:grid;gap:8px;margin-block:16px}'

/** Returns the policy of the shop's page, which has the hashes of its styles, and forbids forms. */
async function policyOf({ headers }: Response): Promise<string> {
  const policy = headers.get('Content-Security-Policy') ?? "default-src 'none'"
  const withStyle = policy.replace('style-src ', `style-src ${await cspHash(noticeStyle)} `)
  return `${withStyle}, form-action 'none'`
}

/** Returns HTML. The texts of the back office have no markup. */
function noticeOf(words: AdminWords, back: string): string {
  return `<style>${noticeStyle}</style><div class="notice preview">
    <p role="status">${words('content.previewNotice')}</p>
    <p><a href="${escapeMarkup(back)}">← ${words('content.toText')}</a></p></div>`
}

/**
 * Removes the shop's scripts, which would store the page for use offline. Sets the flags, which a
 * script of the shop shows after the first paint.
 */
function withNotice(page: Response, notice: string): Response {
  return new HTMLRewriter()
    .on('script[src], link[rel="manifest"]', { element: (element) => void element.remove() })
    .on('use[data-flag]', {
      element: (element) =>
        void element.setAttribute('href', flagHref(element.getAttribute('data-flag') ?? '', 'all')),
    })
    .on('main', { element: (element) => void element.prepend(notice, { html: true }) })
    .transform(page)
}
