import { beforeEach, expect, it } from 'vitest'
import { wordsOf } from '../../src/words/words.shared.ts'
import { ask, esimHash, openShop } from '../support/small-shop.ts'
import { paidOrder } from '../support/staff.ts'
import { visit, visitText } from '../support/visit.ts'
import { visitWithApi } from '../support/visit-with-api.ts'

const languages = [
  ['en', ''],
  ['ru', '/ru'],
] as const
const phones = {
  iOS: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X)',
  Android: 'Mozilla/5.0 (Linux; Android 15; K)',
} as const

let hash: string

beforeEach(async () => {
  await openShop(1)
  await paidOrder()
  hash = await esimHash()
})

async function manifestAt(path: string) {
  const answer = await visit(path)
  expect(answer.headers.get('Content-Type')).toContain('application/manifest+json')
  return answer.json<{ readonly shortcuts?: readonly { readonly url: string }[] }>()
}

function manifestOf(html: string): string {
  return /<link rel="manifest" href="([^"]+)"/.exec(html)?.[1] ?? ''
}

it.each(languages)(
  'describes an eSIM’s page in %s as a shortcut without a start URL',
  async (locale, prefix) => {
    const path = `${prefix}/esim.webmanifest`
    for (const page of ['esim-operator-info', 'esim-instruction']) {
      const html = await (await visitWithApi(`${prefix}/${page}?hash=${hash}`, ask)).text()
      expect(manifestOf(html), page).toBe(path)
    }
    const manifest = await manifestAt(path)
    // Without a start URL, browsers open the page that was shown.
    expect(manifest).not.toHaveProperty('start_url')
    expect(manifest).not.toHaveProperty('id')
    expect(manifest).toMatchObject({ scope: '/', display: 'browser', lang: locale })
  },
)

it.each(languages)(
  'starts the shop at its home page in %s, with shortcuts to eSIMs and plans',
  async (_, prefix) => {
    const html = await visitText(prefix || '/')
    const path = manifestOf(html)
    expect(path).toBe(`${prefix}/manifest.webmanifest`)
    const { shortcuts = [], ...manifest } = await manifestAt(path)
    expect(manifest).toMatchObject({ id: '/', start_url: prefix || '/', display: 'standalone' })
    expect(shortcuts.map(({ url }) => url)).toEqual([
      `${prefix}/account`,
      `${prefix}/esim/countries`,
    ])
  },
)

it.each(languages)(
  'explains in %s how to add the page to the home screen, only on a phone',
  async (locale, prefix) => {
    const words = wordsOf(locale)
    const page = async (agent: string) => {
      const headers = { 'User-Agent': agent }
      return (
        await visitWithApi(`${prefix}/esim-operator-info?hash=${hash}`, ask, { headers })
      ).text()
    }
    expect(await page(phones.iOS)).toContain(words('balance.homeIOS'))
    expect(await page(phones.Android)).toContain(words('balance.homeAndroid'))
    expect(await page('Mozilla/5.0 (Windows NT 10.0)')).not.toContain(words('balance.homeTitle'))
  },
)
