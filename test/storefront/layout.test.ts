import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it } from 'vitest'
import { parseConfig } from '../../src/storefront-settings.ts'
import { localePrefix } from '../../src/words/locales.shared.ts'
import { wordsOf } from '../../src/words/words.shared.ts'
import { stockShop } from '../support/small-shop.ts'
import { visit } from '../support/visit.ts'

const config = parseConfig({ ...env })

beforeAll(() => stockShop(5))

type Links = Readonly<Record<string, string>>

describe.each(['en', 'ru'] as const)('the layout in %s', (locale) => {
  const words = wordsOf(locale)
  const prefix = localePrefix(locale)
  const isRussian = locale === 'ru'

  it('links plans, trips, reviews, about, account and the partnership form in the header, and partners in Russian', async () => {
    const header = partOf(await openAbout(prefix), 'header')
    const links: Links = {
      [words('layout.tariffs')]: `${prefix}/esim/countries`,
      [words('tripSearch.link')]: `${prefix}/esim/trip`,
      [words('layout.reviews')]: `${prefix}/feedback`,
      [words('layout.about')]: `${prefix}/about`,
      ...(isRussian && { [words('layout.forPartners')]: `${prefix}/login?as=partner` }),
      [words('layout.account')]: `${prefix}/account`,
      [words('layout.help')]: `${prefix}/klientam/questions-and-answers`,
      [words('layout.contact')]: `${prefix}/contacts#partnership`,
    }
    expect(linksIn(partOf(header, 'nav'))).toEqual(links)
    expect(header).toContain('data-dialog="partnership"')
    expect(header).toMatch(/<form[^>]*action="\/locale".*value="en".*>En<.*value="ru".*>Ру</s)
    expect(header).toContain('value="en" lang="en" aria-label="En, English"')
    expect(header).toContain('value="ru" lang="ru" aria-label="Ру, русский"')
  })

  it('repeats the header links in the mobile menu without script', async () => {
    const header = partOf(await openAbout(prefix), 'header')
    const menu = partOf(header, 'details')
    const links = linksIn(partOf(menu, 'nav'))
    expect(links).toMatchObject(linksIn(partOf(header, 'nav')))
    expect(links[words('layout.install')]).toBe(`${prefix}/esim-instruction`)
  })

  it('links blog, partners and social networks in the Russian footer, and LinkedIn in the English footer', async () => {
    const footer = partOf(await openAbout(prefix), 'footer')
    const links = linksIn(footer)
    expect(links).toMatchObject({
      [words('layout.allCountries')]: `${prefix}/esim/countries`,
      [words('layout.help')]: `${prefix}/klientam/questions-and-answers`,
      [words('layout.contact')]: `${prefix}/contacts`,
      [words('layout.about')]: `${prefix}/about`,
      [words('layout.reviews')]: `${prefix}/feedback`,
      [words('layout.sitemap')]: `${prefix}/sitemap`,
      [words('layout.appStore')]: config.APP_STORE_URL,
      [words('layout.googlePlay')]: config.GOOGLE_PLAY_URL,
      [isRussian ? 'Турция' : 'Türkiye']: `${prefix}/esim/countries/tr`,
    })
    const onlyRussian = ['blog', 'forPartners', 'telegram', 'vk'] as const
    for (const name of onlyRussian) expect(words(`layout.${name}`) in links, name).toBe(isRussian)
    expect(words('layout.linkedIn') in links).toBe(!isRussian)
    expect(footer).toContain(words('layout.cookieNotice'))
    // The cookie referralCode is set without consent.
    expect(words('layout.cookieNotice')).toMatch(isRussian ? /партнёр/ : /partner/)
  })

  it('toggles the sections of the footer without script', async () => {
    const footer = partOf(await openAbout(prefix), 'footer')
    const sections = [...footer.matchAll(/<details[^>]*><summary>([^<]*)/g)].map(
      ([, title]) => title,
    )
    expect(sections).toEqual([
      words('layout.forCustomers'),
      words('layout.popularCountries'),
      config.BRAND_NAME,
      words('layout.elsewhere'),
    ])
  })
})

async function openAbout(prefix: string): Promise<string> {
  return (await visit(`${prefix}/about`)).text()
}

function partOf(html: string, element: string): string {
  return new RegExp(`<${element}[ >].*?</${element}>`, 's').exec(html)?.[0] ?? ''
}

function linksIn(html: string): Links {
  const links = html.matchAll(/<a [^>]*?href="([^"]*)"[^>]*>([^<]*)<\/a>/g)
  return Object.fromEntries([...links].map(([, href = '', text = '']) => [text, href]))
}
