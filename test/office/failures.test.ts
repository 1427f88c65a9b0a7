import { decodeHtml } from '../fixtures/html.ts'
import { env } from 'cloudflare:workers'
import { beforeEach, expect, it, vi } from 'vitest'
import { failAt } from '../support/failing-database.ts'
import { insertTexts, paths, typed } from '../support/office-texts.ts'
import { api, rows, words, contactMessage } from '../support/small-shop.ts'
import { paidOrder } from '../support/staff.ts'
import { origin } from '../support/visit.ts'
import { pressedForm, visitOffice, visitAs, officePage } from '../support/visit-office.ts'

beforeEach(async () => {
  vi.spyOn(console, 'error').mockReturnValue()
  await insertTexts()
})

/** Longer than any field of the shop, and with characters that HTML escapes. */
const longText = `\n"Dear" <Anna> & 'family'\n${'Мы всё проверили. '.repeat(500)}`

async function messagePath(): Promise<string> {
  await api().mailNotify({ ...contactMessage, message: 'Where is my eSIM?' })
  const [message] = await rows<{ id: string }>(
    `SELECT id FROM outbox WHERE body LIKE '%Where is my eSIM?%' ORDER BY created_at DESC`,
  )
  return `/admin/message?id=${message?.id}`
}

const actions = [
  { action: 'answer', pathOf: messagePath, fields: { text: longText.trim() } },
  {
    action: 'note',
    pathOf: async () => `/admin/order?id=${await paidOrder()}`,
    fields: { text: 'The customer called.' },
  },
  { action: 'publish-text', pathOf: async () => paths.question, fields: typed.question },
] as const

/** Returns the page's form as a browser would send it. */
function formIn(html: string): { readonly [name: string]: string } {
  const [, form = ''] = /<form[^>]* class="fields"[^>]*>(.*?)<\/form>/s.exec(html) ?? []
  const fields = [
    ...form.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"\/>/g),
    ...form.matchAll(/<textarea name="([^"]*)"[^>]*>\n?([^<]*)<\/textarea>/g),
  ]
  return Object.fromEntries(fields.map(([, name = '', value = '']) => [name, decodeHtml(value)]))
}

it.each(actions)(
  'keeps the typed texts of $action when the database fails, and does the action once',
  async ({ action, pathOf, fields }) => {
    const path = await pathOf()
    let failures = 0
    for (const call of [1, 2, 3])
      for (const takesEffect of [false, true]) {
        const form = { ...(await pressedForm('owner', path, action)), ...fields }
        const count = async () =>
          (await rows(`SELECT 1 FROM audit WHERE action = '${action}'`)).length
        const before = await count()
        const { database } = failAt(env.DB, { call, takesEffect })
        const page = await visitAs('owner', path, { form, database })
        if (page.status !== 500) continue
        failures += 1
        const repeated = formIn(await page.text())
        expect(repeated).toEqual(form)
        expect((await visitAs('owner', path, { form: repeated })).status).toBe(303)
        expect(await count()).toBe(before + 1)
      }
    expect(failures).toBeGreaterThanOrEqual(2)
  },
)

it('requires a file again', async () => {
  const body = new FormData()
  body.set('files', new File(['planted bytes'], 'plans.csv'))
  const { database } = failAt(env.DB, { call: 1, takesEffect: false })
  const headers = { Origin: origin }
  const page = await visitAs('owner', '/admin/import', { method: 'POST', headers, body, database })
  const html = await page.text()
  expect(page.status).toBe(500)
  expect(html).toContain(words('errors.attachAgain'))
  expect(html).toMatch(/<input [^>]*type="file"[^>]*name="files"/)
  expect(html).not.toContain('planted')
})

it('repeats no form after a page, or for a stranger', async () => {
  const { database } = failAt(env.DB, { call: 1, takesEffect: false })
  const page = await visitAs('owner', '/admin', { database })
  expect(page.status).toBe(500)
  expect(await page.text()).not.toContain(words('errors.sendAgain'))
  const form = { secret: 'x', role: 'owner' }
  expect(await (await visitOffice('/admin/sign-in', { form })).text()).not.toContain(
    'name="secret"',
  )
})

it('offers to reload a failed page, and mentions no button', async () => {
  const { database } = failAt(env.DB, { call: 1, takesEffect: false })
  const html = await officePage('owner', '/admin/plans?q=tr&page=2', { database })
  expect(html).toContain('<a class="button" href="/admin/plans?q=tr&amp;page=2">')
  expect(html).not.toContain('pressed a button')
})
