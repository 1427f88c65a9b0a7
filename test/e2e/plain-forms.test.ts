import { openContactForm, sendMessage } from './forms.ts'
import { enterCode, expect, locales, requestPartnerCode, test } from './shop.ts'

// Sign-in codes are limited per client address.
test.use({
  expectsFailures: true,
  extraHTTPHeaders: { 'CF-Connecting-IP': '198.51.100.7' },
})

for (const { locale, prefix, words, plan } of locales) {
  const questions = `${prefix}/klientam/questions-and-answers/installing`

  test(`in ${locale}, every form in a dialog can be sent without React`, async ({ page }) => {
    await page.route('**/assets/react-*', (route) => route.abort())
    const dialog = page.getByRole('dialog')
    for (const topic of ['support', 'partnership'] as const) {
      await page.goto(`${prefix}/about`)
      await openContactForm(page, words, topic)
      await sendMessage(dialog, words, `${topic}-${locale}@example.com`)
      await expect(page.getByRole('status')).toHaveText(words('contacts.sent'))
    }

    await page.goto(questions)
    await page.getByRole('main').locator('.questions summary').first().click()
    await page
      .getByRole('link', { name: words('faq.reviewTitle') })
      .first()
      .click()
    await dialog.getByText(words('faq.no'), { exact: true }).click()
    await dialog.getByLabel(words('faq.comment')).fill('The price')
    await dialog.getByRole('button', { name: words('faq.sendNo') }).click()
    await expect(page.getByRole('status')).toHaveText(words('faq.reviewDone'))

    await page.goto(`${prefix}/esim/tariffs/th-ais/${plan}`)
    await page
      .getByRole('main')
      .getByRole('link', { name: words('tariff.buy', { price: '' }) })
      .click()
    await dialog.getByLabel(words('order.email')).fill(`plain-${locale}@example.com`)
    await dialog.getByLabel(words('order.consentLink')).check()
    await dialog.getByRole('button', { name: words('order.submit') }).click()
    await expect(page.getByRole('heading', { name: words('dev.payTitle') })).toBeVisible()

    if (locale === 'en') return // Only the Russian shop links to the partner programme.
    await page.goto(prefix)
    await page
      .getByRole('contentinfo')
      .getByRole('link', { name: words('layout.forPartners') })
      .click()
    await requestPartnerCode(dialog, words, '+79123456901')
    await enterCode(page, words, '+79123456901')
    await expect(page).toHaveURL(`${prefix}/referral-program`)
  })
}

test('visitors who save data buy a plan without React, flags and prefetched pages', async ({
  page,
}) => {
  const [{ words, plan }] = locales
  await page.addInitScript(() =>
    Object.defineProperty(navigator, 'connection', { value: { saveData: true } }),
  )
  const requested: string[] = []
  page.on('request', (request) => requested.push(new URL(request.url()).pathname))
  await page.goto(`/esim/tariffs/th-ais/${plan}`, { waitUntil: 'networkidle' })
  await page
    .getByRole('main')
    .getByRole('link', { name: words('tariff.buy', { price: '' }) })
    .click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(words('order.email')).fill('saver@example.com')
  await dialog.getByLabel(words('order.consentLink')).check()
  await dialog.getByRole('button', { name: words('order.submit') }).click()
  await expect(page.getByRole('heading', { name: words('dev.payTitle') })).toBeVisible()
  await page.goto('/')
  await page.getByRole('main').getByRole('searchbox').focus()
  await page.getByRole('main').getByRole('combobox').pressSequentially('tur')
  await expect(page.getByRole('option', { name: 'Türkiye' })).toBeVisible()
  await page.waitForLoadState('networkidle')
  expect(
    requested.filter((path) => /\/(react|order-form)-|\/flags\/(all|common)/.test(path)),
  ).toEqual([])
})
