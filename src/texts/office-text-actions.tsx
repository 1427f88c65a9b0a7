import { z } from 'zod'
import { hideText, publishText, resetText, moveQuestion } from './publish-text.ts'
import type { ActionInput } from '../api/perform-action.ts'
import { mayDo, textActions } from '../api/staff.ts'
import { err, ok, type Result } from '../kit/result.shared.ts'
import { locales, type Locale } from '../words/locales.shared.ts'
import { letterHtml } from '../messages/letter-view.tsx'
import type { MailContent } from '../messages/mail-texts.ts'
import { sampleMail, sendTestMail } from './test-mail.ts'
import { actionForm, type ActionFailure } from '../office/action-form.tsx'
import type { OfficeContext, OfficeWords } from '../office/office-context.tsx'
import { actionPost, type OfficeScreen } from '../office/resource.tsx'
import { formPost, screen } from '../office/routing.ts'
import { officePages } from '../words/office-paths.ts'
import { fieldsOf, type FormFields } from '../office/form-body.ts'
import { textHref, textQuery, type TextQuery } from './office-texts.tsx'
import { oversizedPage, withDraft, shopPathsOf } from './office-text-draft.tsx'
import { readTextForm, type TextFormValues } from './office-text-fields.tsx'
import { showText } from './office-text.tsx'
import { escapeMarkup } from '../kit/text.shared.ts'
import { flagHref } from '../kit/flags.shared.ts'
import { cspHash } from '../kit/tokens.shared.ts'

/** Shows a text in every language for editing, with previews. */
export const textScreen: OfficeScreen = (app) => {
  app.get(officePages.text.path, ...screen({ query: textQuery, get: showText }))
  app.post(officePages.text.path, ...textPost)
  app.post(officePages.textPreview.path, ...previewPost)
}

const textPost = actionPost({
  query: textQuery,
  form: actionForm.extend({ action: z.enum(textActions), after: z.string().default('') }),
  async run(c, { query, form, fields, input }) {
    if (form.action === 'publish-text') return publish(c, query, fields, input)
    const { context, person } = c.var
    const name = { kind: query.kind, ident: query.ident ?? '' }
    if (form.action === 'move-question') {
      const move = { ...input, ident: name.ident, after: form.after || null }
      return moveQuestion(context, person, move)
    }
    if (form.action === 'test-text')
      return name.kind === 'mail'
        ? sendTestMail(context, person, { ...input, ident: name.ident })
        : err({ code: 'not-found' })
    const act = form.action === 'hide-text' ? hideText : resetText
    return act(context, person, { ...input, ...name })
  },
  hrefAfter({ query: { kind, ident }, form: { action }, fields }) {
    const newIdent = action === 'publish-text' ? fields['ident'] : ''
    return textHref({ kind, ident: ident ?? newIdent ?? '' }, { done: action })
  },
  showAgain: async (c, query, { action, fields, failure }) =>
    showText(c, query, { fields: action === 'publish-text' ? fields : null, failure }),
})

async function publish(
  c: OfficeContext,
  query: TextQuery,
  fields: FormFields,
  input: ActionInput,
): Promise<Result<unknown, ActionFailure>> {
  const { context, person } = c.var
  if (!mayDo(person, 'publish-text')) return err({ code: 'forbidden' })
  const form = await readCheckedForm(c, query, fields)
  if (!form.ok) return form
  const { name, isNew, contents } = form.value
  return publishText(context, person, { ...input, ...name, isNew, contents })
}

/** Reads the form. Refuses a text that would make one of its pages too large. */
async function readCheckedForm(
  c: OfficeContext,
  query: TextQuery,
  fields: FormFields,
): Promise<Result<TextFormValues, ActionFailure>> {
  const form = await readTextForm(c, query, fields)
  if (!form.ok) return form
  const { name, contents } = form.value
  for (const lang of locales) {
    const content = contents[lang]
    const path = content && (await oversizedPage(c, lang, name, content))
    if (path !== null) return err({ code: 'too-large', path })
  }
  return ok(form.value)
}

const previewForm = z.object({ lang: z.enum(locales).optional().catch(undefined) })

const previewPost = formPost({ query: textQuery, form: previewForm, post: showPreview })

/** Shows the page of the shop with the text of the form. Stores nothing. */
async function showPreview(
  c: OfficeContext,
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
  const { kind, ident } = name
  const back = textHref(query.ident === undefined ? { kind } : { kind, ident })
  if ('subject' in content) return showMailPreview(c, lang, { ident, content }, back)
  const [path = '/'] = shopPathsOf(lang, name, content)
  const { env, executionCtx } = c
  const page = await renderDraft(path, withDraft({ ...name, content }), { env, executionCtx })
  c.set('contentPolicy', await policyOf(page))
  const html = await withNotice(page, noticeOf(words, back)).text()
  return c.html(html, page.status === 200 ? 200 : 502)
}

/** An email sets its fonts and its width in each of its parts. */
const mailNoticeStyle =
  'max-width:560px;margin:0 auto;padding:16px;font:16px/1.5 system-ui,sans-serif'

/** Shows an email with invented values, in the layout that mail programs show. */
async function showMailPreview(
  c: OfficeContext,
  lang: Locale,
  { ident, content }: { readonly ident: string; readonly content: MailContent },
  back: string,
): Promise<Response> {
  const { words, context } = c.var
  const { config, now } = context
  const { subject, letter } = sampleMail(lang, ident, content, config, now)
  const html = letterHtml(letter, null, {
    brand: config.BRAND_NAME,
    legalName: config.LEGAL_NAME,
    origin: config.SITE_ORIGIN,
    support: config.SUPPORT_EMAIL,
  })
  const notice = `<div class="paper ink" style="${mailNoticeStyle}">${noticeOf(words, back)}
    <p><b>${words('fields.subject')}: ${escapeMarkup(subject)}</b></p></div>`
  const page = withStyleSheet(html.replace(/<body[^>]*>/, `$&${notice.replaceAll('$', '$$$$')}`))
  const sheets = [...page.matchAll(/<style>([^<]*)<\/style>/g)].map(([, sheet = '']) => sheet)
  const hashes = await Promise.all(sheets.map(cspHash))
  c.set(
    'contentPolicy',
    `default-src 'none'; style-src ${hashes.join(' ')}; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  )
  return c.html(page)
}

/**
 * Moves styles from attributes, which mail programs need and the shop's policy forbids, into a style
 * sheet, which a policy can allow by its hash.
 */
function withStyleSheet(html: string): string {
  const styles = new Map<string, number>()
  const page = html.replaceAll(/ style="([^"]*)"/g, (_, style: string) => {
    if (!styles.has(style)) styles.set(style, styles.size)
    return ` data-style="${styles.get(style)}"`
  })
  const rules = [...styles].map(
    ([style, name]) => `[data-style="${name}"]{${style.replaceAll('&quot;', '"')}}`,
  )
  return page.replace('<style>', () => `<style>${rules.join('')}</style><style>`)
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
function noticeOf(words: OfficeWords, back: string): string {
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
