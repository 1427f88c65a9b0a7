import { readFile } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import type { Page } from '@playwright/test'
import { Webhook } from 'standardwebhooks'
import { startLocalServer } from '../../scripts/test/local-server.ts'
import {
  expectAccessibleOffice,
  fillIn,
  findOrder,
  formOf,
  officeWordsOf,
  openOffice,
  sendForm,
} from './office.ts'
import type { JourneyAction } from './office.ts'
import { buy, expect, locales, order, test } from './shop.ts'
import type { Shopper } from './shop.ts'

/** Plans that no other journey buys. The sample shop has 20 profiles of each plan. */
const plans = { en: 'th-dtac-10gb-30d', ru: 'th-dtac-5gb-15d' }
/** Plans that are cheaper than the plans above. */
const cheaperPlans = { en: 'th-dtac-1gb-7d', ru: 'th-dtac-1gb-7d' }

test.use({ javaScriptEnabled: false, locale: 'en-GB', expectsFailures: true })

for (const each of locales) {
  const { locale, words } = each
  const shopper: Shopper = { ...each, plan: plans[locale] }
  const office = officeWordsOf(locale)

  test(`in ${locale}, “refund me” ends with the money returned and the eSIM blocked`, async ({
    page,
    browser,
    request,
  }) => {
    const email = `refund-${locale}@example.com`
    const esim = await buy(request, shopper, email)
    const support = await openOffice(browser, 'support', locale)
    await findOrder(support, locale, email)
    await expect(formOf(support, 'refund', locale)).toHaveCount(0)
    const desk = await openOffice(browser, 'money', locale)
    await findOrder(desk, locale, email)
    await press(desk, 'refund', locale, { [office('fields.reason')]: 'Asked for it' })
    await expect(desk.getByText(office('statuses.refunded')).first()).toBeVisible()
    await page.goto(esim)
    await expect(page.getByText(words('api.refunded'))).toBeVisible()
  })

  test(`in ${locale}, “wrong country” ends with another plan and the difference returned`, async ({
    browser,
    request,
  }) => {
    const email = `country-${locale}@example.com`
    await buy(request, shopper, email)
    const desk = await openOffice(browser, 'money', locale)
    await findOrder(desk, locale, email)
    await press(desk, 'exchange', locale, {
      [office('fields.tariffID')]: cheaperPlans[locale],
      [office('fields.reason')]: 'Wrong country',
    })
    await expect(desk.getByText(office('order.replaced'), { exact: true })).toBeVisible()
    await expect(desk.getByText(office('facts.refunded'), { exact: true }).first()).toBeVisible()
  })

  test(`in ${locale}, a customer is found by an order, exported and erased`, async ({
    browser,
    request,
  }) => {
    const email = `customer-${locale}@example.com`
    await buy(request, shopper, email)
    const desk = await openOffice(browser, 'owner', locale)
    await desk.goto('/admin/customers')
    const row = desk.getByRole('row', { name: email })
    await expect(row).toContainText('1')
    const list = desk.waitForEvent('download')
    await desk.getByRole('button', { name: office('list.file') }).click()
    expect((await list).suggestedFilename()).toMatch(/^customers-.*\.csv$/)
    await desk.getByLabel(office('customers.search')).fill(`customer-${locale}`)
    await desk.getByRole('button', { name: office('orders.find') }).click()
    await expect(desk.getByRole('heading', { level: 1, name: email })).toBeVisible()
    await expectAccessibleOffice(desk, browser)
    const file = desk.waitForEvent('download')
    await desk.locator('#export-person summary').click()
    await desk.getByRole('button', { name: office('actions.export-person.submit') }).click()
    expect((await file).suggestedFilename()).toBe('customer.json')
    await press(desk, 'erase', locale, { [office('fields.confirmation')]: email })
    await desk.goto(`/admin/customers?q=${email}`)
    await expect(desk.getByRole('status')).toContainText(email)
  })

  test(`in ${locale}, lists of orders and eSIMs are filtered and downloaded`, async ({
    browser,
    request,
  }) => {
    const email = `filtered-${locale}@example.com`
    await buy(request, shopper, email)
    const desk = await openOffice(browser, 'owner', locale)
    for (const [list, state] of [
      ['orders', 'success'],
      ['esims', 'unused'],
    ] as const) {
      await desk.goto(`/admin/${list}`)
      await desk.getByLabel(office(`${list}.search`)).fill(email)
      await desk.getByText(office('list.filters')).click()
      await desk.getByLabel(office('filters.state')).selectOption(state)
      await desk.getByLabel(office('filters.country')).fill('fr')
      await desk.getByRole('button', { name: office('orders.find') }).click()
      await expect(desk.getByRole('status')).toHaveText(office('list.noMatch'))
      await desk.getByLabel(office('filters.country')).fill('')
      await desk.getByRole('button', { name: office('orders.find') }).click()
      await expect(desk).toHaveURL(new RegExp(`state=${state}`))
      await expect(desk.getByRole('row')).toHaveCount(2)
      const download = desk.waitForEvent('download')
      await desk.getByRole('button', { name: office('list.file') }).click()
      const lines = (await readFile(await (await download).path(), 'utf8')).trim().split('\r\n')
      expect(lines).toEqual([expect.any(String), expect.stringContaining(email)])
    }
  })

  test(`in ${locale}, an erasure request removes the address`, async ({ browser, request }) => {
    const email = `erase-${locale}@example.com`
    await buy(request, shopper, email)
    const desk = await openOffice(browser, 'owner', locale)
    await findOrder(desk, locale, email)
    await press(desk, 'erase', locale, { [office('fields.confirmation')]: email })
    await expect(desk.getByText(email)).toHaveCount(0)
    await desk.goto(`/admin/orders?q=${email}`)
    await expect(desk.getByRole('status')).toContainText(email)
  })

  test(`in ${locale}, a dispute shows on the first page, and freezing hides the code`, async ({
    page,
    browser,
  }) => {
    const email = `dispute-${locale}@example.com`
    await order(page, shopper, email)
    const payment = page.url()
    await page.getByRole('button').first().click()
    await page.getByRole('link', { name: words('payment.open') }).click()
    const esim = page.url()
    await page.goto(payment)
    await page.locator('button[value="dispute"]').click()

    const desk = await openOffice(browser, 'support', locale)
    await desk.goto('/admin')
    await expect(desk.getByText(words('alerts.titles.dispute')).first()).toBeVisible()
    await desk.getByRole('link', { name: office('groups.disputed') }).click()
    await desk.getByRole('row', { name: email }).getByRole('link').click()
    await press(desk, 'freeze', locale, { [office('fields.reason')]: 'Stolen card' })
    await expect(desk.getByText(office('order.frozen'), { exact: true }).first()).toBeVisible()
    await page.goto(esim)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(words('payment.frozenTitle'))
    await expectAccessibleOffice(desk, browser)
  })

  test(`in ${locale}, another system gets signed events of a purchase`, async ({
    browser,
    request,
  }) => {
    let secret = ''
    const types = new Set<string>()
    const receiver = await startLocalServer(async (incoming, response) => {
      const { type } = verify(secret, await text(incoming), incoming.headers)
      types.add(type)
      response.writeHead(204).end()
    })
    const desk = await openOffice(browser, 'owner', locale)
    await desk.goto('/admin/settings')
    await desk.getByRole('link', { name: office('webhooks.title') }).click()
    await desk.getByLabel(office('fields.url')).fill(receiver.origin)
    for (const event of ['order.paid', 'esim.delivered'])
      await desk.getByLabel(`(${event})`).check()
    await sendForm(desk, 'add-webhook', locale)
    await expect(desk.getByRole('status')).toHaveText(office('done.add-webhook'))
    await desk
      .getByRole('row', { name: new URL(receiver.origin).host })
      .getByRole('link')
      .click()
    secret = await desk.getByText('whsec_').innerText()
    await buy(request, shopper, `webhook-${locale}@example.com`)
    await press(desk, 'test-webhook', locale)
    await expect.poll(() => [...types].toSorted()).toEqual(['esim.delivered', 'order.paid', 'test'])
    await desk.reload()
    await expect(desk.getByRole('row', { name: office('events.test') })).toBeVisible()
    await expectAccessibleOffice(desk, browser)
    await press(desk, 'remove-webhook', locale)
    await receiver.close()
  })
}

