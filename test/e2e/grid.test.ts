import type { Locator, Page } from '@playwright/test'
import { expect, locales, openBought, openCabinet, order, test } from './shop.ts'

test.use({ samePage: true })

const [english, russian] = locales
const phone = { width: 360, height: 740 }
const computer = { width: 1440, height: 900 }

test('the menu of a phone and the languages of a computer end at the edge of the page', async ({
  page,
}) => {
  const ends = [
    { viewport: phone, control: '.burger path' },
    { viewport: computer, control: '.lang button:last-of-type' },
  ]
  for (const { viewport, control } of ends) {
    await page.setViewportSize(viewport)
    await page.goto('/ru/about')
    const end = await endOfInk(page.getByRole('banner').locator(control).first())
    const edge = await endOf(page.locator('main'), 'content')
    expect(Math.abs(end - edge), control).toBeLessThanOrEqual(3)
  }
})

test('the Russian links of the header are on one line, or behind the menu icon', async ({
  page,
}) => {
  for (const width of [1000, 1152, 1153]) {
    await page.setViewportSize({ width, height: 800 })
    await page.goto('/ru')
    const heights = await page.locator('.top-links > *').evaluateAll((links) =>
      links.map((link) => {
        const text = document.createRange()
        text.selectNodeContents(link)
        return text.getBoundingClientRect().height
      }),
    )
    expect(Math.max(...heights), `${width} px`).toBeLessThan(40)
  }
  await expect(page.locator('.top-links')).toBeVisible()
})

for (const viewport of [phone, computer])
  test(`at ${viewport.width} px all passes of a list have the same height`, async ({ page }) => {
    await page.setViewportSize(viewport)
    await page.goto('/')
    const passes = page.locator('.passes:not(.picks) .pass')
    await expect(passes.filter({ hasText: 'United Arab Emirates' })).toBeVisible()
    const heights = await passes.evaluateAll((all) => all.map((pass) => pass.clientHeight))
    expect(new Set(heights).size).toBe(1)
  })

test('on a computer, the coverage of a country is below its trip form, with the same edges', async ({
  page,
}) => {
  await page.setViewportSize(computer)
  await page.goto('/esim/countries/tr')
  const form = await page.locator('#trip').boundingBox()
  const coverage = await page.locator('.mapped').boundingBox()
  const fares = await page.locator('.fares').boundingBox()
  if (!form || !coverage || !fares) throw new Error('The country has no coverage')
  expect(coverage.x).toBeCloseTo(form.x, 0)
  expect(coverage.width).toBeCloseTo(form.width, 0)
  expect(fares.x + fares.width).toBeLessThan(form.x)
  expect(coverage.y).toBeLessThan(fares.y + fares.height)
})

test('popular countries fill every row', async ({ page }) => {
  for (const width of [360, 600, 768, 1024, 1440]) {
    await page.setViewportSize({ width, height: 800 })
    await page.goto('/ru/esim/countries')
    const { rows, overflowing } = await page.locator('.popular').evaluate((list) => {
      const perRow = new Map<number, number>()
      for (const { offsetTop } of list.querySelectorAll('li'))
        perRow.set(offsetTop, (perRow.get(offsetTop) ?? 0) + 1)
      const links = [...list.querySelectorAll('a')]
      const wide = links.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
      return { rows: [...perRow.values()], overflowing: wide.map((link) => link.textContent) }
    })
    expect(new Set(rows).size, `${width} px`).toBe(1)
    expect(overflowing, `${width} px`).toEqual([])
  }
})

test('on a phone, links outside sentences and consents are 44 px high', async ({ page }) => {
  const [{ words }] = locales
  await page.setViewportSize(phone)
  const links = [
    ['/esim/countries/tr', '.warning'],
    ['/esim-order?tariffID=th-ais-5gb-15d', '.checks a'],
    ['/login?as=partner', '.consent-line'],
    ['/klientam/questions-and-answers', 'h2 a'],
    ['/klientam/questions-and-answers?search_string=zzzz', '.empty a'],
  ] as const
  for (const [path, link] of links) {
    await page.goto(path)
    expect(await touchHeight(page.locator(`main ${link}`).first()), path).toBeGreaterThanOrEqual(44)
  }
  await openPaid(page, 'touch@example.com')
  const address = page.getByRole('link', { name: words('payment.wrongAddress') })
  expect(await touchHeight(address)).toBeGreaterThanOrEqual(44)
})

