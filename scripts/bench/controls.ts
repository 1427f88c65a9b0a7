import type { Locator, Page } from '@playwright/test'
import { wordsOf } from '../../src/words/words.shared.ts'
import { openSupport, paintTime, tap } from './page-kinds.ts'

/** A control, with everything that a visitor does to it. */
export type Control = {
  readonly name: string
  readonly path: string
  /** Prepares the page before the measurement. */
  readonly prepare?: (page: Page) => Promise<void>
  readonly use: (page: Page) => Promise<void>
}

const words = wordsOf('en')
const plan = '/esim/tariffs/th-ais/th-ais-5gb-15d'
const orderForm = '/esim-order?tariffID=th-ais-5gb-15d'
const country = '/esim/countries/tr'

/** One control of every sort that the shop has. `esim` is the path of a purchased eSIM. */
// oxlint-disable-next-line max-lines-per-function -- a table of controls
export function controlsWith(esim: string): readonly Control[] {
  return [
    { name: 'search on the home page', path: '/', use: search('turk') },
    { name: 'search in countries', path: '/esim/countries', use: search('ger') },
    { name: 'menu', path: country, use: async (page) => tap(page, menu(page)) },
    { name: 'filters', path: country, use: tapping('.fold > summary') },
    {
      name: 'filter, applied',
      path: country,
      prepare: tapping('.fold > summary'),
      use: tapping('.filters button'),
    },
    { name: 'size chip', path: country, use: tapping('main nav li:nth-child(2) > a') },
    { name: 'trip on a country, sent', path: country, use: tapping('form.trip button') },
    { name: 'language', path: plan, use: tapping('form.lang button[value=ru]') },
    { name: 'cookie notice', path: plan, use: tapping('form.consent button') },
    {
      name: 'question',
      path: '/klientam/questions-and-answers/installing',
      use: tapping('main summary'),
    },
    { name: 'order dialog', path: plan, use: tapping('main a[data-dialog=activation]') },
    { name: 'order, key', path: orderForm, use: typing('order-email', 'an') },
    {
      name: 'order, empty',
      path: orderForm,
      prepare: typing('order-email', 'a'),
      use: tapping('.pay'),
    },
    {
      name: 'order, number of people',
      path: orderForm,
      use: tapping('.people button[value]:nth-of-type(2)'),
    },
    {
      name: 'order, payment method',
      path: orderForm,
      prepare: typing('order-email', 'a'),
      use: tapping('.option:nth-of-type(2)'),
    },
    {
      name: 'order, sent',
      path: orderForm,
      async prepare(page) {
        await typing('order-email', 'anna@example.com')(page)
        await tapping('#order-consent')(page)
      },
      use: tapping('.pay'),
    },
    { name: 'support dialog', path: country, use: openSupport },
    {
      name: 'support, empty',
      path: country,
      prepare: openSupport,
      use: tapping('dialog form.form button:not([aria-hidden])'),
    },
    { name: 'sign-in, key', path: '/login', use: typing('sign-in-email', 'an') },
    {
      name: 'sign-in, sent',
      path: '/login',
      prepare: typing('sign-in-email', 'anna@example.com'),
      use: tapping('main form.form button:not([aria-hidden])'),
    },
    { name: 'partner sign-in, key', path: '/login?as=partner', use: typing('sign-in-phone', '79') },
    {
      name: 'phone check, sent',
      path: '/esim/check',
      use: tapping('main form[role=search] button'),
    },
    { name: 'app dialog', path: esim, use: tapping('main a[data-dialog=app]') },
    { name: 'folded help', path: esim, use: tapping('main summary') },
  ]
}

function tapping(selector: string): (page: Page) => Promise<void> {
  return async (page) => tap(page, page.locator(selector).filter({ visible: true }).first())
}

/** Taps a field and types in it. */
function typing(id: string, text: string): (page: Page) => Promise<void> {
  return async (page) => {
    await tap(page, page.locator(`#${id}`))
    await type(page, text)
  }
}

function search(text: string): (page: Page) => Promise<void> {
  return async (page) => {
    await tap(page, page.getByRole('main').getByRole('searchbox').first())
    await page.getByRole('combobox').waitFor()
    await type(page, text)
  }
}

/** Leaves time for a paint after each key, as people do. */
async function type(page: Page, text: string): Promise<void> {
  for (const key of text) {
    // oxlint-disable-next-line eslint/no-await-in-loop -- one key at a time
    await page.keyboard.press(key)
    // oxlint-disable-next-line eslint/no-await-in-loop
    await page.waitForTimeout(paintTime)
  }
}

function menu(page: Page): Locator {
  return page.getByLabel(words('layout.menu'), { exact: true }).first()
}
