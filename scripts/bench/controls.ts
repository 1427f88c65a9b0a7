import type { Locator, Page } from '@playwright/test'
import { wordsOf } from '../../src/words/words.shared.ts'
import { paintTime } from './slow-page.ts'

type Use = (page: Page) => Promise<void>

/** A control, with everything that a visitor does to it. */
export type Control = {
  readonly name: string
  readonly path: string
  readonly use: Use
  /** Prepares the page before the measurement. */
  readonly prepare?: Use
}

const words = wordsOf('en')
const plan = '/esim/tariffs/th-ais/th-ais-5gb-15d'
const order = '/esim-order?tariffID=th-ais-5gb-15d'
const country = '/esim/countries/tr'
const firstQuestion = '/klientam/questions-and-answers/installing'
const submit = 'main form.form button:not([aria-hidden])'
const dialogSubmit = 'dialog form.form button:not([aria-hidden])'
const email = 'order-email'

/** One control of every sort that the shop has. `esim` is the path of a purchased eSIM. */
export function controlsWith(esim: string): readonly Control[] {
  return [
    control('search on the home page', '/', search('turk')),
    control('search in countries', '/esim/countries', search('ger')),
    control('support dialog', country, openSupport),
    control('support, empty', country, tapping(dialogSubmit), openSupport),
    control('menu', country, async (page) => tap(page, menu(page))),
    control('filters', country, tapping('.fold > summary')),
    control('filter, applied', country, tapping('.filters button'), tapping('.fold > summary')),
    control('size chip', country, tapping('main nav li:nth-child(2) > a')),
    control('trip on a country, sent', country, tapping('form.trip button')),
    control('order dialog', plan, tapping('main a[data-dialog=activation]')),
    control('language', plan, tapping('form.lang button[value=ru]')),
    control('cookie notice', plan, tapping('form.consent button')),
    control('question', firstQuestion, tapping('main summary')),
    control('order, key', order, typing(email, 'an')),
    control('order, empty', order, tapping('.pay'), typing(email, 'a')),
    control('order, number of people', order, tapping('.people button[value]:nth-of-type(2)')),
    control('order, payment method', order, tapping('.option:nth-of-type(2)'), typing(email, 'a')),
    control('order, sent', order, tapping('.pay'), async (page) => {
      await typing(email, 'anna@example.com')(page)
      await tapping('#order-consent')(page)
    }),
    control('sign-in, key', '/login', typing('sign-in-email', 'an')),
    control(
      'sign-in, sent',
      '/login',
      tapping(submit),
      typing('sign-in-email', 'anna@example.com'),
    ),
    control('partner sign-in, key', '/login?as=partner', typing('sign-in-phone', '79')),
    control('phone check, sent', '/esim/check', tapping('main form[role=search] button')),
    control('app dialog', esim, tapping('main a[data-dialog=app]')),
    control('folded help', esim, tapping('main summary')),
    control('contacts, key', '/contacts', typing('support-name', 'an')),
    control('support dialog of a post', '/blog/how-much-data', openSupport),
    control('support dialog of reviews', '/feedback', openSupport),
  ]
}

function control(name: string, path: string, use: Use, prepare?: Use): Control {
  return { name, path, use, ...(prepare && { prepare }) }
}

function tapping(selector: string): Use {
  return async (page) => tap(page, page.locator(selector).filter({ visible: true }).first())
}

/** Taps a field and types in it. */
function typing(id: string, text: string): Use {
  return async (page) => {
    await tap(page, page.locator(`#${id}`))
    await type(page, text)
  }
}

function search(text: string): Use {
  return async (page) => {
    await tap(page, page.getByRole('main').getByRole('searchbox').first())
    await page.getByRole('combobox').waitFor()
    await type(page, text)
  }
}

/** On a phone the link is in the menu. */
async function openSupport(page: Page): Promise<void> {
  if (await menu(page).isVisible()) await tap(page, menu(page))
  await tap(page, page.locator('a[data-dialog="support"]').filter({ visible: true }).first())
  await page.getByRole('dialog').waitFor()
}

function menu(page: Page): Locator {
  return page.getByLabel(words('layout.menu'), { exact: true }).first()
}

/** Leaves time for a paint after each key, as people do. */
async function type(page: Page, text: string): Promise<void> {
  for (const key of text) {
    await page.keyboard.press(key)
    await page.waitForTimeout(paintTime)
  }
}

/**
 * Taps the middle of an element and waits until the browser has painted. A locator's own tap runs
 * scripts in the page, which would delay the paint.
 */
async function tap(page: Page, target: Locator): Promise<void> {
  await target.scrollIntoViewIfNeeded()
  const box = await target.boundingBox()
  if (!box) throw new Error(`${String(target)} is not visible. Correct scripts/bench/controls.ts.`)
  await page.waitForTimeout(paintTime)
  await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2)
  await page.waitForTimeout(paintTime)
}
