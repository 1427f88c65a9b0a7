import { readFileSync } from 'node:fs'
import type { Locator, Page } from '@playwright/test'
import { formatMoney } from '../../src/words/formats.shared.ts'
import { expectAccessibleOffice, officeWordsOf, openOffice } from './office.ts'
import { expect, locales, test } from './shop.ts'
import type { Shopper } from './shop.ts'

/** Plans that no other journey opens, with the country by which staff find them. */
const plans = {
  en: { id: 'cz-t-mobile-1gb-7d', operator: 'cz-t-mobile', place: 'Czechia' },
  ru: {
    id: 'cy-cytamobile-vodafone-5gb-15d',
    operator: 'cy-cytamobile-vodafone',
    place: 'Кипр',
  },
} as const
/** A plan whose price a file changes, and a plan that gets codes. */
const imported = { en: 'cl-movistar-5gb-30d', ru: 'co-movistar-5gb-15d' } as const
const catalogue = readFileSync('catalogue/plans.csv', 'utf8')

test.use({ javaScriptEnabled: false, locale: 'en-GB' })
// The file changes plans that the other tests show.
test.describe.configure({ mode: 'default' })

for (const { locale, prefix, words } of locales) {
  const office = officeWordsOf(locale)
  const { id, operator, place } = plans[locale]
  const planPage = `${prefix}/esim/tariffs/${operator}/${id}`

  test(`in ${locale}, a wrong price is corrected, and its page shows it at once`, async ({
    page,
    browser,
  }) => {
    const desk = await openOffice(browser, 'money', locale)
    await desk.goto('/admin/plans')
    await desk.getByLabel(office('plans.search')).fill(place)
    await desk.getByRole('button', { name: office('orders.find') }).click()
    await expectAccessibleOffice(desk, browser)
    await desk.getByRole('row').filter({ hasText: id }).getByRole('link').click()
    await expectAccessibleOffice(desk, browser)

    const price = office('fields.price', { currency: 'USD' })
    await fillIn(desk, 'set-prices', locale, { [price]: '77' })
    await expect(desk.getByRole('alert')).toHaveText(office('refused.suspicious-price'))
    await expectAccessibleOffice(desk, browser)
    await desk.getByLabel(office('fields.isConfirmed')).check()
    await send(desk, 'set-prices', locale)
    await expect(desk.getByRole('status')).toHaveText(office('done.set-prices'))
    await expect(desk.getByText(/ 77[.,]00/)).toBeVisible()
    await page.goto(planPage)
    const shown = formatMoney(locale, { minor: 7700, currency: 'USD' })
    await expect(page.getByText(shown).first()).toBeVisible()

    await fillIn(desk, 'set-prices', locale, { [price]: priceOf(id) })
    await desk.getByLabel(office('fields.isConfirmed')).check()
    await send(desk, 'set-prices', locale)
    await expect(desk.getByRole('status')).toHaveText(office('done.set-prices'))
  })

  test(`in ${locale}, a plan that customers complain about is taken off sale`, async ({
    page,
    browser,
  }) => {
    const support = await openOffice(browser, 'support', locale)
    await support.goto(`/admin/plan?id=${id}`)
    await expect(formOf(support, 'take-off-sale', locale)).toHaveCount(0)
    const desk = await openOffice(browser, 'owner', locale)
    await desk.goto(`/admin/plan?id=${id}`)
    await fillIn(desk, 'take-off-sale', locale, { [office('fields.reason')]: 'No network' })
    await expect(desk.getByRole('status')).toHaveText(office('done.take-off-sale'))
    await page.goto(planPage)
    await expect(page.getByText(words('errors.outOfStock')).first()).toBeVisible()
    await desk.goto('/admin/plans?group=off')
    await desk.getByRole('row').filter({ hasText: id }).getByRole('link').click()
    await fillIn(desk, 'put-on-sale', locale)
    await expect(desk.getByText('No network')).toBeVisible()
    // The browser caches a page for ten seconds.
    await page.reload()
    await expect(page.getByText(words('errors.outOfStock'))).toHaveCount(0)
  })

  test(`in ${locale}, a file of plans is previewed, confirmed and shown at once`, async ({
    page,
    browser,
  }) => {
    const desk = await openOffice(browser, 'owner', locale)
    const plan = imported[locale]
    const row = rowOf(plan)
    const cells = row.split(',')
    cells[10] = (Number(priceOf(plan)) * 1.1).toFixed(2)
    await upload(desk, locale, 'plans.csv', catalogue.replace(row, cells.join(',')))
    await expect(desk.getByRole('heading', { name: office('imports.preview') })).toBeVisible()
    await expect(desk.getByText(plan, { exact: true })).toBeVisible()
    await expectAccessibleOffice(desk, browser)
    await expectTwoTilesInARow(desk)
    await desk.getByRole('button', { name: office('imports.confirm'), exact: true }).click()
    await expect(desk.getByRole('status')).toHaveText(office('done.import'))
    await page.goto(`${prefix}/esim/tariffs/${cells[1]}/${plan}`)
    const shown = { minor: Math.round(Number(cells[10]) * 100), currency: 'USD' }
    await expect(page.getByText(formatMoney(locale, shown)).first()).toBeVisible()
  })

  test(`in ${locale}, a file that lacks most plans requires a tick`, async ({ browser }) => {
    const desk = await openOffice(browser, 'owner', locale)
    await upload(desk, locale, 'plans.csv', catalogue.split('\n').slice(0, 6200).join('\n'))
    await expect(desk.getByText(office('imports.suspicious'))).toBeVisible()
    await expectAccessibleOffice(desk, browser)
    await desk.getByRole('button', { name: office('imports.confirm'), exact: true }).click()
    await expect(desk.getByRole('status')).toHaveCount(0)
    await desk.goto('/admin/plans?group=off')
    await expect(desk.getByRole('status')).toHaveText(office('plans.none'))
  })

  test(`in ${locale}, codes are imported without showing them`, async ({ browser }) => {
    const desk = await openOffice(browser, 'owner', locale)
    const secret = `OFFICE-${locale.toUpperCase()}`
    const iccid = { en: '8910300000009900014', ru: '8910300000009900022' }[locale]
    const plan = imported[locale]
    const file = `iccid,tariffID,activationCode,cost\n${iccid},${plan},LPA:1$rsp.example$${secret},1.23 USD`
    await upload(desk, locale, 'codes.csv', file)
    await expect(desk.getByText(office('imports.codes', { count: 1 }))).toBeVisible()
    await expect(desk.getByText(secret)).toHaveCount(0)
    await desk.getByRole('button', { name: office('imports.confirm'), exact: true }).click()
    await desk.goto(`/admin/plan?id=${plan}`)
    const cost = formatMoney(locale, { minor: 123, currency: 'USD' })
    await expect(desk.getByRole('row').filter({ hasText: cost })).toContainText('1')
    const support = await openOffice(browser, 'support', locale)
    await support.goto('/admin/import')
    await expect(support.getByText(office('imports.ownersOnly'))).toBeVisible()
  })

  test(`in ${locale}, a promo code is added, changed and stopped`, async ({ browser }) => {
    const desk = await openOffice(browser, 'money', locale)
    const code = `OFFICE-${locale.toUpperCase()}`
    await desk.goto('/admin/promo-codes')
    await desk.locator('summary').first().click()
    await desk.getByLabel(office('fields.code'), { exact: true }).fill(code)
    await desk.getByLabel(office('fields.percent')).fill('15')
    await desk.getByLabel(office('fields.limit')).first().fill('100')
    await desk.getByRole('button', { name: office('actions.add-promo-code.submit') }).click()
    await expect(desk.getByRole('status')).toHaveText(office('done.add-promo-code'))
    const row = desk.getByRole('row').filter({ hasText: code })
    await expect(row).toContainText('0 / 100')
    await expectAccessibleOffice(desk, browser)
    await row.locator('summary').click()
    await row.getByLabel(office('fields.limit')).fill('200')
    await row.getByRole('button', { name: office('actions.change-promo-code.submit') }).click()
    await expect(desk.getByRole('status')).toHaveText(office('done.change-promo-code'))
    await expect(row).toContainText('0 / 200')
    await row.locator('summary').click()
    await row.getByRole('button', { name: office('actions.stop-promo-code.submit') }).click()
    await expect(desk.getByRole('status')).toHaveText(office('done.stop-promo-code'))
    await expect(row).toContainText(office('promoCodes.states.ended'))
    const support = await openOffice(browser, 'support', locale)
    await support.goto('/admin/promo-codes')
    await expect(
      support.getByRole('row').filter({ hasText: code }).getByRole('button'),
    ).toHaveCount(0)
  })
}

