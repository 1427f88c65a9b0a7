import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it } from 'vitest'
import { secretID } from '../../src/kit/tokens.shared.ts'
import { dayMs, dayOf } from '../../src/kit/time.shared.ts'
import { formatDate } from '../../src/words/formats.shared.ts'
import { href } from '../../src/words/paths.shared.ts'
import { locales } from '../../src/words/locales.shared.ts'
import { wordsOf } from '../../src/words/words.shared.ts'
import { esimHash, pay, placeOrder, rows, stockShop, run } from '../support/small-shop.ts'
import { exchangedOrder } from '../support/staff.ts'
import { visit, visitText } from '../support/visit.ts'
import { sql } from '../../src/kit/sql.ts'

beforeAll(() => stockShop(17))

it('shows the operator and its contacts on an eSIM’s page', async () => {
  await run(`UPDATE operators SET website = 'https://www.turkcell.com.tr', support_phone = '+905320000000',
      support_email = 'help@turkcell.example'`)
  await pay(await placeOrder())
  const hash = await esimHash()
  const html = await visitText(`/esim-instruction?hash=${hash}`)
  expect(html).toContain('Turkcell')
  expect(html).toContain('<a href="https://www.turkcell.com.tr" rel="noopener nofollow"')
  expect(html).toContain('<a href="tel:+905320000000">+90 532 000 00 00</a>')
  expect(html).toContain('<a href="mailto:help@turkcell.example">')
})

it('forbids caches to store a redirect with the secret of an eSIM', async () => {
  const hash = secretID()
  const response = await visit(`/en/esim-instruction/?hash=${hash}`)
  expect([response.status, response.headers.get('Location')]).toEqual([
    301,
    `/esim-instruction?hash=${hash}`,
  ])
  expect(response.headers.get('Cache-Control')).toBe('private, no-store')
})

it.each([
  ['17_3', 'byHandOnly'],
  ['17_4', 'byHand'],
] as const)('offers an iPhone with iOS %s only what it can do (%s)', async (version, text) => {
  await pay(await placeOrder())
  const page = await visit(`/esim-instruction?hash=${await esimHash()}`, {
    headers: { 'User-Agent': `Mozilla/5.0 (iPhone; CPU iPhone OS ${version} like Mac OS X)` },
  })
  const html = await page.text()
  const words = wordsOf('en')
  expect(html).toContain(`>${words(`instruction.${text}`)}<`)
  expect(html.includes(words('instruction.installIOS'))).toBe(text === 'byHand')
})

it('shows the four steps of each make, and the make of the visitor’s phone first', async () => {
  const first = async (headers: { readonly [name: string]: string }) => {
    const html = await (await visit('/esim-instruction', { headers })).text()
    const screens = [...html.matchAll(/<section id="(\w+)-(\d)"/g)]
    const shown = [...new Set(screens.map(([, make]) => make))]
    expect(screens.map(([, , step]) => step).join('')).toBe('123412341234')
    return shown
  }
  const iPhone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X)'
  const chrome = 'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36'
  expect(await first({ 'User-Agent': iPhone })).toEqual(['ios', 'samsung', 'android'])
  expect(await first({ 'User-Agent': chrome })).toEqual(['android', 'ios', 'samsung'])
  const hint = { 'User-Agent': chrome, 'Sec-CH-UA-Model': '"SM-S921B"' }
  expect(await first(hint)).toEqual(['samsung', 'ios', 'android'])
})

it('asks Android for the model of the phone', async () => {
  await pay(await placeOrder())
  const headers = { 'Sec-CH-UA-Platform': '"Android"' }
  for (const path of ['/esim-instruction', `/esim-instruction?hash=${await esimHash()}`])
    expect((await visit(path, { headers })).headers.get('Accept-CH')).toBe('Sec-CH-UA-Model')
})

