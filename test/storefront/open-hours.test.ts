import { beforeEach, expect, it } from 'vitest'
import { href } from '../../src/words/paths.shared.ts'
import { wordsOf } from '../../src/words/words.shared.ts'
import { ask, clock, esimHash, run, openShop } from '../support/small-shop.ts'
import { paidOrder } from '../support/staff.ts'
import { visitWithApi } from '../support/visit-with-api.ts'

beforeEach(async () => openShop(1))

const settings = { SUPPORT_HOURS: 'mon-fri 09:00-20:00, sat 10:00-16:00 Europe/Moscow' }
const now = () => clock.now.getTime()
const textAt = async (path: string, SUPPORT_HOURS = settings.SUPPORT_HOURS) =>
  (await visitWithApi(path, ask, { settings: { SUPPORT_HOURS }, now })).text()
const langs = ['en', 'ru'] as const
const week = {
  en: 'Mon–Fri 09:00–20:00, Sat 10:00–16:00 (UTC+3)',
  ru: 'пн–пт 09:00–20:00, сб 10:00–16:00 (UTC+3)',
}

it.each(langs)(
  'shows the hours of support in %s, and on private pages whether it is open',
  async (locale) => {
    const words = wordsOf(locale)
    const invoiceID = await paidOrder()
    const hash = await esimHash()
    await run(`UPDATE esims SET traveller_step = 'landed'`)
    const label = words('supportHours.label')
    const time = words('supportHours.hours', { hours: 3 })
    for (const path of [
      href(locale, 'paymentSuccess', null, { invoiceID }),
      href(locale, 'instruction', null, { hash }),
    ]) {
      const html = await textAt(path)
      expect(html, path).toContain(week[locale])
      // 21 November 2026 is a Saturday. It is 13:00 in Moscow.
      expect(html, path).toContain(words('supportHours.open', { time }))
      expect(await textAt(path, ''), path).not.toContain(label)
    }
    const contacts = await textAt(href(locale, 'contacts'))
    expect(contacts).toContain(week[locale])
    // The page may be stored.
    expect(contacts).not.toContain(words('supportHours.open', { time }))
    expect(await textAt(href(locale, 'contacts'), '')).not.toContain(label)
  },
)

it.each(langs)(
  'shows the hours of support in %s to a traveller whose phone does not add the eSIM',
  async (locale) => {
    await paidOrder()
    const path = href(locale, 'instruction', null, { hash: await esimHash() })
    const title = wordsOf(locale)('instruction.causes.failed.title')
    const fold = (html: string) => html.slice(html.indexOf(title)).split('</details>')[0]
    expect(fold(await textAt(path))).toContain(week[locale])
    expect(fold(await textAt(path, ''))).not.toContain(wordsOf(locale)('supportHours.label'))
  },
)

it('says when support opens again', async () => {
  clock.now = new Date('2026-11-21T13:00:00Z')
  const invoiceID = await paidOrder()
  const html = await textAt(href('en', 'paymentSuccess', null, { invoiceID }))
  expect(html).toContain('Closed now, opens in 41\u00A0h')
})
