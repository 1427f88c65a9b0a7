import { env } from 'cloudflare:workers'
import { beforeEach, expect, it } from 'vitest'
import { api, clearShop } from '../support/small-shop.ts'
import { visitAdmin, visitAs } from '../support/visit-admin.ts'

beforeEach(clearShop)

const file = `screenshots/${'a'.repeat(64)}.png`
const picture = new Uint8Array([0x89, 0x50, 0x4e, 0x47])

async function write(message: string): Promise<void> {
  const sent = await api().mailNotify({
    topic: 'support',
    name: 'Anna',
    email: 'anna@example.com',
    message,
    consent: true,
  })
  expect(sent.ok).toBe(true)
}

it('shows messages as text, with the orders of their sender', async () => {
  await write('The code does <b>not</b> scan')
  const page = await (await visitAs('support', '/admin/messages')).text()
  expect(page).toContain('The code does &lt;b&gt;not&lt;/b&gt; scan')
  expect(page).toContain('href="/admin/orders?q=anna%40example.com"')
})

it('shows the screenshot of a message', async () => {
  await env.UPLOADS.put(file, picture)
  await write('See the picture')
  await env.DB.prepare(`UPDATE outbox SET body = body || ' ' || ?`).bind(file).run()
  const page = await (await visitAs('support', '/admin/messages')).text()
  const [, source = ''] = /<img [^>]*src="([^"]+)"/.exec(page) ?? []
  const response = await visitAs('support', source)
  expect(response.headers.get('Content-Type')).toBe('image/png')
  expect(response.headers.get('X-Content-Type-Options')).toBe('nosniff')
  expect(response.headers.get('Cache-Control')).toBe('private, no-store')
  expect(new Uint8Array(await response.arrayBuffer())).toEqual(picture)
})

it('serves screenshots to staff only, and no other file', async () => {
  await env.UPLOADS.put(file, picture)
  await env.UPLOADS.put('backup.sql', 'secret')
  const source = `/admin/messages/screenshot?name=${encodeURIComponent(file)}`
  expect((await visitAdmin(source)).status).toBe(403)
  for (const name of ['backup.sql', `x/${file}`, `${file}/..`, '', 'screenshots/../backup.sql']) {
    const path = `/admin/messages/screenshot?name=${encodeURIComponent(name)}`
    expect((await visitAs('owner', path)).status, name).toBe(404)
  }
})

it('shows what doctor reports, and who may do what', async () => {
  const page = await (await visitAs('owner', '/admin/settings')).text()
  expect(page).toContain('Can the shop sell?')
  expect(page).toContain('olga@shop.example')
  expect(page).not.toContain('a pepper of the test run')
})