/** Verifies an event as its receiver would. Throws for a wrong signature. */
function verify(secret: string, body: string, headers: object): { readonly type: string } {
  return new Webhook(secret).verify(body, { ...headers }) as {
    type: string
  }
}

test('the list of orders fits a phone and a tablet with a long address', async ({
  browser,
  request,
}) => {
  const email = 'a.traveller.with.a.very.long.name@a-company-with-a-long-name.example'
  const [english] = locales
  await buy(request, { ...english, plan: plans[english.locale] }, email)
  const desk = await openOffice(browser, 'support', english.locale)
  const size = desk.viewportSize()
  for (const width of [360, 768]) {
    await desk.setViewportSize({ width, height: 800 })
    await desk.goto(`/admin/orders?q=${email}`)
    for (const part of [desk.locator('html'), desk.locator('.scroll')])
      expect(await part.evaluate((node) => node.scrollWidth - node.clientWidth)).toBe(0)
  }
  if (size) await desk.setViewportSize(size)
})

test('on a tablet, tabs begin where the content begins', async ({ browser }) => {
  const desk = await openOffice(browser, 'support', 'ru')
  const size = desk.viewportSize()
  await desk.setViewportSize({ width: 768, height: 800 })
  await desk.goto('/admin/orders')
  const [tabs, heading] = await Promise.all(
    ['main nav', 'h1'].map(async (part) => desk.locator(part).boundingBox()),
  )
  expect(tabs?.x).toBe(heading?.x)
  if (size) await desk.setViewportSize(size)
})

/** Sends a form of an order, and waits for the page that confirms the action. */
async function press(
  page: Page,
  action: JourneyAction,
  locale: Shopper['locale'],
  fields: { readonly [label: string]: string } = {},
): Promise<void> {
  await fillIn(page, action, locale, fields)
  await expect(page.getByRole('status')).toHaveText(officeWordsOf(locale)(`done.${action}`))
}
