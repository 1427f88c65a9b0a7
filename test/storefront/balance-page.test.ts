import { env } from 'cloudflare:workers'
import { beforeEach, expect, it } from 'vitest'
import { wordsOf } from '../../src/words/words.shared.ts'
import { api, ask, esimHash, returnLineSql, openShop, run, usd } from '../support/small-shop.ts'
import { paidOrder } from '../support/staff.ts'
import { visitWithApi } from '../support/visit-with-api.ts'

let hash: string

beforeEach(async () => {
  await openShop(1)
  await paidOrder()
  hash = await esimHash()
})

const endPlan = async () =>
  env.DB.exec(
    `UPDATE esims SET first_used_at = '2026-11-21T10:00:00.000Z',
    usage_as_of = '2026-11-21T10:00:00.000Z', data_used_mb = 10240`.replaceAll('\n', ' '),
  )
const picture = async (prefix = '') => visitWithApi(`${prefix}/esim-trip.png?hash=${hash}`, ask)
const balancePage = async () => (await visitWithApi(`/esim-operator-info?hash=${hash}`, ask)).text()

const useFor10Days = async (megabytes: number) =>
  env.DB.prepare(
    `UPDATE esims SET first_used_at = '2026-11-11T10:00:00.000Z',
    usage_as_of = '2026-11-21T10:00:00.000Z', valid_until = '2026-12-11T10:00:00.000Z',
    data_used_mb = ?`,
  )
    .bind(megabytes)
    .run()

it('says first that the data runs out early, with one filled action', async () => {
  const words = wordsOf('en')
  await useFor10Days(5120)
  const html = await balancePage()
  const sheet = html.slice(html.indexOf('class="masthead cover"'), html.indexOf('id="emails"'))
  const warning = words('balance.short', { count: 10, date: '01.12.2026' })
  expect(sheet.indexOf(warning)).toBeLessThan(sheet.indexOf('class="status active"'))
  expect(sheet.match(/class="button"/g)).toHaveLength(1)
  expect(sheet).toContain(`<a class="button" href="/esim-order?tariffID=tr-10">`)
  expect(sheet.match(/<i class="short">/g)).toHaveLength(10)
  expect(sheet).toContain('data-bar low')
  expect(sheet).toMatch(/<small>5\u00A0GB of 10\u00A0GB used<\/small>/)
})

it('has no warning while the data lasts to the end', async () => {
  await useFor10Days(3000)
  const html = await balancePage()
  expect(html).not.toContain('class="shortfall"')
  expect(html).not.toContain('<i class="short">')
  expect(html).toContain(wordsOf('en')('balance.paceToEnd'))
  const used = { used: '2.9\u00A0GB', limit: '10\u00A0GB' }
  expect(html).toContain(`<small>${wordsOf('en')('balance.used', used)}`)
})

it('shows times in UTC, for the boot script to rewrite', async () => {
  await useFor10Days(3000)
  const html = await balancePage()
  for (const [iso, text] of [
    ['2026-11-21T10:00:00.000Z', '21.11.2026 10:00\u00A0UTC'],
    ['2026-12-11T10:00:00.000Z', '11.12.2026 10:00\u00A0UTC'],
  ])
    expect(html).toContain(`<time dateTime="${iso}" data-local="">${text}</time>`)
})

it.each(['', '/ru'])(
  'draws the picture only after the trip, and disables caching (%s)',
  async (prefix) => {
    const link = `/esim-trip.png?hash=${hash}`
    expect((await picture(prefix)).status).toBe(404)
    expect(await balancePage()).not.toContain(link)
    await endPlan()
    const answer = await picture(prefix)
    expect([answer.status, answer.headers.get('Content-Type')]).toEqual([200, 'image/png'])
    expect(answer.headers.get('Cache-Control')).toContain('no-store')
    expect(answer.headers.get('X-Robots-Tag')).toBe('noindex')
    expect((await answer.arrayBuffer()).byteLength).toBeGreaterThan(5000)
    const html = await balancePage()
    expect(html).toContain(link)
    expect(html).toContain(wordsOf('en')('balance.pictureDownload'))
  },
)

it('shows the paid price on the trip picture, but not on the picture of a gift', async () => {
  const readPaid = async () => {
    const answer = await api().esimInfo({ hash })
    return answer.ok ? answer.value.data.esim?.balance.paid : undefined
  }
  await endPlan()
  expect(await readPaid()).toEqual(usd(1250))
  const own = new Uint8Array(await (await picture()).arrayBuffer())
  await run(`UPDATE order_lines SET recipient = 'ivan@example.com'`)
  expect(await readPaid()).toBeNull()
  expect(new Uint8Array(await (await picture()).arrayBuffer())).not.toEqual(own)
})

it.each([
  ['esim-trip.png', ''],
  ['esim-trip.png', '/ru'],
  ['esim-instruction.ics', ''],
])('says instead of /%s that the eSIM was replaced or refunded (%s)', async (file, prefix) => {
  const words = wordsOf(prefix === '' ? 'en' : 'ru')
  await endPlan()
  const open = async () => {
    const answer = await visitWithApi(`${prefix}/${file}?hash=${hash}`, ask)
    expect(answer.headers.get('Content-Type')).toContain('text/html')
    return { status: answer.status, html: await answer.text() }
  }
  await run(
    `INSERT INTO order_lines (order_id, position, plan_id, amount_minor)
    SELECT order_id, 2, plan_id, 0 FROM order_lines`.replaceAll('\n', ' '),
  )
  await run(`UPDATE order_lines SET replaced_by = 2 WHERE position = 1`)
  const replaced = await open()
  expect(replaced.status).toBe(410)
  expect(replaced.html).toContain(words('api.replacementAwaited'))
  expect(replaced.html).not.toContain(words('errors.dataFailed'))
  await env.DB.exec(returnLineSql(2))
  const refunded = await open()
  expect(refunded.status).toBe(410)
  expect(refunded.html).toContain(words('payment.returnedTitle'))
})

it.each(['esim-trip.png', 'esim-instruction.ics'])(
  'shows a 404 for /%s without a valid hash',
  async (file) => {
    await endPlan()
    for (const query of ['', '?hash=short', `?hash=${'x'.repeat(22)}`]) {
      const answer = await visitWithApi(`/${file}${query}`, ask)
      expect(answer.status).toBe(404)
      expect(await answer.text()).toContain('<h1>')
    }
  },
)
