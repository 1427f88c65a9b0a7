import type { Locator, Page } from '@playwright/test'
import { wordsOf } from '../../src/words/words.shared.ts'

export type PageKind = {
  readonly name: string
  readonly path: string
  readonly interaction: string
  readonly interact: (page: Page) => Promise<void>
}

const words = wordsOf('en')
const main = (page: Page) => page.getByRole('main')
/** Milliseconds to wait for a paint. No frame takes longer. */
export const paintTime = 500
const reactScript = /\/react-[^/]+\.js$/

/**
 * Returns every kind of page with its interaction on a touch screen. `esim` is the path of a
 * purchased eSIM.
 */
// oxlint-disable-next-line max-lines-per-function -- a table of pages
export function pageKinds(esim: string): readonly PageKind[] {
  const support = {
    interaction: 'support dialog',
    interact: openSupport,
  }
  return [
    { name: 'home', path: '/', interaction: 'search field', interact: search },
    { name: 'countries', path: '/esim/countries', interaction: 'search field', interact: search },
    { name: 'plans of a country', path: '/esim/countries/tr', ...support },
    {
      name: 'one plan',
      path: '/esim/tariffs/th-ais/th-ais-5gb-15d',
      interaction: 'order dialog',
      interact: (page) => open(page, words('tariff.buy', { price: '' })),
    },
    {
      name: 'order',
      path: '/esim-order?tariffID=th-ais-5gb-15d',
      interaction: 'email field',
      interact: (page) => enter(page, words('order.email')),
    },
    {
      name: 'purchased eSIM',
      path: esim,
      interaction: 'app dialog',
      interact: (page) => open(page, words('instruction.app')),
    },
    {
      name: 'contacts',
      path: '/contacts',
      interaction: 'name field',
      interact: (page) => enter(page, words('contacts.name')),
    },
    {
      name: 'partner sign-in',
      path: '/login?as=partner',
      interaction: 'phone field',
      interact: (page) => enter(page, words('signIn.phone')),
    },
    { name: 'blog post', path: '/blog/how-much-data', ...support },
    { name: 'questions', path: '/klientam/questions-and-answers', ...support },
    { name: 'reviews', path: '/feedback', ...support },
  ]
}

async function search(page: Page): Promise<void> {
  await tap(page, main(page).getByRole('searchbox').first())
  await page.getByRole('combobox').waitFor()
}

async function enter(page: Page, name: string): Promise<void> {
  const loaded = page.waitForResponse(reactScript)
  await tap(page, main(page).getByLabel(name).first())
  await loaded
}

/** On a phone the link is in the menu. */
export async function openSupport(page: Page): Promise<void> {
  const menu = page.getByLabel(words('layout.menu'), { exact: true }).first()
  if (await menu.isVisible()) await tap(page, menu)
  await tap(page, page.locator('a[data-dialog="support"]').filter({ visible: true }).first())
  await page.getByRole('dialog').waitFor()
}

async function open(page: Page, name: string): Promise<void> {
  await tap(page, page.getByRole('link', { name }).first())
  await page.getByRole('dialog').waitFor()
}

/**
 * Taps the middle of an element and waits until the browser has painted. A locator's own tap runs
 * scripts in the page, which would delay the paint.
 */
export async function tap(page: Page, target: Locator): Promise<void> {
  await target.scrollIntoViewIfNeeded()
  const box = await target.boundingBox()
  if (!box)
    throw new Error(
      `${String(target)} is not visible, so it cannot be tapped. Correct scripts/bench/page-kinds.ts.`,
    )
  await page.waitForTimeout(paintTime)
  await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2)
  await page.waitForTimeout(paintTime)
}
