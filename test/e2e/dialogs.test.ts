import type { Browser, BrowserContext, Locator, Page } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { test as base, buy, expect, locales, signInAsPartner } from './shop.ts'
import type { Shopper } from './shop.ts'

type Opened = { readonly opener: Locator; readonly dialog: Locator }
type Dialog = {
  readonly name: string
  /** The page it is opened on, given what was bought and who is signed in. */
  readonly at: (shopper: Shopper, own: Own) => string
  readonly opener: (page: Page, shopper: Shopper) => Locator
  /** The part of the page behind it. */
  readonly part: string
  readonly heading: (shopper: Shopper) => string
  readonly onlyIn?: 'ru'
}
type Own = { readonly esim: string; readonly cookies: Cookies }
type Cookies = Awaited<ReturnType<BrowserContext['cookies']>>

/** Each worker buys one eSIM and signs one partner in. */
const test = base.extend<object, { own: Own }>({
  own: [
    async ({ browser }, use, { workerIndex, project }) => {
      const context = await browser.newContext({
        baseURL: project.use.baseURL ?? '',
        // Codes are limited per address.
        extraHTTPHeaders: { 'CF-Connecting-IP': `192.0.2.${String(workerIndex % 250)}` },
      })
      const page = await context.newPage()
      const [english] = locales
      const shopper = { ...english, plan: 'tr-turkcell-10gb-30d' }
      const { pathname, search } = new URL(await buy(page, shopper, 'dialogs@example.com'))
      await signInAsPartner(page, english, `+7912345${String(6800 + workerIndex)}`)
      const cookies = await context.cookies()
      await context.close()
      await use({ esim: pathname + search, cookies })
    },
    { scope: 'worker' },
  ],
})

const footer = (page: Page) => page.getByRole('contentinfo')
const main = (page: Page) => page.getByRole('main')

const focusable = 'a, button, textarea, input:not([type=hidden])'

const dialogs: readonly Dialog[] = [
  {
    name: 'auth',
    at: ({ prefix }) => prefix || '/',
    opener: (page, { words }) =>
      footer(page).getByRole('link', { name: words('layout.forPartners') }),
    part: 'sign-in',
    heading: ({ words }) => words('signIn.partnerTitle'),
    onlyIn: 'ru',
  },
  {
    name: 'FAQ review',
    at: ({ prefix }) => `${prefix}/klientam/questions-and-answers/installing`,
    opener: (page, { words }) =>
      main(page)
        .getByRole('link', { name: words('faq.reviewTitle') })
        .first(),
    part: 'review',
    heading: ({ words }) => words('faq.reviewTitle'),
  },
  {
    name: 'B2B form',
    at: ({ prefix }) => `${prefix}/about`,
    opener: (page, { words }) =>
      page.getByRole('navigation').getByRole('link', { name: words('layout.contact') }),
    part: 'partnership',
    heading: ({ words }) => words('contacts.partnership'),
  },
  {
    name: 'B2C support form',
    at: ({ prefix }) => `${prefix}/about`,
    opener: (page, { words }) => footer(page).getByRole('link', { name: words('layout.support') }),
    part: 'support',
    heading: ({ words }) => words('contacts.support'),
  },
  {
    name: 'install app',
    at: ({ prefix }, { esim }) => prefix + esim,
    opener: (page, { words }) => main(page).getByRole('link', { name: words('instruction.app') }),
    part: 'app',
    heading: ({ words }) => words('instruction.appTitle'),
  },
  {
    name: 'referral notification',
    at: ({ prefix }) => `${prefix}/referral-program`,
    opener: (page, { words }) => main(page).getByRole('link', { name: words('partner.withdraw') }),
    part: 'missing',
    heading: ({ words }) => words('partner.missingTitle'),
  },
  {
    name: 'referral share',
    at: ({ prefix }) => `${prefix}/referral-program`,
    opener: (page, { words }) => main(page).getByRole('link', { name: words('partner.share') }),
    part: 'share',
    heading: ({ words }) => words('partner.shareTitle'),
  },
  {
    name: 'tariff activation',
    at: ({ prefix, plan }) => `${prefix}/esim/tariffs/th-ais/${plan}`,
    opener: (page, { words }) => main(page).getByRole('link', { name: words('plan.get') }),
    part: 'activation',
    heading: ({ words }) => words('order.heading'),
  },
  {
    name: 'warning',
    at: ({ prefix }, { esim }) => prefix + esim,
    opener: (page, { words }) =>
      main(page).getByRole('link', { name: words('instruction.installIOS') }),
    part: 'mind',
    heading: ({ words }) => words('instruction.mindTitle'),
  },
]

