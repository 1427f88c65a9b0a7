import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it } from 'vitest'
import { insertTexts, paths, shown, typed } from '../support/office-texts.ts'
import { pressedForm, visitAs } from '../support/visit-office.ts'

beforeEach(insertTexts)

describe('a preview', () => {
  async function preview(kind: keyof typeof paths, lang: string, change: object = {}) {
    const path = paths[kind].replace('/admin/text', '/admin/text/preview')
    const form = await pressedForm('owner', paths[kind], 'publish-text')
    return visitAs('owner', path, { form: { ...form, ...typed[kind], ...change, lang } })
  }

  it.each([
    ['question', 'en', 'Or 5\u00A0GB.'],
    ['post', 'en', 'A <strong>bold</strong> text &lt;b&gt;and&lt;/b&gt; no HTML'],
    ['place', 'ru', 'Паромы'],
    ['legal', 'ru', 'ООО «Акме».'],
  ] as const)(
    'shows the page of a %s as the shop would, and stores nothing',
    async (kind, lang, text) => {
      const before = await shown[kind]()
      const page = await preview(kind, lang)
      expect(page.status).toBe(200)
      const html = await page.text()
      expect(html).toContain(text)
      expect(html).toContain('class="masthead')
      expect(html).not.toContain('<script type="module"')
      expect(page.headers.get('Cache-Control')).toBe('private, no-store')
      expect(page.headers.get('X-Robots-Tag')).toBe('noindex')
      expect(page.headers.get('Content-Security-Policy')).toContain("form-action 'none'")
      expect(await shown[kind]()).toEqual(before)
      expect((await env.CACHE.list()).keys.map(({ name }) => name)).not.toContain(`faq:${lang}`)
    },
  )

  it('links back to the text', async () => {
    const html = await (await preview('post', 'en')).text()
    expect(html).toContain(`<a href="${paths.post.replaceAll('&', '&amp;')}">← Back to the text`)
  })

  it('is refused for the same reasons as the text', async () => {
    expect((await preview('post', 'en', { 'en-title': '' })).status).toBe(422)
    expect((await preview('post', 'de')).status).toBe(422)
    const path = paths.post.replace('/admin/text', '/admin/text/preview')
    const form = { ...(await pressedForm('owner', paths.post, 'publish-text')), ...typed.post }
    expect((await visitAs('support', path, { form: { ...form, lang: 'en' } })).status).toBe(403)
  })
})
