import { stat } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { findOrder, officeWordsOf, openOffice } from './office.ts'
import { buy, expect, locales, order, pay, test } from './shop.ts'

/**
 * `npm run generate -- shots --project office` takes the pictures of docs/operations.md. They must
 * be small enough for a repository.
 */
const maxBytes = 60_000
const [english] = locales
const office = officeWordsOf('en')

/** A plan that no journey buys. */
const plan = 'th-nt-mobile-10gb-30d'

test.use({ viewport: { width: 1100, height: 760 }, locale: 'en-GB' })

test('the back office at work', async ({ page, browser }) => {
  const shopper = { ...english, plan }
  for (const name of ['nothing', 'today']) await buy(page.request, shopper, `${name}@example.com`)
  await order(page, shopper, 'dispute@example.com')
  const payment = page.url()
  await pay(page)
  await page.goto(payment)
  await page.locator('button[value="dispute"]').click()

  const desk = await openOffice(browser, 'owner', 'en')
  await desk.setViewportSize({ width: 1100, height: 760 })
  await desk.goto('/admin')
  await desk.screenshot({ path: fileOf('today'), clip: { x: 0, y: 0, width: 1100, height: 484 } })
  await findOrder(desk, 'en', 'nothing@example.com')
  await takeTimeline(desk, 'order', 280)
  await findOrder(desk, 'en', 'dispute@example.com')
  await takeTimeline(desk, 'dispute', 160)
  await desk.goto('/admin/money')
  await desk.locator('section:has(#statement) table').screenshot({ path: fileOf('money') })

  for (const name of ['today', 'order', 'dispute', 'money'])
    expect((await stat(fileOf(name))).size, name).toBeLessThanOrEqual(maxBytes)
})

function fileOf(name: string): string {
  return `docs/office/${name}.png`
}

/** Takes a picture of the latest events of an order. */
async function takeTimeline(page: Page, name: string, height: number): Promise<void> {
  const heading = page.getByRole('heading', { name: office('order.timeline'), exact: true })
  const timeline = page.locator('section').filter({ has: heading })
  const box = await timeline.boundingBox()
  if (!box) throw new Error('The order has no timeline')
  await page.screenshot({ path: fileOf(name), clip: { ...box, height }, fullPage: true })
}
