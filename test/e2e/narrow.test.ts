import type { Page } from '@playwright/test'
import { maxLength } from '../../src/kit/limits.shared.ts'
import { expect, locales, openBought, openCabinet, test } from './shop.ts'

// Phones with enlarged text have 320 px. A page at 400 % on a computer has them too.
test.use({ samePage: true, viewport: { width: 320, height: 640 } })

for (const shopper of locales) {
  const { locale, prefix } = shopper

  for (const path of ['/esim/countries/tr', '/esim/countries/ru/mow', '/esim/tariffs'])
    test(`on ${prefix}${path}, sizes and stamps of plans cover nothing at 320 px`, async ({
      page,
    }) => {
      await page.goto(prefix + path)
      await expectToFit(page)
      expect(await coveredSizes(page)).toEqual([])
      const texts = page.locator('.pass :is(.pass-facts, .pass-label) span:not(.unseen)')
      expect(
        await texts.evaluateAll((spans) =>
          spans
            .filter((span) => span.scrollWidth > span.clientWidth + 1)
            .map((span) => span.textContent),
        ),
      ).toEqual([])
    })

  test(`in ${locale}, a long word that a visitor has typed fits 320 px`, async ({ page }) => {
    const typed = 'W'.repeat(maxLength.searchString)
    for (const path of ['/esim/trip', '/esim/check', '/esim/countries']) {
      await page.goto(`${prefix}${path}?search_string=${typed}`)
      await expectToFit(page)
    }
  })

  test(`in ${locale}, an eSIM’s page fits 320 px`, async ({ page }) => {
    await openBought(page, shopper, `narrow-${locale}@example.com`)
    await expectToFit(page)
  })

  test(`in ${locale}, a trip names all countries of each plan at 320 px`, async ({ page }) => {
    const stops = ['Греция, Турция, ОАЭ', 'Greece, Türkiye, United Arab Emirates']
    const trip = encodeURIComponent(`${stops[locale === 'ru' ? 0 : 1]}, 12 d, 10 GB`)
    await page.goto(`${prefix}/esim/trip?search_string=${trip}`)
    await expectToFit(page)
    const facts = page.locator('.stops .pass-facts span')
    await expect(facts.first()).toBeVisible()
    expect(
      await facts.evaluateAll((spans) =>
        spans.filter((span) => span.scrollWidth > span.clientWidth).map((span) => span.textContent),
      ),
    ).toEqual([])
  })
}

test('the menu stays on the screen beside the longest name of a shop', async ({ page }) => {
  await page.goto('/')
  await page.locator('.logo').evaluate((logo) => {
    logo.lastChild?.replaceWith('International Travel Connectivity Shops')
  })
  await expectToFit(page)
})

test('the bar that buys a plan does not cover the focused element', async ({ page }) => {
  await page.goto('/esim/tariffs/meridian-travel/global-10gb-30d')
  expect(await coveredFocus(page, 60)).toEqual([])
})

test('with forced colours, buttons have edges and the selected number of people differs', async ({
  page,
}) => {
  await page.emulateMedia({ forcedColors: 'active' })
  await page.goto('/esim-order?tariffID=th-ais-5gb-15d')
  const edges = await page
    .locator('.people button')
    .evaluateAll((buttons) =>
      buttons.map((button) => Number.parseFloat(getComputedStyle(button).borderTopWidth)),
    )
  await page.emulateMedia({ forcedColors: 'none' })
  expect(Math.min(...edges)).toBeGreaterThanOrEqual(1)
  expect(edges.filter((width) => width === Math.max(...edges))).toHaveLength(1)
})

test('an order shows the whole name of a country with a long Russian name', async ({ page }) => {
  await page.goto('/ru/esim-order?tariffID=gb-o2-1gb-7d&people=2')
  const name = page.locator('.order-pass b')
  await name.evaluate((element) => {
    element.textContent = 'Великобритания'
  })
  expect(await name.evaluate((each) => each.scrollWidth - each.clientWidth)).toBe(0)
  await page.setViewportSize({ width: 360, height: 740 })
  expect((await name.boundingBox())?.height).toBeLessThan(30)
})

test('a partner’s history fits 320 px with a link as the reason of a rejection', async ({
  page,
}) => {
  await openCabinet(page, locales[0], '+79123456931')
  const rows = `<table><tr><td>1 October 2026<td>Withdrawal
    <small>Reason: https://bank.example/${'a'.repeat(300)}</small><td>$30</table>`
  await page.locator('#history').evaluate((section, html) => {
    section.insertAdjacentHTML('beforeend', html)
  }, rows)
  await expectToFit(page)
})

async function expectToFit(page: Page): Promise<void> {
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  expect(overflow).toBeLessThanOrEqual(0)
}

/** Returns the texts of elements that are below a fixed bar when the Tab key reaches them. */
async function coveredFocus(page: Page, presses: number): Promise<string[]> {
  const covered: string[] = []
  for (let press = 0; press < presses; press += 1) {
    await page.keyboard.press('Tab')
    const text = await page.evaluate(() => {
      const element = document.activeElement ?? document.body
      const { left, top, height } = element.getBoundingClientRect()
      const bar = document.elementFromPoint(left + 20, top + height / 2)?.closest('.buy-bar')
      return bar && !bar.contains(element) ? element.textContent : null
    })
    if (text !== null) covered.push(text)
  }
  return covered
}

/** Returns the texts of sizes that reach into the stub of the pass, or below its stamp. */
async function coveredSizes(page: Page): Promise<string[]> {
  return page.locator('.pass').evaluateAll((passes) =>
    passes.flatMap((pass) => {
      const size = pass.querySelector('.size')
      const stub = pass.querySelector('.pass-stub')
      if (!size || !stub) return []
      const text = document.createRange()
      text.selectNodeContents(size)
      const end = Math.max(...Array.from(text.getClientRects(), ({ right }) => right))
      const edge = (pass.querySelector('.stamp') ?? stub).getBoundingClientRect().left
      return end > edge ? [pass.textContent ?? ''] : []
    }),
  )
}