it.each(locales)('tells support in %s where the traveller stopped', async (locale) => {
  await pay(await placeOrder())
  const words = wordsOf(locale)
  const path = href(locale, 'instruction', null, { hash: await esimHash() })
  const html = await visitText(path)
  const links = [...html.matchAll(/href="([^"]*stop=([\w-]+))#support"/g)]
  expect(links.map(([, , stop]) => stop)).toContain('samsung-2-failed')
  for (const [, link = '', stop = ''] of links) {
    const response = await visit(link.replaceAll('&amp;', '&'))
    expect(response.headers.get('Cache-Control'), stop).toContain('private')
    const message = /<textarea[^>]*>([^<]*)/.exec(await response.text())?.[1] ?? ''
    const step = Number(stop.split('-')[1])
    expect(message, stop).toContain(words('instruction.iccid'))
    expect(message, stop).toContain(words('contacts.stopped', { step, title: '' }))
  }
  const failed = await visitText(href(locale, 'contacts', null, { stop: 'samsung-2-failed' }))
  for (const key of ['title', 'fix'] as const)
    expect(failed).toContain(words(`instruction.causes.failed.${key}`))
  expect(
    await visitText(href(locale, 'contacts', null, { stop: 'samsung-9-failed' })),
  ).not.toContain(words('contacts.stoppedShown', { shown: '' }))
})

it('shows that the traveller is connected when there is usage', async () => {
  await pay(await placeOrder())
  const hash = await esimHash('TRUE ORDER BY purchased_at DESC')
  const path = `/esim-instruction?hash=${hash}`
  expect(await visitText(path)).toContain('Step by step')
  await run(sql`UPDATE esims SET first_used_at = '2026-11-21T10:00:00.000Z'
    WHERE esim_hash = ${hash}`)
  const html = await visitText(path)
  expect(html).toContain('you’re connected')
  expect(html).not.toContain('I’ve landed')
  expect(html).not.toContain('esim-instruction.ics')
  expect(html).toContain('<summary>No internet?')

  await run(sql`UPDATE esims SET data_used_mb = 10240 WHERE esim_hash = ${hash}`)
  const usedUp = await visitText(path)
  expect(usedUp).toContain('Get more data</a>')
  expect(usedUp).not.toContain('<summary>No internet?')
})

const connections = {
  landed: { traveller_step: 'landed', first_used_at: null },
  connected: { traveller_step: 'landed', first_used_at: '2026-11-21T10:00:00.000Z' },
} as const

describe.each(Object.entries(connections))('an eSIM’s page, %s', (_, state) => {
  async function pageOf(plan: {
    readonly networks: readonly object[]
    readonly apn: string | null
    readonly kind?: string
  }): Promise<string> {
    await run(
      `UPDATE operators SET title = 'Wholesale Ltd'`,
      sql`UPDATE plans SET networks = ${JSON.stringify(plan.networks)}, apn = ${plan.apn},
        kind = ${plan.kind ?? 'country'} WHERE id = 'tr-10'`,
      sql`UPDATE esims SET traveller_step = ${state.traveller_step},
        first_used_at = ${state.first_used_at}`,
    )
    const hash = await esimHash('data_used_mb = 0 ORDER BY purchased_at DESC')
    return visitText(`/esim-instruction?hash=${hash}`)
  }

  const network = (country: string, ...titles: readonly string[]) => ({
    countryCode2Letters: country,
    networks: titles.map((title) => ({ title, generations: ['4G'] })),
  })

  beforeAll(async () => pay(await placeOrder()))

  it('names the networks of its plan to choose, and not the seller of the plan', async () => {
    const html = await pageOf({ networks: [network('tr', 'Turkcell', 'Vodafone')], apn: null })
    expect(html).toContain('Choose the network manually: Turkcell, Vodafone.')
    expect(html).not.toContain('manually: Wholesale Ltd')
    expect(html).toContain(wordsOf('en')('instruction.noInternet.apnUnknown'))
  })

  it('names the networks of each country', async () => {
    const networks = [network('tr', 'Turkcell'), network('cu', 'Cubacel')]
    const html = await pageOf({ networks, apn: null, kind: 'multi' })
    expect(html).toContain(wordsOf('en')('instruction.noInternet.networkHere'))
    expect(html.replaceAll('<!-- -->', '')).toContain('<li>Cuba: Cubacel</li><li>Türkiye: Turkcell')
  })

  it('shows the APN of its plan', async () => {
    const html = await pageOf({ networks: [], apn: 'globaldata' })
    expect(html).toContain('<code>globaldata</code>')
    expect(html).toContain('data-copy="globaldata"')
    expect(html).toContain(wordsOf('en')('instruction.noInternet.networkUnknown'))
  })
})