type PlanAction = 'set-prices' | 'take-off-sale' | 'put-on-sale'

function rowOf(plan: string): string {
  return new RegExp(`^${plan},.*$`, 'm').exec(catalogue)?.[0] ?? ''
}

/** The price in USD in the sample catalogue. */
function priceOf(plan: string): string {
  return rowOf(plan).split(',')[10] ?? ''
}

async function upload(
  page: Page,
  locale: Shopper['locale'],
  name: string,
  text: string,
): Promise<void> {
  const office = officeWordsOf(locale)
  await page.goto('/admin/import')
  const file = { name, mimeType: 'text/csv', buffer: Buffer.from(text) }
  await page.getByLabel(office('imports.files')).setInputFiles(file)
  await page.getByRole('button', { name: office('imports.compare') }).click()
}

async function fillIn(
  page: Page,
  action: PlanAction,
  locale: Shopper['locale'],
  fields: { readonly [label: string]: string } = {},
): Promise<void> {
  const form = formOf(page, action, locale)
  await form.locator('summary').click()
  for (const [label, value] of Object.entries(fields)) await form.getByLabel(label).fill(value)
  await send(page, action, locale)
}

async function send(page: Page, action: PlanAction, locale: Shopper['locale']): Promise<void> {
  const name = officeWordsOf(locale)(`actions.${action}.submit`)
  await formOf(page, action, locale).getByRole('button', { name }).click()
}

function formOf(page: Page, action: PlanAction, locale: Shopper['locale']): Locator {
  const title = officeWordsOf(locale)(`actions.${action}.title`)
  return page
    .locator('details')
    .filter({ has: page.locator('summary').getByText(title, { exact: true }) })
}

/** On a phone, six tiles below each other would hide the button. */
async function expectTwoTilesInARow(page: Page): Promise<void> {
  const size = page.viewportSize()
  await page.setViewportSize({ width: 360, height: 800 })
  const tiles = page.locator('.tile')
  const [first, second] = await Promise.all([0, 1].map(async (at) => tiles.nth(at).boundingBox()))
  expect(second?.y).toBe(first?.y)
  if (size) await page.setViewportSize(size)
}
