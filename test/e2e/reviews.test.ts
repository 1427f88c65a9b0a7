import type { Page } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { expectAccessibleOffice, officeWordsOf, openOffice } from './office.ts'
import { buy, expect, locales, readOutbox, test } from './shop.ts'

// No other journey buys these plans.
const plans = { en: 'eg-we-5gb-15d', ru: 'eg-we-10gb-30d' }

/** Reports on the test network's page that a share of the data is used. */
async function use(page: Page, hash: string, percent: '10' | '85' | '100'): Promise<void> {
  await page.goto(`/dev/usage/${hash}`)
  await page.locator(`button[value="${percent}"]`).click()
}

for (const each of locales) {
  const { locale, prefix, words } = each
  const shopper = { ...each, plan: plans[locale] }
  const office = officeWordsOf(locale)
  for (const javaScriptEnabled of [false, true])
    test.describe(`in ${locale}, JavaScript ${javaScriptEnabled ? 'on' : 'off'}`, () => {
      test.use({ javaScriptEnabled, locale: 'en-GB' })

      test('a traveller reviews the plan in two taps, and staff publish it', async ({
        page,
        browser,
      }) => {
        const email = `review-${locale}-${javaScriptEnabled}@example.com`
        const url = new URL(await buy(page.request, shopper, email))
        const hash = url.searchParams.get('hash') ?? ''
        const review = `${prefix}/esim-review?hash=${hash}`
        await page.goto(review)
        await expect(page.getByText(words('review.notYetTitle'))).toBeVisible()
        await use(page, hash, '100')
        await page.goto(`${prefix}/esim-operator-info?hash=${hash}`)
        await page.getByRole('link', { name: words('review.ratings.good') }).click()
        const chosen = page.getByLabel(words('review.ratings.good'))
        await expect(chosen).toBeChecked()
        await page.goto(review)
        await page.getByRole('button', { name: words('review.send') }).click()
        const group = page.getByRole('radiogroup', { name: words('review.rating') })
        await expect(group).toHaveAttribute('aria-invalid', 'true')
        await expect(group.getByRole('radio').first()).toBeFocused()
        await chosen.check()
        if (javaScriptEnabled) await expectAccessible(page)
        const said = `Fast everywhere ${locale} ${javaScriptEnabled}`
        await page.getByText(words('review.more')).click()
        await page.getByLabel(words('review.text'), { exact: true }).fill(said)
        await page.getByLabel(words('review.author'), { exact: true }).fill('Ann')
        await page.getByRole('button', { name: words('review.send') }).click()
        await expect(page.getByRole('heading', { name: words('review.thanksTitle') })).toBeVisible()
        await expect(page.getByText(said)).toBeVisible()
        await page.goto(`${review}&rating=1`)
        await expect(page.getByRole('heading', { name: words('review.thanksTitle') })).toBeVisible()
        expect(await textOf(page, `${prefix}/feedback`)).not.toContain(said)

        const desk = await openOffice(browser, 'support', locale)
        await desk.goto('/admin/reviews')
        await expectAccessibleOffice(desk, browser)
        const panel = desk.getByRole('article').filter({ hasText: said })
        await panel.getByRole('button', { name: office('reviews.approve') }).click()
        await expect(desk.getByRole('status')).toHaveText(office('done.approve-review'))
        for (const path of [
          '/feedback',
          '/esim/countries/eg',
          `/esim/tariffs/eg-we/${shopper.plan}`,
        ])
          await expectReview(page, `${prefix}${path}`, said)
      })
    })

  test(`in ${locale}, an opened link of the email chooses a rating and stores nothing`, async ({
    page,
    request,
  }) => {
    const email = `review-mail-${locale}@example.com`
    const url = new URL(await buy(page.request, shopper, email))
    const hash = url.searchParams.get('hash') ?? ''
    await page.goto(`${prefix}/esim-operator-info?hash=${hash}`)
    await page.getByRole('button', { name: words('balance.mailsStart') }).click()
    await use(page, hash, '100')
    const review = `${prefix}/esim-review?hash=${hash}&rating=5`
    expect((await request.get(review)).status()).toBe(200)
    await page.goto(review)
    await expect(page.getByLabel(words('review.ratings.excellent'))).toBeChecked()
    await page.getByRole('button', { name: words('review.send') }).click()
    await expect(page.getByRole('heading', { name: words('review.thanksTitle') })).toBeVisible()
    const mails = (await readOutbox(request)).filter(({ recipient }) => recipient === email)
    expect(mails).toHaveLength(2)
  })
}

/** Loads the page from the shop, because browsers cache public pages for a minute. */
async function textOf(page: Page, path: string): Promise<string> {
  return (await page.request.get(path)).text()
}

/** Cached pages show a change within seconds. */
async function expectReview(page: Page, path: string, said: string): Promise<void> {
  await expect.poll(async () => textOf(page, path)).toContain(said)
  await page.goto(path)
  await expect(page.getByText(said)).toBeVisible()
  const data = await page.locator('script[type="application/ld+json"]').allTextContents()
  if (path.includes('/esim/')) expect(data.join('')).toContain('"AggregateRating"')
}
