import { locales } from '../e2e/shop.ts'
import { plan } from './buy.ts'
import { expect, test } from './engines.ts'
import { keys } from './tab.ts'
import type { BrowserTab } from './tab.ts'
import { eventually } from './eventually.ts'

const [{ words }] = locales

/**
 * The page of the dialog, the button that expands its link, the link, the heading, and the first
 * field, if any.
 */
const dialogs = [
  {
    at: '/about',
    unfold: words('layout.menu'),
    opener: words('layout.contact'),
    heading: words('contacts.partnership'),
    field: words('contacts.name'),
  },
  {
    at: `/esim/tariffs/th-truemove-h/${plan}`,
    unfold: null,
    opener: words('tariff.buy', { price: '' }),
    heading: 'Thailand, 5\u00A0GB, 15\u00A0days',
    field: words('order.email'),
  },
  {
    at: '/klientam/questions-and-answers/installing',
    unfold: '?',
    opener: words('faq.reviewTitle'),
    heading: words('faq.reviewTitle'),
    field: null,
  },
] as const

for (const { at, unfold, opener, heading, field } of dialogs) {
  test(`the dialog '${heading}' opens, traps the focus and returns it`, async ({ visitor }) => {
    const { tab } = visitor
    await visitor.open(at)
    if (unfold !== null) await visitor.tap('button', unfold)
    await visitor.tap('link', opener)
    await visitor.waitFor('heading', heading)
    await expectOpen(tab, true)
    if (field !== null) await visitor.waitFor('field', field)
    for (let presses = 0; presses < 12; presses += 1) {
      await tab.type(keys.tab)
      expect(await tab.run(isFocusOutside)).toBe(false)
    }
    await tab.type(keys.escape)
    await expectOpen(tab, false)
    expect(await tab.run(() => document.activeElement?.textContent)).toContain(opener)

    await tab.type(keys.enter)
    await visitor.waitFor('heading', heading)
    await visitor.tap('button', words('layout.close'))
    await expectOpen(tab, false)

    await visitor.tap('link', opener)
    await visitor.waitFor('heading', heading)
    await tab.press({ x: 4, y: 4 })
    await expectOpen(tab, false)
  })
}

async function expectOpen(tab: BrowserTab, isOpen: boolean): Promise<void> {
  await eventually(async () => {
    const { isShown, scrollbar } = await tab.run(() => ({
      isShown: document.querySelector('dialog[open]') !== null,
      scrollbar: getComputedStyle(document.documentElement).scrollbarColor,
    }))
    expect(isShown).toBe(isOpen)
    // The scrollbar is above the backdrop, and would remain white.
    if (scrollbar) expect(scrollbar === 'auto').toBe(!isOpen)
  })
}

/** Focus on the browser's own controls makes the page's body the active element. */
function isFocusOutside(): boolean {
  const { activeElement } = document
  return activeElement !== document.body && !activeElement?.closest('dialog')
}
