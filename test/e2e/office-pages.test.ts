import type { Browser, Page } from '@playwright/test'
import { expectAccessibleOffice, officeWordsOf, openOffice } from './office.ts'
import { expect, locales, openCabinet, test } from './shop.ts'

/** Countries whose advice no other journey opens. */
const countries = { en: 'rs', ru: 'gr' }
/** Codes are limited per phone number and per address. */
const partners = { en: '+79123456705', ru: '+79123456706' }
/** Pages that need no order, plan, partner or message. */
const pages =
  `alerts failed-messages orders esims customers plans import promo-codes prices suppliers partners money
  messages reviews settings content?kind=place content?kind=question content?kind=post
  content?kind=legal content?kind=mail text?kind=mail&ident=code text?kind=question
  text?kind=legal&ident=dataPolicy webhooks`.split(/\s+/)
type OfficeLocale = keyof typeof partners

test.use({
  javaScriptEnabled: false,
  locale: 'en-GB',
  expectsFailures: true,
  extraHTTPHeaders: { 'CF-Connecting-IP': '198.51.100.14' },
})

for (const shopper of locales) {
  const { locale, prefix, words } = shopper
  const office = officeWordsOf(locale)

  test(`in ${locale}, an owner previews, publishes and withdraws advice for a country`, async ({
    browser,
  }) => {
    const advice = `Sail past ${locale}.`
    const path = `${prefix}/esim/countries/${countries[locale]}`
    const desk = await openOffice(browser, 'owner', locale)
    await desk.goto('/admin/content?kind=place')
    await expectAccessibleOffice(desk, browser)
    await desk.getByLabel(office('content.place')).selectOption(countries[locale])
    await desk.getByRole('button', { name: office('content.open') }).click()
    await fieldsIn(desk, locale, locale).getByLabel(office('fields.mind')).fill(advice)

    const opened = desk.context().waitForEvent('page')
    const language = office(`inLanguages.${locale}`)
    await desk.getByRole('button', { name: office('content.preview', { language }) }).click()
    const preview = await opened
    await expect(preview.getByText(advice)).toBeVisible()
    await expect(preview.getByRole('status').first()).toHaveText(office('content.previewNotice'))
    expect(await readBy(browser, path)).not.toContain(advice)

    await desk.getByRole('button', { name: office('content.publish') }).click()
    await expect(desk.getByRole('status')).toHaveText(office('done.publish-text'))
    await expectAccessibleOffice(desk, browser)
    expect(await readBy(browser, path)).toContain(advice)

    await desk.getByRole('button', { name: office('content.reset-text') }).click()
    await expect(desk.getByRole('status')).toHaveText(office('done.reset-text'))
    expect(await readBy(browser, path)).not.toContain(advice)
  })

  test(`in ${locale}, a withdrawal is approved and paid, and the partner sees it`, async ({
    page,
    browser,
  }) => {
    await openCabinet(page, shopper, partners[locale])
    const desk = await openOffice(browser, 'money', locale)
    await findPartner(desk, locale)
    await desk.getByLabel(office('fields.amount')).fill('50')
    await desk.getByLabel(office('fields.reason')).fill('A campaign')
    await desk.getByRole('button', { name: office('partners.adjustSubmit') }).click()
    await expect(desk.getByRole('status')).toHaveText(office('done.adjust'))
    await expectAccessibleOffice(desk, browser)

    await page.reload()
    await page.getByLabel(words('partner.payoutDetails')).fill(`DE00 ${locale}`)
    await page.getByRole('button', { name: words('partner.withdraw') }).click()
    await expect(page.getByRole('status')).toContainText(words('partner.requestedTitle'))

    // Nobody approves the payout of their own correction.
    const approver = await openOffice(browser, 'owner', locale)
    await approver.goto('/admin/partners')
    await expectAccessibleOffice(approver, browser)
    await approver
      .getByRole('table')
      .first()
      .getByRole('row', { name: partners[locale] })
      .getByRole('link')
      .click()
    await approver.getByRole('button', { name: office('partners.approve') }).click()
    await expect(approver.getByRole('status')).toHaveText(office('done.approve'))
    await approver.getByRole('button', { name: office('partners.markPaid') }).click()
    await expect(approver.getByRole('status')).toHaveText(office('done.mark-paid'))
    await page.reload()
    await expect(page.getByText(words('partner.statuses.paid'))).toBeVisible()
  })

  test(`in ${locale}, the pages of the back office are accessible`, async ({ browser }) => {
    // Axe reads 22 pages.
    test.slow()
    const desk = await openOffice(browser, 'owner', locale)
    for (const path of ['/admin', ...pages.map((page) => `/admin/${page}`)]) {
      await desk.goto(path)
      await expectAccessibleOffice(desk, browser)
    }
  })

  async function findPartner(desk: Page, of: OfficeLocale): Promise<void> {
    await desk.goto('/admin/partners')
    await desk.getByLabel(office('partners.search')).fill(partners[of])
    await desk.getByRole('button', { name: office('orders.find') }).click()
    await expect(desk.getByRole('heading', { level: 1, name: partners[of] })).toBeVisible()
  }
}

/** Loads the page as a new visitor, because browsers cache pages for a minute. */
async function readBy(browser: Browser, path: string): Promise<string> {
  const page = await browser.newPage({ javaScriptEnabled: false, locale: 'en-GB' })
  await page.goto(path)
  const text = await page.getByRole('main').innerText()
  await page.close()
  return text
}

/** The fields of a text in `lang`, on a page of the back office in `pageLocale`. */
function fieldsIn(desk: Page, pageLocale: OfficeLocale, lang: OfficeLocale) {
  return desk.getByRole('group', { name: officeWordsOf(pageLocale)(`languages.${lang}`) })
}
