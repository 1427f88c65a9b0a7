import type { Page } from '@playwright/test'
import { words as registry } from '../../content/index.ts'
import { product } from '../../src/kit/product.shared.ts'
import { defaultLocale } from '../../src/words/locales.shared.ts'
import { wordsOf } from '../../src/words/words.shared.ts'
import type { Words } from '../../src/words/words.shared.ts'
import { germanWords, moreLanguages } from '../fixtures/more-languages.ts'
import { pseudoText } from '../fixtures/pseudo-text.ts'
import type { PseudoKind } from '../fixtures/pseudo-text.ts'
import { isKnownName } from './catalogue-names.ts'
import { publicPages } from './public-pages.ts'
import { expect, openCabinet, order, openAccount, test } from './shop.ts'
import type { Shopper } from './shop.ts'

/**
 * A copy of the shop with two pseudo-locales and a German of five words. `test/fixtures/more-languages.ts` adds
 * each with a folder in content/ and a line in the table of locales.
 */
const languages = [
  { lang: 'en-XA', words: pseudoWords('accented'), phone: '+79123459201' },
  { lang: 'ar-XB', words: pseudoWords('right-to-left'), phone: '+79123459202' },
  { lang: 'de', words: wordsOf(defaultLocale), phone: '+79123459203' },
] as const

for (const { lang, words, phone } of languages) {
  const { prefix, direction } = moreLanguages[lang]

  test(`in ${lang}, every page of the sitemap is served with its language and direction`, async ({
    baseURL,
  }) => {
    const origin = baseURL ?? ''
    const paths = await sitemapPaths(origin, prefix)
    expect(paths.length).toBeGreaterThan(400)
    await inParallel(paths, async (path) => {
      const response = await fetch(origin + path)
      expect(response.status, path).toBe(200)
      const html = await response.text()
      expect(html, path).toMatch(new RegExp(`<html lang="${lang}" dir="${direction}">`))
      // The random version of a map may contain `NaN`.
      const written = html.replaceAll(/\/maps\/[\w-]+\//g, '')
      expect(written, path).not.toMatch(/>undefined<|\[object|NaN|\{\{| aria-label=""/)
    })
  })

  test(`in ${lang}, every kind of page fits a phone and has all its words`, async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 })
    for (const path of publicPages) {
      await page.goto(path === '/' ? prefix : prefix + path)
      await expectSound(page, lang)
    }
  })

  test(`in ${lang}, a visitor buys an eSIM, opens an account and joins the partners`, async ({
    page,
  }) => {
    await page.setViewportSize({ width: 360, height: 740 })
    const shopper = {
      locale: defaultLocale,
      prefix,
      words,
      plan: 'tr-turkcell-10gb-30d',
    } satisfies Shopper
    const email = `sound-${prefix.slice(1)}@example.com`
    await order(page, shopper, email)
    await page.getByRole('button').first().click()
    const opened = page.getByRole('link', { name: words('payment.open') })
    await expect(opened).toBeVisible()
    await expectSound(page, lang)
    const esim = (await opened.getAttribute('href')) ?? ''
    await openAccount(page, shopper, email)
    await openCabinet(page, shopper, phone)
    for (const path of [
      esim,
      esim.replace('instruction', 'operator-info'),
      `${prefix}/account`,
      `${prefix}/referral-program`,
    ]) {
      await page.goto(path)
      await expectSound(page, lang)
    }
  })
}

test('German shows its own words, and English for missing words', async ({ page }) => {
  await page.goto('/de')
  const header = page.getByRole('banner')
  await expect(header.getByRole('link', { name: germanWords.layout.about })).toBeVisible()
  await expect(header.getByRole('link', { name: wordsOf('en')('layout.reviews') })).toBeVisible()
  await page.goto('/de/esim/countries/tr')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Türkei')
  await page.goto('/de/esim/tariffs/th-ais/th-ais-5gb-15d')
  await expect(page.getByRole('main')).toContainText('15 Tage')
})

test('a browser that prefers German is offered the page in it', async ({ browser }) => {
  const page = await browser.newPage({ locale: 'de-CH' })
  await page.goto('/esim/countries/tr')
  await page.getByRole('button', { name: germanWords.layout.switchToThisLanguage }).click()
  await expect(page).toHaveURL('/de/esim/countries/tr')
  await page.goto('/')
  await expect(page).toHaveURL('/de')
  await page.close()
})

test('crawlers find every page in every language', async ({ request }) => {
  const html = await (await request.get('/de/about')).text()
  for (const lang of ['en', 'ru', 'en-XA', 'ar-XB', 'de', 'x-default'])
    expect(html).toContain(`hrefLang="${lang}"`)
  expect(html).toContain('<meta property="og:locale" content="de_DE"/>')
  expect(await (await request.get('/robots.txt')).text()).toContain('Disallow: /de/account')
  expect(await (await request.get('/ar-xb/manifest.webmanifest')).json()).toMatchObject({
    lang: 'ar-XB',
    dir: 'rtl',
    start_url: '/ar-xb',
  })
  for (const path of ['/de/blog.xml', '/de/og/tr.png', '/ar-xb/og/tr.png', '/de/offline'])
    expect((await request.get(path)).status(), path).toBe(200)
})

async function expectSound(page: Page, lang: keyof typeof moreLanguages): Promise<void> {
  const where = page.url()
  const html = page.locator('html')
  await expect(html, where).toHaveAttribute('lang', lang)
  await expect(html, where).toHaveAttribute('dir', moreLanguages[lang].direction)
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  expect(overflow, where).toBeLessThanOrEqual(0)
  expect(await emptyTexts(page), where).toEqual([])
  if (lang === 'en-XA' && !where.includes('/blog'))
    expect(await foreignTexts(page), where).toEqual([])
}

async function emptyTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const named = document.querySelectorAll(
      'a, button, label, summary, h1, h2, h3, p, li, dt, th, option',
    )
    return [...named]
      .filter((each) => each.textContent.trim() === '' && !each.querySelector('img, svg, input'))
      .filter(
        (each) =>
          !each.closest('[aria-hidden], [role=img]') && !each.ariaLabel && each.role !== 'status',
      )
      .map((each) => each.outerHTML.slice(0, 100))
  })
}