it('takes the day of departure, removes it, and explains why a day is refused', async () => {
  await pay(await placeOrder())
  const hash = await esimHash(`first_used_at IS NULL AND traveller_step = 'bought'`)
  const path = `/esim-instruction?hash=${hash}`
  const send = async (fields: { readonly [name: string]: string }) => visit(path, { form: fields })
  const dayAfter = (days: number) => dayOf(new Date(Date.now() + days * dayMs))
  const words = wordsOf('en')

  const refused = await send({ remind: 'on', departure: dayAfter(200) })
  expect(refused.status).toBe(422)
  const html = await refused.text()
  expect(html).toContain(`value="${dayAfter(200)}"`)
  expect(html).toMatch(/id="departure-error"[^>]*>Choose a date from/)

  const taken = await send({ remind: 'on', departure: dayAfter(10) })
  expect([taken.status, taken.headers.get('Location')]).toEqual([303, `${path}#reminder`])
  const date = formatDate(dayAfter(9))
  expect(await visitText(path)).toContain(words('reminder.on', { date }))

  expect((await send({ remind: 'off' })).status).toBe(303)
  expect(await visitText(path)).toContain(words('reminder.text'))
})

it('says that the first usage report can be late', async () => {
  await pay(await placeOrder())
  const hash = await esimHash(`first_used_at IS NULL AND usage_as_of IS NULL`)
  for (const locale of ['en', 'ru'] as const) {
    const balance = href(locale, 'operatorInfo', null, { hash })
    expect(await visitText(balance)).toContain(wordsOf(locale)('balance.lateReport'))
  }
  await run(sql`UPDATE esims SET usage_as_of = ${new Date().toISOString()}
    WHERE esim_hash = ${hash}`)
  const measured = await visitText(href('en', 'operatorInfo', null, { hash }))
  expect(measured).not.toContain(wordsOf('en')('balance.lateReport'))
})

it('leads from the balance to help that the linked page has', async () => {
  await pay(await placeOrder())
  const hash = await esimHash(`first_used_at IS NULL AND traveller_step = 'bought'`)
  const helpOf = async () => {
    const html = await visitText(`/esim-operator-info?hash=${hash}`)
    return /<ul class="rows"><li><a href="([^"]*)"/.exec(html)?.[1]
  }
  expect(await helpOf()).toBe('/klientam/questions-and-answers#using')
  await run(sql`UPDATE esims SET first_used_at = ${new Date()},
    valid_until = ${new Date(Date.now() + 9 * dayMs)} WHERE esim_hash = ${hash}`)
  const help = await helpOf()
  expect(help).toBe(`/esim-instruction?hash=${hash}#no-internet`)
  expect(await visitText(`/esim-instruction?hash=${hash}`)).toContain(' id="no-internet"')
})

it('offers a new plan in place of the installation when the days have passed', async () => {
  await pay(await placeOrder())
  const hash = await esimHash('first_used_at IS NULL')
  const past = '2020-01-01T10:00:00.000Z'
  const end = async (columns: readonly string[]) =>
    env.DB.prepare(
      `UPDATE esims SET ${columns.map((column) => `${column} = ?1`).join(', ')}
      WHERE esim_hash = ?2`,
    )
      .bind(past, hash)
      .run()
  const pages = async () =>
    Promise.all(
      ['instruction', 'operator-info'].map(async (name) => visitText(`/esim-${name}?hash=${hash}`)),
    )
  await end(['activate_by'])
  for (const html of await pages()) {
    expect(html).toContain('It didn’t connect to a network by')
    expect(html).not.toContain('LPA:1$')
    expect(html).not.toContain('Your plan hasn’t started')
  }
  await end(['first_used_at', 'valid_until'])
  const [instruction] = await pages()
  expect(instruction).toContain('Its days have run out.')
  expect(instruction).not.toContain('LPA:1$')
})

