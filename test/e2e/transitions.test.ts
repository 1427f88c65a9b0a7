import type { Page } from '@playwright/test'
import { expect, locales, pay, submitOrder, test } from './shop.ts'

const [{ words }] = locales
/** No other journey buys plans of Georgia. The sample shop has 20 profiles of each plan. */
const country = '/esim/countries/ge'

// Other journeys use reduced motion, so that they do not wait for animations.
test.use({ contextOptions: { reducedMotion: 'no-preference' } })

/** For each page of the visit, records the elements that its transition moves. */
async function noteTransitions(page: Page): Promise<void> {
  await page.addInitScript(() => {
    addEventListener('pagereveal', async ({ viewTransition }) => {
      if (!viewTransition) return note('nothing')
      await viewTransition.ready
      const isOfPass = ({ effect }: Animation) =>
        effect instanceof KeyframeEffect && effect.pseudoElement === '::view-transition-group(pass)'
      note(document.getAnimations().some(isOfPass) ? 'pass' : 'page')
    })

    function note(moved: string): void {
      sessionStorage.setItem('moved', `${sessionStorage.getItem('moved') ?? ''} ${moved}`)
    }
  })
}

async function expectMoved(page: Page, moved: readonly string[]): Promise<void> {
  const text = moved.map((each) => ` ${each}`).join('')
  const read = () => page.evaluate(() => sessionStorage.getItem('moved'))
  await expect.poll(read, { timeout: 10_000 }).toContain(text)
}

test('the pass moves from the list to the plan, to the payment and to the paid order', async ({
  page,
}) => {
  test.slow()
  await noteTransitions(page)
  // A busy browser may paint a page before it has parsed its pass. Then only the page fades.
  await expect(async () => {
    await page.goto('/robots.txt')
    await page.evaluate(() => sessionStorage.clear())
    await page.goto(country)
    await page.locator('.picks .pass-label a').first().click()
    await expectMoved(page, ['nothing', 'pass'])
    await page.locator('.pass.large .button').click()
    await submitOrder(page, words, 'moved@example.com')
    await expectMoved(page, ['nothing', 'pass', 'pass'])
    await pay(page)
    await expectMoved(page, ['nothing', 'pass', 'pass', 'pass'])
    await page.getByRole('banner').locator('.logo').click()
    await expectMoved(page, ['pass', 'page'])
  }).toPass({ timeout: 100_000 })
})

/** Two elements with the same name would end the transition with an error. */
test('each page names one pass', async ({ page }) => {
  const names = () =>
    page.evaluate(() =>
      [...document.querySelectorAll('*')]
        .filter((each) => getComputedStyle(each).viewTransitionName === 'pass')
        .map(({ className }) => className),
    )
  await page.goto(country)
  await page.locator('.pass').nth(1).hover()
  expect(await names()).toEqual(['pass'])
  await page.locator('.pass a').first().focus()
  expect(await names()).toEqual(['pass'])
  await page.goto('/esim-order?tariffID=ge-beeline-1gb-7d,ge-beeline-3gb-15d')
  expect(await names()).toEqual(['order-pass'])
  await page.goto('/esim/tariffs/ge-beeline/ge-beeline-1gb-7d')
  expect(await names()).toEqual(['pass large'])
  await page.locator('.pass.large .button').click()
  await expect(page.locator('dialog .order-pass')).toBeVisible()
  expect(await names()).toEqual(['order-pass'])
  await submitOrder(page, words, 'names@example.com')
  await pay(page)
  const receipt = page.getByRole('link', { name: words('receipt.link') })
  await expect(receipt).toBeVisible()
  expect(await names()).toEqual(['order-pass'])
  await receipt.click()
  await expect(page.locator('.amounts')).toBeVisible()
  expect(await names()).toEqual([])
})

test('nothing moves for a visitor who prefers reduced motion', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await noteTransitions(page)
  await page.goto(country)
  await page.locator('.picks .pass-label a').first().click()
  await expectMoved(page, ['nothing', 'nothing'])
})