test('on a phone, buttons of the next step are as wide as the page', async ({ page }) => {
  const [{ words }] = locales
  await page.setViewportSize(phone)
  await page.goto('/esim/trip?search_string=Greece%2C+Egypt%2C+12+days')
  const content = phone.width - 2 * 16
  const button = page.getByRole('link', { name: words('tripSearch.order', { price: '' }) })
  expect((await button.boundingBox())?.width).toBe(content)
  await order(page, locales[0], 'retry@example.com')
  await page.locator('button[value=decline]').click()
  const again = page.getByRole('button', { name: words('payment.again') })
  expect((await again.boundingBox())?.width).toBe(content)
})

test('on a computer, no button is wider than a form', async ({ page }) => {
  await page.setViewportSize(computer)
  const url = new URL(await openBought(page, english, 'wide@example.com'))
  await page.goto(`/dev/usage/${url.searchParams.get('hash')}`)
  await page.locator('button[value="100"]').click()
  await page.goto(url.href)
  const { width = 0 } = (await page.locator('.button.tall').boundingBox()) ?? {}
  expect(width).toBeLessThanOrEqual(576)
})

test('on a phone, every page of text begins at the same height', async ({ page }) => {
  await page.setViewportSize(phone)
  const tops = new Map<string, number>()
  for (const path of [
    '/about',
    '/contacts',
    '/login',
    '/feedback',
    '/klientam/questions-and-answers',
  ])
    tops.set(path, await topOfOpening(page, path))
  const esim = await openBought(page, english, 'grid@example.com')
  tops.set('an eSIM', await topOfOpening(page, esim))
  expect(Math.max(...tops.values()) - Math.min(...tops.values())).toBeLessThanOrEqual(8)
})

for (const shopper of [english, russian])
  test(`in ${shopper.locale}, the share button stays inside its card at 360 px`, async ({
    page,
  }) => {
    await page.setViewportSize(phone)
    await openCabinet(page, shopper, shopper.locale === 'en' ? '+79123459103' : '+79123459104')
    const card = page.locator('.share')
    const button = card.getByRole('link', { name: shopper.words('partner.share') })
    expect(await endOf(button, 'border')).toBeLessThanOrEqual(await endOf(card, 'content'))
  })

async function openPaid(page: Page, email: string): Promise<void> {
  await order(page, english, email)
  await page.locator('button[value=pay]').click()
  await expect(
    page.getByRole('heading', { name: english.words('payment.successTitle') }),
  ).toBeVisible()
}

/** Returns how many vertical pixels around the centre of a link press it. */
async function touchHeight(link: Locator): Promise<number> {
  await link.scrollIntoViewIfNeeded()
  return link.evaluate((element) => {
    const { left, width, top, height } = element.getClientRects()[0] ?? new DOMRect()
    const presses = (offset: number) =>
      element.contains(document.elementFromPoint(left + width / 2, top + height / 2 + offset))
    // Half pixels, up to 40 px above and below the centre.
    const offsets = Array.from({ length: 160 }, (_, index) => index / 2 - 40)
    return Math.round(offsets.filter(presses).length / 2)
  })
}

/** Returns the top of the first text below the header. */
async function topOfOpening(page: Page, path: string): Promise<number> {
  await page.goto(path)
  return page.locator('main .masthead > :first-child').evaluate((element) => {
    return element.getBoundingClientRect().top
  })
}

/** Returns where the box of an element ends, with or without its padding. */
async function endOf(locator: Locator, box: 'border' | 'content'): Promise<number> {
  return locator.evaluate((element, name) => {
    const { right } = element.getBoundingClientRect()
    const { paddingRight } = getComputedStyle(element)
    return name === 'border' ? right : right - Number.parseFloat(paddingRight)
  }, box)
}

/** Returns where the drawing or the text of an element ends. */
async function endOfInk(locator: Locator): Promise<number> {
  return locator.evaluate((element) => {
    if (element instanceof SVGElement) return element.getBoundingClientRect().right
    const text = document.createRange()
    text.selectNodeContents(element)
    return text.getBoundingClientRect().right
  })
}
