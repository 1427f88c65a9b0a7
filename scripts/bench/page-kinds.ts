import type { Page } from '@playwright/test'
import { wordsOf } from '../../src/locale/words.ts'

export type PageKind = {
  readonly name: string
  readonly path: string
  readonly interaction: string
  readonly interact: (page: Page) => Promise<void>
}

const words = wordsOf('en')
const main = (page: Page) => page.getByRole('main')
const reactScript = /\/react-[^/]+\.js$/

async function open(page: Page, name: string): Promise<void> {
  await page.getByRole('link', { name }).first().click()
  await page.getByRole('dialog').waitFor()
}

/** On a phone the link is in the menu. */
async function openSupport(page: Page): Promise<void> {
  const menu = page.getByLabel(words('layout.menu'), { exact: true }).first()
  if (await menu.isVisible()) await menu.click()
  await page.locator('a[data-dialog="support"]').filter({ visible: true }).first().click()
  await page.getByRole('dialog').waitFor()
}

async function enter(page: Page, name: string): Promise<void> {
  const loaded = page.waitForResponse(reactScript)
  await main(page).getByLabel(name).first().focus()
  await loaded
}

async function search(page: Page): Promise<void> {
  await main(page).getByRole('searchbox').first().focus()
  await page.getByRole('combobox').waitFor()
}

/** Every kind of page with an interaction. `esim` is the path of a purchased eSIM. */
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
