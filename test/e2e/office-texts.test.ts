import type { Browser, Page } from '@playwright/test'
import { sendMessage } from './forms.ts'
import { expectAccessibleOffice, officeWordsOf, openOffice } from './office.ts'
import { expect, locales, openCabinet, readOutbox, test } from './shop.ts'

/** Countries whose advice no other journey opens. */
const countries = { en: 'rs', ru: 'gr' }
/** Codes are limited per phone number and per address. */
const partners = { en: '+79123456705', ru: '+79123456706' }
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

  test(`in ${locale}, a question is added, and a visitor reports a gap in its answer`, async ({
    page,
    browser,
  }) => {
    const ident = `journey-${locale}`
    const question = `Who asks in ${locale}?`
    const desk = await openOffice(browser, 'owner', locale)
    await desk.goto('/admin/content?kind=question')
    await desk.getByRole('link', { name: office('content.new.question') }).click()
    await expectAccessibleOffice(desk, browser)
    await desk.getByLabel(office('fields.address')).fill(ident)
    await desk.getByLabel(office('fields.block')).selectOption('using')
    for (const each of locales) {
      const fields = fieldsIn(desk, locale, each.locale)
      await fields.getByLabel(office('fields.question')).fill(question)
      await fields.getByLabel(office('fields.answer')).fill('A traveller.\n\nOr two.')
    }
    await desk.getByRole('button', { name: office('content.publish') }).click()
    await expect(desk.getByRole('status')).toHaveText(office('done.publish-text'))

    await page.goto(`${prefix}/klientam/questions-and-answers`)
    await page.getByRole('link', { name: question }).click()
    await expect(page.getByText('Or two.')).toBeVisible()
    await expect(page.getByLabel(words('faq.comment'))).toBeHidden()
    await page.getByText(words('faq.no'), { exact: true }).click()
    await page.getByLabel(words('faq.comment')).fill('The name')
    await page.getByRole('button', { name: words('faq.sendNo') }).click()
    await expect(page.getByRole('status')).toHaveText(words('faq.reviewDone'))

    await desk.reload()
    await expect(desk.getByText(office('content.helped', { helpful: 0, all: 1 }))).toBeVisible()
    await expect(desk.getByText('The name')).toBeVisible()
    await expectAccessibleOffice(desk, browser)
  })

  test(`in ${locale}, a post and a legal text that are too long are refused`, async ({
    browser,
  }) => {
    const long = Array.from({ length: 3000 }, (_, index) => (index * 7919).toString(36)).join(' ')
    const desk = await openOffice(browser, 'owner', locale)
    await desk.goto('/admin/content?kind=post')
    await desk.getByRole('main').getByRole('list').getByRole('link').first().click()
    await fieldsIn(desk, locale, 'en').getByLabel(office('fields.body')).fill(long)
    await desk.getByRole('button', { name: office('content.publish') }).click()
    await expect(desk.getByRole('alert')).toContainText('/blog/')
    await expect(fieldsIn(desk, locale, 'en').getByLabel(office('fields.body'))).toHaveValue(long)
    await desk.goto('/admin/text?kind=legal&ident=dataPolicy')
    await fieldsIn(desk, locale, 'ru')
      .getByLabel(office('fields.sections'))
      .fill(
        `## 1. Кто\n\n${long.slice(0, 4000)}\n\n${long.slice(4000, 8000)}\n\n${long.slice(8000, 11_900)}`,
      )
    await desk.getByRole('button', { name: office('content.publish') }).click()
    await expect(desk.getByRole('alert')).toContainText('/ru/data-policy')
    await expectAccessibleOffice(desk, browser)
  })

  test(`in ${locale}, a message is answered by email, and moves to the other tab`, async ({
    page,
    browser,
    request,
  }) => {
    const email = `asks-${locale}@example.com`
    await page.goto(`${prefix}/contacts`)
    await sendMessage(page.locator('#support'), words, email)
    await expect(page.getByText(words('contacts.sent'))).toBeVisible()

    const desk = await openOffice(browser, 'support', locale)
    await desk.goto('/admin/messages')
    await desk.getByLabel(office('messages.search')).fill(email)
    await desk.getByRole('button', { name: office('orders.find') }).click()
    await expect(desk.getByText(`A question of ${email}`)).toBeVisible()
    await expectAccessibleOffice(desk, browser)
    await desk.getByRole('link', { name: office('messages.open'), exact: true }).click()
    await desk.getByLabel(office('messages.answer')).fill('Turn on roaming.')
    await desk.getByRole('button', { name: office('messages.send') }).click()
    await expect(desk.getByRole('status')).toHaveText(office('done.answer'))
    await expectAccessibleOffice(desk, browser)

    const mail = (await readOutbox(request)).find(({ recipient }) => recipient === email)
    expect(mail?.body).toContain('Turn on roaming.')
    expect(mail?.body).toContain(`A question of ${email}`)
    await desk.goto(`/admin/messages?q=${email}`)
    await expect(desk.getByRole('status')).toContainText(email)
    await desk.getByRole('link', { name: office('messages.tabs.answered') }).click()
    await expect(desk.getByText(`A question of ${email}`)).toBeVisible()
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

    await desk.goto('/admin/partners')
    await expectAccessibleOffice(desk, browser)
    await desk
      .getByRole('table')
      .first()
      .getByRole('row', { name: partners[locale] })
      .getByRole('link')
      .click()
    await desk.getByRole('button', { name: office('partners.approve') }).click()
    await expect(desk.getByRole('status')).toHaveText(office('done.approve'))
    await desk.getByRole('button', { name: office('partners.markPaid') }).click()
    await expect(desk.getByRole('status')).toHaveText(office('done.mark-paid'))
    await page.reload()
    await expect(page.getByText(words('partner.statuses.paid'))).toBeVisible()
  })

  test(`in ${locale}, the settings show whether the shop can sell, and the staff roles`, async ({
    browser,
  }) => {
    const desk = await openOffice(browser, 'support', locale)
    await desk.goto('/admin/settings')
    await expect(desk.getByRole('heading', { name: office('settings.findings') })).toBeVisible()
    await expect(desk.getByText(office('settings.may.owner'))).toBeVisible()
    await expectAccessibleOffice(desk, browser)
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