for (const shopper of locales) {
  const { locale, words } = shopper
  const mine = dialogs.filter(({ onlyIn = locale }) => onlyIn === locale)
  for (const dialog of mine) {
    const { name, opener, heading } = dialog

    test(`in ${locale}, the dialog '${name}' opens and closes by mouse and by keyboard, keeps focus inside and gives it back`, async ({
      page,
      own,
    }) => {
      await visit(page, dialog, shopper, own)
      const opened = { opener: opener(page, shopper), dialog: page.getByRole('dialog') }
      await unfold(page)
      await opened.opener.click()
      await expect(opened.dialog).toHaveAccessibleName(heading(shopper))
      await expect(opened.dialog.getByRole('heading', { name: heading(shopper) })).toBeVisible()
      await opened.dialog.getByRole('button', { name: words('layout.close') }).click()
      await expectClosed(opened)

      await page.keyboard.press('Enter')
      await expect(opened.dialog).toBeVisible()
      const round = await opened.dialog.locator(focusable).count()
      for (let presses = 0; presses < round + 2; presses += 1) {
        await page.keyboard.press('Tab')
        expect(await focusIsOutside(page)).toBe(false)
      }
      await page.keyboard.press('Escape')
      await expectClosed(opened)
    })

    test(`in ${locale}, the dialog '${name}' opens by touch, fits a phone and is accessible in both themes`, async ({
      browser,
      own,
      baseURL,
    }) => {
      const page = await phone(browser, baseURL)
      await visit(page, dialog, shopper, own)
      await unfold(page)
      if (!(await opener(page, shopper).isVisible())) await openMenu(page)
      await opener(page, shopper).tap()
      const opened = page.getByRole('dialog')
      await expect(opened.getByRole('heading', { name: heading(shopper) })).toBeVisible()
      // What is behind is inert, and each page is checked by itself.
      await expectAccessible(page, 'dialog')
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      expect(overflow).toBeLessThanOrEqual(0)
      const box = await opened.boundingBox()
      expect(box?.x).toBeGreaterThanOrEqual(0)
      // Above or below the dialog is its backdrop.
      await page.touchscreen.tap(180, 4)
      await expect(opened).toBeHidden()
      await page.context().close()
    })
  }

  test(`in ${locale}, what dialogs show is in pages as well, without JavaScript`, async ({
    browser,
    own,
    baseURL,
  }) => {
    const context = await browser.newContext({ baseURL: baseURL ?? '', javaScriptEnabled: false })
    const page = await context.newPage()
    for (const dialog of mine) {
      await visit(page, dialog, shopper, own)
      const link = dialog.opener(page, shopper)
      await unfold(page)
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

async function visit(page: Page, { at }: Dialog, shopper: Shopper, own: Own): Promise<void> {
  const path = at(shopper, own)
  const isPartner = path.endsWith('referral-program')
  const url = test.info().project.use.baseURL ?? ''
  await page.context().clearCookies()
  await page
    .context()
    .addCookies([
      ...own.cookies.filter(({ name }) => isPartner && isOfPartner(name)),
      { name: 'cookieConsent', value: '1', url },
      { name: 'locale', value: shopper.locale, url },
    ])
  await page.goto(path)
}

function isOfPartner(cookie: string): boolean {
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

/** Answers are folded. */
async function unfold(page: Page): Promise<void> {
  const question = main(page).locator('.questions summary').first()
  if (await question.isVisible()) await question.click()
}

async function openMenu(page: Page): Promise<void> {
  await page.getByRole('banner').locator('summary').tap()
}

async function expectClosed({ opener, dialog }: Opened): Promise<void> {
  await expect(dialog).toBeHidden()
  await expect(opener).toBeFocused()
}

async function focusIsOutside(page: Page): Promise<boolean> {
  return page.evaluate(() => {
    const { activeElement } = document
    return activeElement !== document.body && activeElement?.closest('dialog') === null
  })
}
