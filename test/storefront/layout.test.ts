import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it } from 'vitest'
import { parseConfig } from '../../src/config/storefront-config.ts'
import { localePrefix } from '../../src/locale/locales.ts'
import { wordsOf } from '../../src/locale/words.ts'
import { stockShop } from '../support/small-shop.ts'
import { visit } from '../support/visit.ts'

const config = parseConfig({ ...env })

beforeAll(() => stockShop(5))

/** Where the links of a part of the page lead, by what they say, in their order. */
type Links = Readonly<Record<string, string>>

/** What the specification, section 2, wants around every page: who sees what in which language. */
describe.each(['en', 'ru'] as const)('around a page in %s', (locale) => {
  const words = wordsOf(locale)
  const prefix = localePrefix(locale)
  const isRussian = locale === 'ru'

  it('the header leads to plans, reviews and about; to partners in Russian; its button to the partnership form', async () => {
    const header = partOf(await pageIn(prefix), 'header')
    const links: Links = {
      [words('layout.tariffs')]: `${prefix}/esim/countries`,
      [words('layout.reviews')]: `${prefix}/feedback`,
      [words('layout.about')]: `${prefix}/about`,
      ...(isRussian && { [words('layout.forPartners')]: `${prefix}/login?as=partner` }),
      [words('layout.account')]: `${prefix}/account`,
      [words('layout.contact')]: `${prefix}/contacts#partnership`,
    }
    expect(linksIn(partOf(header, 'nav'))).toEqual(links)
    expect(header).toContain('data-dialog="partnership"')
    expect(header).toMatch(/<form[^>]*action="\/locale".*value="en".*>En<.*value="ru".*>Ру</s)
  })

  it('the menu of a phone holds the same links, without script', async () => {
    const header = partOf(await pageIn(prefix), 'header')
    const menu = partOf(header, 'details')
    expect(linksIn(partOf(menu, 'nav'))).toEqual(linksIn(partOf(header, 'nav')))
  })

  it('the footer leads to what a language has: blog, partners and social networks in Russian, the professional network in English', async () => {
    const footer = partOf(await pageIn(prefix), 'footer')
    const links = linksIn(footer)
    expect(links).toMatchObject({
      [words('layout.allCountries')]: `${prefix}/esim/countries`,
      [words('layout.faq')]: `${prefix}/klientam/questions-and-answers`,
      [words('layout.contacts')]: `${prefix}/contacts`,
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
  })

  it('the sections of the footer open and close without script', async () => {
    const footer = partOf(await pageIn(prefix), 'footer')
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

async function pageIn(prefix: string): Promise<string> {
  return (await visit(`${prefix}/about`)).text()
}

function partOf(html: string, element: string): string {
  return new RegExp(`<${element}[ >].*?</${element}>`, 's').exec(html)?.[0] ?? ''
}

function linksIn(html: string): Links {
  const links = html.matchAll(/<a [^>]*?href="([^"]*)"[^>]*>([^<]*)<\/a>/g)
  return Object.fromEntries([...links].map(([, href = '', text = '']) => [text, href]))
}
