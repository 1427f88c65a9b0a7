import { env } from 'cloudflare:workers'
import { beforeEach, expect, it, vi } from 'vitest'
import { officeWordsOf } from '../../src/office/office-context.tsx'
import { deleteOldRows } from '../../src/office/delete-old-rows.ts'
import { retention } from '../../src/kit/retention.ts'
import { dayOf } from '../../src/kit/time.shared.ts'
import { clock, rows, openShop, run } from '../support/small-shop.ts'
import { visitAs, officePage } from '../support/visit-office.ts'
import { origin, visit } from '../support/visit.ts'
import { sql } from '../../src/kit/sql.ts'

beforeEach(async () => {
  await openShop(1)
  clock.now = new Date()
})

const from = (address: string, agent = 'Mozilla/5.0') => ({
  headers: { 'CF-Connecting-IP': address, 'User-Agent': agent },
})
const counted = () =>
  rows<{ kind: string; subject: string; visitors: number }>(
    'SELECT kind, subject, visitors FROM unmet_demand ORDER BY kind, subject',
  )
const searchFor = (text: string) => `/esim/countries?search_string=${encodeURIComponent(text)}`

async function insertDemand(kind: string, subject: string, visitors = 1): Promise<void> {
  await run(sql`INSERT INTO unmet_demand VALUES (${kind}, ${dayOf(clock.now)}, ${subject},
    ${visitors})`)
}

async function reportSearch(text: string, site = origin): Promise<number> {
  const headers = { ...from('192.0.2.1').headers, Origin: site }
  const body = new URLSearchParams({ search_string: text })
  return (await visit('/failed-search', { method: 'POST', headers, body })).status
}

it('counts a search without a result once a day for each visitor', async () => {
  for (const address of ['192.0.2.1', '192.0.2.1', '192.0.2.2'])
    expect((await visit(searchFor('Wakanda!'), from(address))).status).toBe(200)
  await visit(`/ru${searchFor('wakanda')}`, from('192.0.2.3'))
  await visit(searchFor('turkey'), from('192.0.2.1'))
  expect(await counted()).toEqual([{ kind: 'search', subject: 'wakanda', visitors: 3 }])
})

it('counts a search for plans without a result, but not beside a filter', async () => {
  await visit('/esim/tariffs?search_string=Vodafone', from('192.0.2.1'))
  await visit('/esim/tariffs?search_string=Turkcell&traffic=1', from('192.0.2.1'))
  expect(await counted()).toEqual([{ kind: 'search', subject: 'vodafone', visitors: 1 }])
})

it('counts a filter that no plan matches, with its place', async () => {
  for (const path of [
    '/esim/countries/tr?traffic=1&days=7&sort=days',
    '/ru/esim/countries/tr?days=7&traffic=1',
    '/esim/countries/tr?traffic=10',
    '/esim/tariffs?days=31',
    '/esim/tariffs?days=31&search_string=turkey',
    '/esim/region?region=asia&traffic=unlimited',
    '/esim/countries/tr?operator=anna-smith&traffic=1',
  ])
    await visit(path, from('192.0.2.1'))
  expect(await counted()).toEqual([
    { kind: 'filter', subject: 'all days=31', visitors: 1 },
    { kind: 'filter', subject: 'asia traffic=unlimited', visitors: 1 },
    // The operator has no plans here, so the page ignores it.
    { kind: 'filter', subject: 'tr traffic=1', visitors: 1 },
    { kind: 'filter', subject: 'tr traffic=1 days=7', visitors: 1 },
  ])
})

it('counts the stops of a trip that are unknown or out of stock', async () => {
  await visit('/esim/trip?search_string=Cuba,+Atlantis,+Turkey', from('192.0.2.1'))
  expect(await counted()).toEqual([
    { kind: 'place', subject: 'cu', visitors: 1 },
    { kind: 'search', subject: 'atlantis', visitors: 1 },
  ])
})

it('counts every visitor of a sold-out country or plan, also from the page cache', async () => {
  for (const address of ['192.0.2.1', '192.0.2.2', '2001:db8::1', '2001:db8::2']) {
    const page = await visit('/esim/countries/cu', from(address))
    expect(page.headers.get('X-Unmet-Demand')).toBeNull()
  }
  await visit('/esim/tariffs/tr-turkcell/tr-sold-out', from('192.0.2.1'))
  await visit('/esim/countries/tr', from('192.0.2.1'))
  expect(await counted()).toEqual([
    // Both IPv6 addresses belong to one network.
    { kind: 'place', subject: 'cu', visitors: 3 },
    { kind: 'tariff', subject: 'tr-sold-out', visitors: 1 },
  ])
})

it('does not count robots and HEAD requests', async () => {
  await visit('/esim/countries/cu', from('192.0.2.1', 'Mozilla/5.0 (compatible; Googlebot/2.1)'))
  await visit('/esim/countries/cu', { ...from('192.0.2.1'), method: 'HEAD' })
  expect(await counted()).toEqual([])
})

it('stores no text that may identify a person', async () => {
  for (const text of ['anna@example.com', '+7 912 345-67-89', 'where is the eSIM that I bought'])
    await visit(searchFor(text), from('192.0.2.1'))
  expect(await counted()).toEqual([])
})

