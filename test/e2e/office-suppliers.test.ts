import { expectAccessibleOffice, officeWordsOf, openOffice } from './office.ts'
import { expect, locales, test } from './shop.ts'

test.use({ javaScriptEnabled: false, locale: 'en-GB' })
test.describe.configure({ mode: 'default' })

for (const [index, { locale }] of locales.entries()) {
  const office = officeWordsOf(locale)

  test(`in ${locale}, a price rule is previewed, and prices are updated`, async ({ browser }) => {
    const desk = await openOffice(browser, 'money', locale)
    // The last plans of the list, because no other journey buys them.
    await desk.goto('/admin/plans?q=airalo')
    const plan = await desk
      .getByRole('row')
      .nth(-1 - index)
      .locator('code')
      .innerText()
    await desk.goto('/admin/prices')
    await desk.getByText(office('prices.addRule')).click()
    await desk.getByLabel(office('fields.markup')).fill('90')
    await desk.getByLabel(office('fields.onlyPlan')).fill(plan)
    const form = desk.locator('form', { has: desk.getByLabel(office('fields.onlyPlan')) })
    await form.getByRole('button', { name: office('prices.show') }).click()
    const preview = desk.getByRole('region', { name: office('imports.preview') })
    await expect(preview.getByText('→')).toBeVisible()
    await expectAccessibleOffice(desk, browser)
    await preview.getByRole('button', { name: office('prices.confirm') }).click()
    await expect(desk.getByRole('status')).toHaveText(office('done.set-rule'))
    await expect(desk.getByRole('row').filter({ hasText: plan })).toContainText('90')
  })

  test(`in ${locale}, a catalogue is compared and synced`, async ({ browser }) => {
    const support = await openOffice(browser, 'support', locale)
    await support.goto('/admin/suppliers')
    await expect(support.getByText('airalo').first()).toBeVisible()
    const button = { name: office('suppliers.compare', { supplier: 'airalo' }) }
    await expect(support.getByRole('button', button)).toHaveCount(0)
    const desk = await openOffice(browser, 'owner', locale)
    await desk.goto('/admin/suppliers')
    await desk.getByRole('button', button).click()
    await expectAccessibleOffice(desk, browser)
    await desk.getByRole('button', { name: office('suppliers.confirm') }).click()
    await expect(desk.getByRole('status')).toHaveText(office('done.sync-catalogue'))
    await expectAccessibleOffice(desk, browser)
  })
}