it.each(['esim-instruction', 'esim-operator-info', 'esim-review', 'esim-top-up'])(
  'explains an invalid link to /%s',
  async (name) => {
    const response = await visit(`/${name}?hash=${secretID()}`)
    expect(response.status).toBe(404)
    const html = await response.text()
    expect(html).toContain(`>${wordsOf('en')('errors.notFoundTitle')}</h1>`)
    expect(html).toContain(`<title>${wordsOf('en')('errors.notFoundName')}`)
    expect(html).toContain(wordsOf('en')('errors.linkText'))
  },
)

it.each([
  'esim-instruction?hash',
  'esim-operator-info?hash',
  'esim-review?hash',
  'esim-top-up?hash',
  'esim-instruction.ics?hash',
  'esim-trip.png?hash',
  'payment/success?invoiceID',
  'payment/failed?invoiceID',
  'payment/receipt?invoiceID',
])('explains a link to /%s that was not copied exactly', async (link) => {
  const secret = secretID()
  for (const copied of [secret.slice(0, 20), `${secret})`, `${secret} `, '']) {
    const response = await visit(`/${link}=${encodeURIComponent(copied)}`)
    expect(response.status, copied).toBe(404)
    expect(response.headers.get('Cache-Control'), copied).toBe('no-store')
    expect((await response.text()).includes(wordsOf('en')('errors.linkText')), copied).toBe(true)
  }
})

it.each(['esim-instruction', 'esim-review', 'esim-top-up'])(
  'explains on /%s that the order is on hold',
  async (name) => {
    const invoiceID = await placeOrder()
    await pay(invoiceID)
    await run(sql`UPDATE orders SET frozen_at = '2026-11-21T10:00:00.000Z'
      WHERE id = ${invoiceID}`)
    const hash = await esimHash(`order_id = '${invoiceID}'`)
    const response = await visit(`/${name}?hash=${hash}`)
    expect(response.status).toBe(410)
    expect(await response.text()).toContain(wordsOf('en')('api.frozen'))
  },
)

it.each(['', 'installed'])('explains an unknown link after the form of step "%s"', async (step) => {
  const response = await visit(`/esim-instruction?hash=${secretID()}`, { form: { step } })
  expect(response.status).toBe(404)
  expect(await response.text()).toContain(wordsOf('en')('errors.linkText'))
})

it('shows on every page of a replaced eSIM that it was replaced, and mentions no refund', async () => {
  const invoiceID = await exchangedOrder()
  const [old] = await rows<{ hash: string }>(
    `SELECT esim_hash AS hash FROM esims WHERE order_id = '${invoiceID}' AND line_position = 1`,
  )
  for (const path of ['/esim-instruction', '/esim-operator-info']) {
    const page = await visit(`${path}?hash=${old?.hash}`)
    expect([path, page.status]).toEqual([path, 410])
    const html = await page.text()
    expect(html).toContain(wordsOf('en')('payment.replacedTitle'))
    expect(html).not.toContain(wordsOf('en')('payment.returnedTitle'))
    expect(html).toContain(wordsOf('en')('api.replaced'))
  }
  await run(`DELETE FROM esims WHERE order_id = '${invoiceID}' AND line_position = 2`)
  for (const lang of ['en', 'ru'] as const)
    for (const path of [href(lang, 'instruction'), href(lang, 'operatorInfo')]) {
      const html = await (await visit(`${path}?hash=${old?.hash}`)).text()
      expect(html).toContain(wordsOf(lang)('api.replacementAwaited'))
      expect(html).not.toContain(wordsOf(lang)('api.replaced'))
    }
})