it.each(['Anna Smith, anna@example.com', 'Anna Smith, +7 912 345-67-89', 'anna+trip@example.com'])(
  'stores no part of %j, which may identify a person',
  async (text) => {
    await visit(`/esim/trip?search_string=${encodeURIComponent(text)}`, from('192.0.2.1'))
    await reportSearch(text)
    expect(await counted()).toEqual([])
  },
)

it('accepts a failed search from the suggestions, unless its page has a result', async () => {
  for (const text of [
    'Narnia',
    'istanbul',
    'turkey 7 days',
    'Türkiye, Wakanda',
    'Türkiye in May',
    'Turkey, 31 Feb – 5 Mar',
  ])
    expect(await reportSearch(text)).toBe(204)
  expect(await reportSearch('Oz', 'https://evil.example')).toBe(403)
  expect(await counted()).toEqual([
    { kind: 'search', subject: 'narnia', visitors: 1 },
    { kind: 'search', subject: 'wakanda', visitors: 1 },
  ])
})

it('counts at most 60 pages of a network in an hour', async () => {
  for (let page = 1; page <= 61; page++) await insertDemand('search', `text ${page}`)
  const log = vi.spyOn(console, 'warn').mockReturnValue()
  for (let page = 1; page <= 61; page++) await visit(searchFor(`text ${page}`), from('192.0.2.1'))
  expect(await rows('SELECT 1 FROM unmet_demand WHERE visitors = 2')).toHaveLength(60)
  // Nothing was refused, so the security log has no line.
  expect(log).not.toHaveBeenCalled()
  log.mockRestore()
})

it('counts at most 20 new texts of a network in a day', async () => {
  for (let page = 1; page <= 22; page++)
    await visit(searchFor(`nowhere ${page}`), from('192.0.2.1'))
  await visit(searchFor('nowhere 22'), from('192.0.2.2'))
  await visit(searchFor('nowhere 22'), from('192.0.2.1'))
  expect(await counted()).toHaveLength(21)
  expect(await counted()).toContainEqual({ kind: 'search', subject: 'nowhere 22', visitors: 2 })
})

it('replaces a text of one visitor when a day has 300 texts', async () => {
  for (let text = 1; text <= 299; text++) await insertDemand('search', `text ${text}`, 2)
  await insertDemand('search', 'wakanda')
  await insertDemand('place', 'tr')
  await visit(searchFor('narnia'), from('192.0.2.1'))
  await visit(searchFor('text 7'), from('192.0.2.1'))
  const searches = await rows<{ subject: string; visitors: number }>(
    `SELECT subject, visitors FROM unmet_demand WHERE kind = 'search'`,
  )
  expect(searches).toHaveLength(300)
  expect(searches).not.toContainEqual({ subject: 'wakanda', visitors: 1 })
  expect(searches).toContainEqual({ subject: 'narnia', visitors: 1 })
  expect(searches).toContainEqual({ subject: 'text 7', visitors: 3 })
})

it('adds no text to 300 texts of several visitors', async () => {
  for (let text = 1; text <= 300; text++) await insertDemand('search', `text ${text}`, 2)
  await visit(searchFor('wakanda'), from('192.0.2.1'))
  await visit('/esim/countries/cu', from('192.0.2.1'))
  expect(await counted()).toHaveLength(301)
})

it('deletes the counts after 90 days', async () => {
  await insertDemand('search', 'wakanda')
  await deleteOldRows({
    db: env.DB,
    now: new Date(clock.now.getTime() + retention.unmetDemand),
    config: { SESSION_IDLE_DAYS: 60 },
  })
  expect(await counted()).toHaveLength(1)
  await deleteOldRows({
    db: env.DB,
    now: new Date(clock.now.getTime() + retention.unmetDemand + 86_400_000),
    config: { SESSION_IDLE_DAYS: 60 },
  })
  expect(await counted()).toEqual([])
})

it('shows unmet demand in the back office', async () => {
  await insertDemand('search', 'wakanda', 4)
  await insertDemand('place', 'cu', 3)
  await insertDemand('place', 'tr', 9)
  await insertDemand('tariff', 'tr-sold-out', 2)
  await insertDemand('tariff', 'tr-10', 9)
  await insertDemand('filter', 'tr traffic=30 days=7', 5)
  const page = await officePage('support', '/admin')
  expect(page.replaceAll('\u00A0', ' ')).toMatch(/Türkiye, 30 GB, 1–7 days<\/th><td[^>]*>5</)
  expect(page).toMatch(/<bdi>wakanda<\/bdi><\/th><td[^>]*>4</)
  expect(page).toMatch(/href="\/admin\/plans\?q=cu">Cuba<\/a><\/th><td[^>]*>3</)
  expect(page).toMatch(/href="\/admin\/plan\?id=tr-sold-out">.*?<td[^>]*>2</s)
  // Both are on sale.
  expect(page).not.toContain('href="/admin/plans?q=tr"')
  expect(page).not.toContain('href="/admin/plan?id=tr-10"')
  const russian = await visitAs('support', '/admin', { headers: { 'Accept-Language': 'ru' } })
  expect(await russian.text()).toContain(officeWordsOf('ru')('today.outOfStock'))
})