async function foreignTexts(page: Page): Promise<string[]> {
  const { label } = moreLanguages['en-XA']
  const { origin } = new URL(page.url())
  const texts = await page.evaluate(() => {
    const found = [document.title]
    const nodes = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (nodes.nextNode()) {
      const parent = nodes.currentNode.parentElement
      const isOwn = parent?.closest('[lang]') === document.documentElement
      // A drawing splits one text into rows. A long warning is split between sentences. The strip of
      // the last pass has the words of the page that stored it.
      const others =
        'script, style, noscript, template, code, [translate=no], .drawing, .warning, .kept-pass'
      if (!isOwn || parent.closest(others)) continue
      // An address within a text is a separate element, and so is each name of a path of settings.
      const unbroken = parent.querySelector(':scope > .unbroken')?.textContent
      const whole = unbroken?.includes('@') ? parent : parent.closest('.path')
      const { textContent } = whole ?? nodes.currentNode
      found.push(textContent ?? '')
    }
    for (const name of ['alt', 'aria-label', 'placeholder', 'title'])
      for (const element of document.querySelectorAll(`html [${name}]`))
        if (element.closest('[lang]') === document.documentElement)
          found.push(element.getAttribute(name) ?? '')
    return found
  })
  return texts.flatMap((text) =>
    withoutMarked(text)
      .replaceAll(product.name, '')
      .split(/[·,]/)
      .map((part) => part.trim())
      .filter((part) => !part.startsWith(origin)) // a link to share, shown as text
      .filter((part) => /\p{L}{2}/u.test(part) && part !== label && !isKnownName(part)),
  )
}

/** Marks are nested if one word is part of another word. */
function withoutMarked(text: string): string {
  const rest = text.replace(/⟦[^⟦⟧]*⟧/g, '')
  return rest === text ? text : withoutMarked(rest)
}

async function sitemapPaths(origin: string, prefix: string): Promise<string[]> {
  const pages = await (await fetch(`${origin}/sitemap-pages.xml`)).text()
  const plans = await (await fetch(`${origin}/sitemap-plans-1.xml`)).text()
  const urls = [
    ...pages.matchAll(/<loc>([^<]*)/g),
    ...[...plans.matchAll(/<loc>([^<]*)/g)].slice(0, 100),
  ]
  return urls
    .map(([, url = '']) => new URL(url).pathname)
    .filter((path) => path === prefix || path.startsWith(`${prefix}/`))
}

/** Eight at a time, because the development server answers this many without queueing. */
async function inParallel<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const queue = [...items]
  await Promise.all(
    Array.from({ length: 8 }, async () => {
      for (let item = queue.pop(); item !== undefined; item = queue.pop()) await work(item)
    }),
  )
}

function pseudoWords(pseudo: PseudoKind): Words {
  const textOf = (key: string, params: { readonly [name: string]: string } = {}) => {
    const names = key.split('.')
    const text = names.reduce<unknown>((at, name) => Object(at)[name], registry[defaultLocale])
    const known = { product: product.name, ...params }
    return Object.entries(known).reduce(
      (filled, [name, value]) => filled.replaceAll(`{{${name}}}`, value),
      pseudoText(String(text), pseudo),
    )
  }
  return textOf as Words // journeys use words without plural forms
}
