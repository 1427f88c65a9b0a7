import { stat } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { findOrder, officeWordsOf, openOffice } from './office.ts'
import { buy, expect, locales, order, pay, test } from './shop.ts'

/**
 * `npm run generate -- shots --project office` takes the pictures of docs/operations.md. They must be small
 * enough for a repository.
 */
const maxBytes = 60_000
const [english] = locales
const office = officeWordsOf('en')

/** Plans that no journey buys. The sample shop has 8 profiles of the last plan. */
const plans = {
  usual: 'th-nt-mobile-10gb-30d',
  cheaper: 'th-nt-mobile-1gb-7d',
  rare: 'am-beeline-10gb-30d',
}
const customers = ['nothing', 'refund', 'reissue', 'exchange', 'erase'] as const

test.use({ viewport: { width: 1100, height: 760 }, locale: 'en-GB' })

test('the back office at work', async ({ page, browser }) => {
  const shopper = { ...english, plan: plans.usual }
  for (const name of customers) await buy(page.request, shopper, `${name}@example.com`)
  for (let count = 0; count < 6; count += 1)
    await buy(page.request, { ...english, plan: plans.rare }, `stock-${count}@example.com`)
  await order(page, shopper, 'dispute@example.com')
  const payment = page.url()
  await pay(page)
  await page.goto(payment)
  await page.locator('button[value="dispute"]').click()

  const desk = await openOffice(browser, 'owner', 'en')
  await desk.setViewportSize({ width: 1100, height: 760 })
  await desk.goto('/admin')
  await takeTop(desk, 'today', 484)
  const stock = desk.locator('section').filter({ has: desk.getByRole('row', { name: plans.rare }) })
  await take(stock, 'stock')

  await findOrder(desk, 'en', 'nothing@example.com')
  await takeTimeline(desk, 'order', 280)
  await takeForm(desk, 'resend')
  await findOrder(desk, 'en', 'refund@example.com')
  await takeForm(desk, 'refund', { [office('fields.reason')]: 'Bought twice' })
  await findOrder(desk, 'en', 'reissue@example.com')
  await takeForm(desk, 'reissue', { [office('fields.reason')]: 'Does not install' })
  await findOrder(desk, 'en', 'exchange@example.com')
  await takeForm(desk, 'exchange', {
    [office('fields.tariffID')]: plans.cheaper,
    [office('fields.reason')]: 'Wrong country',
  })
  await findOrder(desk, 'en', 'dispute@example.com')
  await takeTimeline(desk, 'dispute', 160)
  await findOrder(desk, 'en', 'erase@example.com')
  await takeForm(desk, 'erase', { [office('fields.confirmation')]: 'erase@example.com' })
  await desk.goto('/admin/money')
  await take(desk.locator('section:has(#statement) table'), 'money')
  await desk.goto('/admin/settings')
  await takeTop(desk, 'settings', 340)

  const names = [
    'today',
    'stock',
    'money',
    'order',
    'resend',
    'refund',
    'reissue',
    'exchange',
    'dispute',
  ]
  for (const name of [...names, 'erase', 'settings'])
    expect((await stat(fileOf(name))).size, name).toBeLessThanOrEqual(maxBytes)
})

function fileOf(name: string): string {
  return `docs/office/${name}.png`
}

async function takeTop(page: Page, name: string, height: number): Promise<void> {
  await page.screenshot({ path: fileOf(name), clip: { x: 0, y: 0, width: 1100, height } })
}

/** Takes a picture of the latest events of an order. */
async function takeTimeline(page: Page, name: string, height: number): Promise<void> {
  const heading = page.getByRole('heading', { name: office('order.timeline'), exact: true })
  const timeline = page.locator('section').filter({ has: heading })
  const box = await timeline.boundingBox()
  if (!box) throw new Error('The order has no timeline')
  await page.screenshot({ path: fileOf(name), clip: { ...box, height }, fullPage: true })
}

async function take(part: Locator, name: string): Promise<void> {
  await part.screenshot({ path: fileOf(name) })
}

/** Opens the form of an action and fills it in, but does not send it. */
async function takeForm(
  page: Page,
  action: 'resend' | 'refund' | 'reissue' | 'exchange' | 'erase',
  fields: { readonly [label: string]: string } = {},
): Promise<void> {
  const title = office(`actions.${action}.title`)
  const form = page
    .locator('details')
    .filter({ has: page.locator('summary').getByText(title, { exact: true }) })
  await form.locator('summary').click()
  for (const [label, value] of Object.entries(fields)) await form.getByLabel(label).fill(value)
  await take(form, action)
}
