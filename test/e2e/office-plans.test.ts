import type { Locator, Page } from '@playwright/test'
import { formatMoney } from '../../src/locale/formats.ts'
import { expectAccessibleOffice, officeWordsOf, openOffice } from './office.ts'
import { expect, locales, test } from './shop.ts'
import type { Shopper } from './shop.ts'

/** Plans that no other journey looks at, with the country by which staff find them. */
const plans = {
  en: { id: 'cz-t-mobile-1gb-7d', operator: 'cz-t-mobile', place: 'Czechia' },
  ru: {
    id: 'cy-cytamobile-vodafone-5gb-15d',
    operator: 'cy-cytamobile-vodafone',
    place: 'Кипр',
  },
} as const

test.use({ javaScriptEnabled: false, locale: 'en-GB' })

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
    await expect(desk.getByText('77.00')).toBeVisible()
    await page.goto(planPage)
    const shown = formatMoney(locale, { minor: 7700, currency: 'USD' })
    await expect(page.getByText(shown).first()).toBeVisible()
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
    await page.goto(planPage)
    await expect(page.getByText(words('errors.outOfStock'))).toHaveCount(0)
  })
}

type PlanAction = 'set-prices' | 'take-off-sale' | 'put-on-sale'

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
