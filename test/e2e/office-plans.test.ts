import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { formatMoney } from '../../src/words/formats.shared.ts'
import { expectAccessibleOffice, fillIn, officeWordsOf, openOffice, sendForm } from './office.ts'
import { expect, locales, test } from './shop.ts'

/** Plans that no other journey opens, with the country by which staff find them. */
const plans = {
  en: { id: 'cz-t-mobile-1gb-7d', operator: 'cz-t-mobile', place: 'Czechia' },
  ru: { id: 'cy-cytamobile-vodafone-5gb-15d', operator: 'cy-cytamobile-vodafone', place: 'Кипр' },
} as const
/** A plan whose price a file changes. */
const imported = { en: 'cl-movistar-5gb-30d', ru: 'co-movistar-5gb-15d' } as const
const catalogue = readFileSync('catalogue/plans.csv', 'utf8')

test.use({ javaScriptEnabled: false, locale: 'en-GB' })
// The file changes plans that the other tests show.
test.describe.configure({ mode: 'default' })

for (const { locale, prefix } of locales) {
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
    await sendForm(desk, 'set-prices', locale)
    await expect(desk.getByRole('status')).toHaveText(office('done.set-prices'))
    await expect(desk.getByText(/ 77[.,]00/)).toBeVisible()
    await page.goto(planPage)
    const shown = formatMoney(locale, { minor: 7700, currency: 'USD' })
    await expect(page.getByText(shown).first()).toBeVisible()

    await fillIn(desk, 'set-prices', locale, { [price]: priceOf(id) })
    await desk.getByLabel(office('fields.isConfirmed')).check()
    await sendForm(desk, 'set-prices', locale)
    await expect(desk.getByRole('status')).toHaveText(office('done.set-prices'))
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
    await desk.goto('/admin/import')
    const buffer = Buffer.from(catalogue.replace(row, cells.join(',')))
    const file = { name: 'plans.csv', mimeType: 'text/csv', buffer }
    await desk.getByLabel(office('imports.files')).setInputFiles(file)
    await desk.getByRole('button', { name: office('imports.compare') }).click()
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
}

function rowOf(plan: string): string {
  return new RegExp(`^${plan},.*$`, 'm').exec(catalogue)?.[0] ?? ''
}

/** The price in USD in the sample catalogue. */
function priceOf(plan: string): string {
  return rowOf(plan).split(',')[10] ?? ''
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
