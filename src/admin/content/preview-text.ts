import { z } from 'zod'
import { mayDo } from '../../backend/operations/staff.ts'
import { err } from '../../domain/result.ts'
import { locales } from '../../locale/locales.ts'
import type { AdminContext } from '../admin-env.ts'
import { readFields } from '../read-form.ts'
import { withDraft } from './draft-answers.ts'
import { readTextForm } from './read-text-form.ts'
import { shopPathsOf } from './shop-paths.ts'
import { showText } from './text-page.tsx'

const language = z.enum(locales)

/** The page of the shop with the text of the form. Nothing is stored. */
export async function previewText(c: AdminContext): Promise<Response> {
  const { renderDraft, words, person } = c.var
  const fields = await readFields(c)
  const lang = language.safeParse(fields['lang']).data
  const form = mayDo(person, 'publish-text')
    ? await readTextForm(c, fields)
    : err({ code: 'forbidden' } as const)
  if (!form.ok) return showText(c, { fields, failure: form.error })
  const { name, contents } = form.value
  const content = lang === undefined ? null : contents[lang]
  if (lang === undefined || content === null)
    return showText(c, { fields, failure: { code: 'invalid', field: 'language' } })
  const [path = '/'] = shopPathsOf(lang, name, content)
  const { env, executionCtx } = c
  const page = await renderDraft(path, withDraft({ ...name, content }), { env, executionCtx })
  c.set('contentPolicy', policyOf(page))
  const html = await withNotice(page, words('content.previewNotice')).text()
  return c.html(html, page.status === 200 ? 200 : 502)
}

/** The shop's own policy, which has the hashes of its styles, without forms. */
function policyOf({ headers }: Response): string {
  return `${headers.get('Content-Security-Policy') ?? "default-src 'none'"}, form-action 'none'`
}

/** No script of the shop runs in a preview: it would store the page for use offline. */
function withNotice(page: Response, notice: string): Response {
  return new HTMLRewriter()
    .on('script[src], link[rel="manifest"]', { element: (element) => void element.remove() })
    .on('main', {
      // A text of the back office has no markup.
      element: (element) =>
        void element.prepend(`<p class="notice" role="status">${notice}</p>`, { html: true }),
    })
    .transform(page)
}
