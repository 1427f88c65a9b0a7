import type { Browser, Locator, Page } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { dialogs } from './dialog-table.ts'
import type { Dialog, DialogVisitor } from './dialog-table.ts'
import { buy, expect, locales, openCabinet, test as base } from './shop.ts'
import type { Shopper } from './shop.ts'

type OpenDialog = { readonly opener: Locator; readonly dialog: Locator }

const test = base.extend<object, { visitor: DialogVisitor }>({
  visitor: [
    async ({ browser }, use, { workerIndex, project }) => {
      const context = await browser.newContext({
        baseURL: project.use.baseURL ?? '',
        // Sign-in codes are limited per client address.
        extraHTTPHeaders: { 'CF-Connecting-IP': `192.0.2.${String(workerIndex % 250)}` },
      })
      const page = await context.newPage()
      const [english] = locales
      const shopper = { ...english, plan: 'tr-turkcell-10gb-30d' }
      const { pathname, search } = new URL(await buy(page.request, shopper, 'dialogs@example.com'))
      await openCabinet(page, english, `+7912345${String(6800 + workerIndex)}`)
      const cookies = await context.cookies()
      await context.close()
      await use({ esim: pathname + search, cookies })
    },
    { scope: 'worker' },
  ],
})

const focusable = 'a, button, textarea, input:not([type=hidden])'

for (const shopper of locales) {
  const { locale, words } = shopper
  const mine = dialogs.filter(({ onlyIn = locale }) => onlyIn === locale)
  for (const dialog of mine) {
    const { name, opener, heading } = dialog

    test(`in ${locale}, the dialog '${name}' opens and closes by mouse and keyboard, traps the focus and returns it`, async ({
      page,
      visitor,
    }) => {
      await visit(page, dialog, shopper, visitor)
      const opened = { opener: opener(page, shopper), dialog: page.getByRole('dialog') }
      await unfoldAnswer(page)
      await opened.opener.click()
      await expect(opened.dialog).toHaveAccessibleName(heading(shopper))
      await expect(opened.dialog.getByRole('heading', { name: heading(shopper) })).toBeVisible()
      await opened.dialog.getByRole('button', { name: words('layout.close') }).click()
      await expectClosed(opened)

      await page.keyboard.press('Enter')
      await expect(opened.dialog).toBeVisible()
      const stops = await opened.dialog.locator(focusable).count()
      for (let presses = 0; presses < stops + 2; presses += 1) {
        await page.keyboard.press('Tab')
        expect(await isFocusOutside(page)).toBe(false)
      }
      await page.keyboard.press('Escape')
      await expectClosed(opened)
    })

    test(`in ${locale}, the dialog '${name}' opens by touch, fits a phone and is accessible in both themes`, async ({
      browser,
      visitor,
      baseURL,
    }) => {
      const page = await phone(browser, baseURL)
      await visit(page, dialog, shopper, visitor)
      await unfoldAnswer(page)
      if (!(await opener(page, shopper).isVisible())) await unfoldFooter(page)
      if (!(await opener(page, shopper).isVisible())) await openMenu(page)
      await opener(page, shopper).tap()
      const opened = page.getByRole('dialog')
      await expect(opened.getByRole('heading', { name: heading(shopper) })).toBeVisible()
      // The keyboard would cover the dialog.
      await expect(opened.locator('input:focus, textarea:focus')).toHaveCount(0)
      // The page behind the dialog is inert and has a separate test.
      await expectAccessible(page, 'dialog')
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      expect(overflow).toBeLessThanOrEqual(0)
      const box = await opened.boundingBox()
      expect(box?.x).toBeGreaterThanOrEqual(0)
      await page.touchscreen.tap((box?.x ?? 0) + 3, (box?.y ?? 0) + 3) // the padding
      await expect(opened).toBeVisible()
      // Taps the backdrop above the dialog.
      await page.touchscreen.tap(180, 4)
      await expect(opened).toBeHidden()
      await page.context().close()
    })
  }

  test(`in ${locale}, pages show the contents of all dialogs without JavaScript`, async ({
    browser,
    visitor,
    baseURL,
  }) => {
    const context = await browser.newContext({ baseURL: baseURL ?? '', javaScriptEnabled: false })
    const page = await context.newPage()
    for (const dialog of mine) {
      await visit(page, dialog, shopper, visitor)
      const link = dialog.opener(page, shopper)
      await unfoldAnswer(page)
      if (dialog.name === 'warning')
        await expect(link).toHaveAttribute('href', /^https:\/\/esimsetup\.apple\.com/)
      else await link.click()
      const part = page.locator(`#${dialog.part}`)
      const name = dialog.heading(shopper)
      await expect(part.getByRole('heading', { name }).first(), dialog.name).toBeVisible()
    }
    await context.close()
  })
}

async function visit(
  page: Page,
  { at }: Dialog,
  shopper: Shopper,
  visitor: DialogVisitor,
): Promise<void> {
  const path = at(shopper, visitor)
  const isPartner = path.endsWith('referral-program')
  const url = test.info().project.use.baseURL ?? ''
  await page.context().clearCookies()
  await page
    .context()
    .addCookies([
      ...visitor.cookies.filter(({ name }) => isPartner && isPartnerCookie(name)),
      { name: 'cookieConsent', value: '1', url },
      { name: 'locale', value: shopper.locale, url },
    ])
  await page.goto(path)
}

function isPartnerCookie(cookie: string): boolean {
  return cookie.startsWith('ref')
}

async function phone(browser: Browser, baseURL: string | undefined): Promise<Page> {
  const context = await browser.newContext({
    baseURL: baseURL ?? '',
    hasTouch: true,
    isMobile: true,
    viewport: { width: 360, height: 740 },
  })
  return context.newPage()
}

async function unfoldAnswer(page: Page): Promise<void> {
  const question = page.getByRole('main').locator('.questions summary').first()
  if (await question.isVisible()) await question.click()
}

async function unfoldFooter(page: Page): Promise<void> {
  for (const summary of await page.getByRole('contentinfo').locator('summary').all())
    await summary.tap()
}

async function openMenu(page: Page): Promise<void> {
  await page.getByRole('banner').locator('summary').tap()
}

async function expectClosed({ opener, dialog }: OpenDialog): Promise<void> {
  await expect(dialog).toBeHidden()
  await expect(opener).toBeFocused()
}

async function isFocusOutside(page: Page): Promise<boolean> {
  return page.evaluate(() => {
    const { activeElement } = document
    return activeElement !== document.body && activeElement?.closest('dialog') === null
  })
}
