import type { Page } from '@playwright/test'
import { wordsOf } from '../../src/locale/words.ts'

/** A page of each kind, and what a visitor reaches for there. */
export type PageKind = {
  readonly name: string
  readonly path: string
  readonly intent: string
  readonly reach: (page: Page) => Promise<void>
}

const words = wordsOf('en')
const main = (page: Page) => page.getByRole('main')
const alive = /\/react-[^/]+\.js$/

async function open(page: Page, name: string): Promise<void> {
  await page.getByRole('link', { name }).first().click()
  await page.getByRole('dialog').waitFor()
}

/** Focuses a field, and waits for React. */
async function enter(page: Page, name: string): Promise<void> {
  const came = page.waitForResponse(alive)
  await main(page).getByLabel(name).first().focus()
  await came
}

async function search(page: Page): Promise<void> {
  await main(page).getByRole('searchbox').first().focus()
  await page.getByRole('combobox').waitFor()
}

/** Every kind of page that has something to reach for. `esim` is the address of a purchased one. */
export function pageKinds(esim: string): readonly PageKind[] {
  const support = {
    intent: 'support dialog',
    reach: (page: Page) => open(page, words('layout.support')),
  }
  return [
    { name: 'home', path: '/', intent: 'search field', reach: search },
    { name: 'countries', path: '/esim/countries', intent: 'search field', reach: search },
    { name: 'plans of a country', path: '/esim/countries/tr', ...support },
    {
      name: 'one plan',
      path: '/esim/tariffs/th-ais/th-ais-5gb-15d',
      intent: 'order dialog',
      reach: (page) => open(page, words('plan.get')),
    },
    {
      name: 'order',
      path: '/esim-order?tariffID=th-ais-5gb-15d',
      intent: 'e-mail field',
      reach: (page) => enter(page, words('order.email')),
    },
    {
      name: 'purchased eSIM',
      path: esim,
      intent: 'dialog of the app',
      reach: (page) => open(page, words('instruction.app')),
    },
    {
      name: 'contacts',
      path: '/contacts',
      intent: 'name field',
      reach: (page) => enter(page, words('contacts.name')),
    },
    {
      name: 'partner sign-in',
      path: '/login?as=partner',
      intent: 'phone field',
      reach: (page) => enter(page, words('signIn.phone')),
    },
    { name: 'post of the blog', path: '/blog/how-much-data', ...support },
    { name: 'questions', path: '/klientam/questions-and-answers', ...support },
    { name: 'reviews', path: '/feedback', ...support },
  ]
}
