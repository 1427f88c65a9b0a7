import { brotliCompressSync, constants } from 'node:zlib'
import type { Browser, Page } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { buy, expect, locales, openBought, test } from './shop.ts'
import type { Shopper } from './shop.ts'

const userAgents = {
  ios: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1',
  android:
    'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36',
} as const

const inApps = {
  ios: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 Instagram 350.0.0.27.93',
  android:
    'Mozilla/5.0 (Linux; Android 15; Pixel 9; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/131.0.0.0 Mobile Safari/537.36 Telegram-Android/11.4.2',
} as const
const outside = { ios: /^x-safari-http/, android: /^intent:\/\/.*#Intent;/ }
/** A plan that no other journey buys. */
const plan = 'th-dtac-20gb-30d'

const links = {
  ios: /^https:\/\/esimsetup\.apple\.com\//,
  android: /^https:\/\/esimsetup\.android\.com\//,
}
const buttons = { ios: 'instruction.installIOS', android: 'instruction.installAndroid' } as const

for (const [index, shopper] of locales.entries()) {
  const { locale, words } = shopper

  test(`in ${locale}, an eSIM’s page recognises the visitor’s phone`, async ({
    request,
    browser,
    baseURL,
  }) => {
    const url = await buy(request, { ...shopper, plan }, `install-${index}@example.com`)
    for (const phone of ['ios', 'android'] as const)
      for (const javaScriptEnabled of [true, false]) {
        const context = await browser.newContext({
          baseURL: baseURL ?? '',
          userAgent: userAgents[phone],
          viewport: { width: 360, height: 740 },
          javaScriptEnabled,
        })
        const mobile = await context.newPage()
        await mobile.goto(url)
        const install = mobile.getByRole('main').getByRole('link', { name: words(buttons[phone]) })
        await expect(install).toHaveAttribute('href', links[phone])
        const box = await install.boundingBox()
        expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThan(740)
        await expect(mobile.getByRole('img', { name: words('instruction.qrLabel') })).toBeHidden()
        await mobile.getByText(words('instruction.otherPhone')).click()
        await expect(mobile.getByRole('img', { name: words('instruction.qrLabel') })).toBeVisible()
        await mobile.getByText(words('instruction.codesAgain')).click()
        // Without a script, a button to copy would do nothing.
        const copyButtons = mobile.locator('[data-copy]:visible')
        if (javaScriptEnabled) await expect(copyButtons).not.toHaveCount(0)
        else await expect(copyButtons).toHaveCount(0)
        await context.close()
      }
  })

  for (const javaScriptEnabled of [true, false])
    test.describe(`in ${locale}, ${javaScriptEnabled ? 'with' : 'without'} JavaScript`, () => {
      test.use({
        javaScriptEnabled,
        userAgent: userAgents.android,
        viewport: { width: 360, height: 740 },
      })

      test('the traveller ticks the steps, and the page shows the next step', async ({ page }) => {
        await buyOnPhone(page, { ...shopper, plan }, `ladder-${index}@example.com`)
        const heading = page.getByRole('heading', { level: 1 })
        const current = page.locator('.ladder [aria-current]')
        await expect(current).toContainText(words('instruction.ladder.bought'))
        const tick = (name: string) => page.getByRole('button', { name, exact: true }).click()

        await tick(words('instruction.tick.installed'))
        await expect(current).toHaveText(words('instruction.ladder.installed'))
        await expect(heading).toContainText(words('instruction.headings.installed', { place: '' }))
        await expect(page.getByText(words('instruction.switchesTitle'))).toBeVisible()
        await expect(
          page.getByRole('main').getByRole('link', { name: words(buttons.android) }),
        ).toBeHidden()

        await tick(words('instruction.tick.landed'))
        await expect(current).toHaveText(words('instruction.ladder.landed'))
        const roaming = page.getByText(words('instruction.switches.roaming'))
        await expect(roaming.filter({ visible: true })).toHaveCount(1)
        await page.getByText(words('instruction.noInternet.noSignal')).click()
        const flight = page.getByText(words('instruction.noInternet.flight')).first()
        await expect(flight).toBeVisible()
        // The browser closes one symptom when another one opens.
        await page.getByText(words('instruction.noInternet.noData')).click()
        await expect(flight).toBeHidden()
        await expect(page.getByText('internet', { exact: true }).last()).toBeVisible()
        await page.getByText(words('instruction.codesAgain')).click()
        await expect(page.getByText(words('instruction.codesHint'))).toBeVisible()
        if (javaScriptEnabled) await expectAccessible(page)

        await tick(words('instruction.untick'))
        await tick(words('instruction.untick'))
        await expect(current).toContainText(words('instruction.ladder.bought'))
      })
    })

  for (const javaScriptEnabled of [true, false])
    test(`in ${locale}, a phone is installed by hand one screen at a time, ${javaScriptEnabled ? 'with' : 'without'} JavaScript`, async ({
      browser,
      request,
      baseURL,
    }) => {
      const url = await buy(request, { ...shopper, plan }, `talk-${index}@example.com`)
      const context = await browser.newContext({
        baseURL: baseURL ?? '',
        userAgent: userAgents.android.replace('Pixel 9', 'SM-S921B'),
        viewport: { width: 360, height: 740 },
        javaScriptEnabled,
      })
      const page = await context.newPage()
      await page.goto(url)
      const main = page.getByRole('main')
      const title = (step: 1 | 2 | 3) =>
        main.getByRole('heading', { name: words(`instruction.steps.title${step}`) })
      const done = main.getByRole('link', { name: words('instruction.done'), exact: true })
      await main.getByRole('link', { name: words('instruction.byHand') }).click()
      await expect(title(1)).toHaveCount(1)
      await expect(main.locator('.path:visible')).toHaveText(words('instruction.paths.samsung1'))
      const drawing = await main.locator('.drawing:visible').boundingBox()
      expect(drawing?.width).toBe(200)
      await done.click()
      await expect(title(1)).toHaveCount(0)
      await expect(title(2)).toHaveCount(1)
      await main.getByText(words('instruction.somethingElse')).filter({ visible: true }).click()
      await main
        .getByText(words('instruction.causes.failed.title'))
        .filter({ visible: true })
        .click()
      const support = main
        .locator('.else')
        .getByRole('link', { name: words('instruction.stopLink') })
      await expect(support).toHaveAttribute('href', /stop=samsung-2-failed#support$/)
      if (javaScriptEnabled) await expectAccessible(page)
      await done.click()
      await page.goBack()
      await expect(title(2)).toHaveCount(1)
      await done.click()
      await main.getByRole('button', { name: words('instruction.done'), exact: true }).click()
      await expect(page.locator('.ladder [aria-current]')).toHaveText(
        words('instruction.ladder.installed'),
      )
      await context.close()
    })

  test(`in ${locale}, an eSIM opened in an app offers the phone's browser`, async ({
    request,
    browser,
  }) => {
    const url = await buy(request, { ...shopper, plan }, `app-${index}@example.com`)
    for (const phone of ['ios', 'android'] as const) {
      const inApp = await openWith(browser, { userAgent: inApps[phone] }, url)
      const leave = inApp.getByRole('link', { name: words(`instruction.inApp.${phone}`) })
      await expect(leave).toHaveAttribute('href', outside[phone])
      const app = phone === 'ios' ? 'Instagram' : 'Telegram'
      await expect(inApp.getByText(words('instruction.inApp.named', { app }))).toBeVisible()
      const install = words(`instruction.install${phone === 'ios' ? 'IOS' : 'Android'}`)
      await expect(inApp.getByRole('link', { name: install })).toHaveCount(0)
      await inApp.context().close()
      const real = await openWith(browser, { userAgent: userAgents[phone] }, url)
      await expect(real.getByText(words('instruction.inApp.address'))).toHaveCount(0)
      await real.context().close()
    }
  })

  test(`in ${locale}, an eSIM prints on one page, weighs 14,000 bytes at most and has a date for the calendar`, async ({
    page,
    browser,
    request,
  }) => {
    const url = await openBought(page, { ...shopper, plan }, `print-${index}@example.com`)
    const states = ['bought', 'installed', 'landed'].flatMap((step) =>
      [undefined, userAgents.ios, userAgents.android].map((userAgent) => ({ step, userAgent })),
    )
    for (const { step, userAgent } of states) {
      const form = { step }
      await request.post(url, { form, headers: { Origin: new URL(url).origin } })
      const device = await openWith(browser, userAgent === undefined ? {} : { userAgent }, url)
      const pdf = (await device.pdf({ format: 'A4' })).toString('latin1')
      expect.soft(pdf.match(/\/Type\s*\/Page\b/g), `${step} ${userAgent}`).toHaveLength(1)
      await device.context().close()
      const headers = userAgent === undefined ? {} : { 'User-Agent': userAgent }
      const html = await (await request.get(url, { headers })).text()
      const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }
      expect(brotliCompressSync(html, quality).byteLength).toBeLessThanOrEqual(14_000)
    }
    const calendar = page.getByRole('link', {
      name: words('instruction.calendar', { date: '|' }).split('|')[0] ?? '',
    })
    const file = await request.get((await calendar.getAttribute('href')) ?? '')
    expect(file.headers()).toMatchObject({
      'content-type': 'text/calendar; charset=utf-8',
      'cache-control': 'private, no-store',
    })
    const text = await file.text()
    const [day = '', month, year] = (await calendar.innerText()).match(/\d+/g) ?? []
    expect(text).toContain(`DTSTART;VALUE=DATE:${year}${month}${day}\r\n`)
    expect(text).not.toContain(new URL(url).searchParams.get('hash'))
  })
}

async function openWith(
  browser: Browser,
  options: { readonly userAgent?: string },
  url: string,
): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 360, height: 740 }, ...options })
  const page = await context.newPage()
  await page.goto(url)
  return page
}

/** Opens the page of a bought eSIM. Its QR code is collapsed on a phone. */
async function buyOnPhone(page: Page, shopper: Shopper, email: string): Promise<void> {
  await page.goto(await buy(page.request, shopper, email))
  await page.getByText(shopper.words('instruction.otherPhone')).waitFor()
}
