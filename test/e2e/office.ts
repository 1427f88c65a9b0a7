import type { Browser, Locator, Page } from '@playwright/test'
import { words as tables } from '../../content/office.ts'
import type { StaffRole } from '../../src/api/staff.ts'
import type { Locale } from '../../src/words/locales.shared.ts'
import { wordsFrom } from '../../src/words/words.shared.ts'
import { expectAccessible } from './axe.ts'
import { audience, staff } from './office-settings.ts'
import { origins } from './servers.ts'
import { expect } from './shop.ts'

/** The texts of the back office. */
export const { wordsOf: officeWordsOf } = wordsFrom<typeof tables.en>(tables)

type PageCache = Map<string, Promise<Page>>

/**
 * The pages of a browser, by role and language. A failed journey ends the process, which closes
 * them.
 */
const deskPages: PageCache = new Map()
const auditPages: PageCache = new Map()

/**
 * Opens a page for a member of staff who has signed in at Cloudflare Access. Scripts are off.
 * Journeys reuse the page of a role, because a new context takes as much processor time as a visit.
 */
export async function openOffice(browser: Browser, role: StaffRole, locale: Locale): Promise<Page> {
  return openOnce(deskPages, `${role} ${locale}`, async () => openDesk(browser, role, locale))
}

async function openDesk(browser: Browser, role: StaffRole, locale: Locale): Promise<Page> {
  const context = await browser.newContext({
    javaScriptEnabled: false,
    locale,
    extraHTTPHeaders: { 'Cf-Access-Jwt-Assertion': await tokenOf(staff[role]) },
  })
  return context.newPage()
}

/** Finds the order of a customer by email address, and opens it. */
export async function findOrder(page: Page, locale: Locale, email: string): Promise<void> {
  const words = officeWordsOf(locale)
  await page.goto('/admin')
  await page.getByLabel(words('orders.search')).fill(email)
  await page.getByRole('button', { name: words('orders.find') }).click()
  await page.getByRole('row', { name: email }).getByRole('link').click()
  await expect(page.getByRole('heading', { level: 1, name: email })).toBeVisible()
}

export type JourneyAction =
  | 'freeze'
  | 'refund'
  | 'exchange'
  | 'erase'
  | 'set-prices'
  | 'add-webhook'
  | 'test-webhook'
  | 'remove-webhook'

/** Opens the form of an action, fills it in and sends it. */
export async function fillIn(
  page: Page,
  action: JourneyAction,
  locale: Locale,
  fields: { readonly [label: string]: string },
): Promise<void> {
  const form = formOf(page, action, locale)
  await form.locator('summary').click()
  for (const [label, value] of Object.entries(fields)) await form.getByLabel(label).fill(value)
  await sendForm(page, action, locale)
}

export async function sendForm(page: Page, action: JourneyAction, locale: Locale): Promise<void> {
  const name = officeWordsOf(locale)(`actions.${action}.submit`)
  await formOf(page, action, locale).getByRole('button', { name }).click()
}

export function formOf(page: Page, action: JourneyAction, locale: Locale): Locator {
  const title = officeWordsOf(locale)(`actions.${action}.title`)
  return page
    .locator('details')
    .filter({ has: page.locator('summary').getByText(title, { exact: true }) })
}

/** Axe needs scripts, so this opens the page again in another context. */
export async function expectAccessibleOffice(page: Page, browser: Browser): Promise<void> {
  const locale = (await page.locator('html').getAttribute('lang')) ?? ''
  const copy = await openOnce(auditPages, locale, async () => openAuditPage(browser, locale))
  await copy.goto(page.url())
  await expectAccessible(copy)
}

async function openAuditPage(browser: Browser, locale: string): Promise<Page> {
  const context = await browser.newContext({
    javaScriptEnabled: true,
    locale,
    extraHTTPHeaders: { 'Cf-Access-Jwt-Assertion': await tokenOf(staff.owner) },
    bypassCSP: true,
  })
  return context.newPage()
}

async function openOnce(pages: PageCache, key: string, open: () => Promise<Page>): Promise<Page> {
  const opened = pages.get(key) ?? open()
  pages.set(key, opened)
  return opened
}

async function tokenOf(email: string): Promise<string> {
  const seconds = Math.floor(Date.now() / 1000)
  const claims = {
    iss: origins.access,
    aud: [audience],
    sub: email,
    email,
    iat: seconds,
    exp: seconds + 3600,
  }
  const body = JSON.stringify({ claims })
  return (await fetch(`${origins.access}/token`, { method: 'POST', body })).text()
}
