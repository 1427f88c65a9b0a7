import { test as base, expect } from '@playwright/test'
import type { Page } from '@playwright/test'
import { wordsOf } from '../../src/shared/locale/words.ts'

export { expect }

/** A journey fails when the page complains to the console. */
export const test = base.extend<{ expectsFailures: boolean; quietConsole: void }>({
  expectsFailures: [false, { option: true }],
  quietConsole: [
    async ({ page, expectsFailures }, use) => {
      const complaints: string[] = []
      page.on('console', (message) => {
        if (['error', 'warning'].includes(message.type())) complaints.push(message.text())
      })
      page.on('pageerror', (error) => complaints.push(error.message))
      await use()
      const heard = complaints.filter((text) => !isExpected(text))
      expect(heard.filter((text) => !expectsFailures || !isFailure(text))).toEqual([])
    },
    { auto: true },
  ],
})

/** The browser itself reports the status of a page that is refused or missing. */
function isExpected(text: string): boolean {
  return /the server responded with a status of (404|409|422)/.test(text)
}

/** What it reports where a journey cuts the network or breaks the shop. */
function isFailure(text: string): boolean {
  return /^(Failed to load resource: |Refused to execute script from )/.test(text)
}

export const locales = [
  { locale: 'en', prefix: '', words: wordsOf('en'), plan: 'th-ais-5gb-15d' },
  { locale: 'ru', prefix: '/ru', words: wordsOf('ru'), plan: 'th-ais-10gb-30d' },
] as const

type Shopper = Omit<(typeof locales)[number], 'plan'> & { readonly plan: string }

/** From a plan's order form to the test payment page. */
export async function order(
  page: Page,
  { prefix, words, plan }: Shopper,
  email: string,
): Promise<void> {
  await page.goto(`${prefix}/esim-order?tariffID=${plan}`)
  await page.getByLabel(words('order.email')).fill(email)
  await page.getByLabel(words('order.cardRUB')).check()
  await page.getByLabel(words('order.consentLabel')).check()
  await page.getByRole('button', { name: words('order.submit') }).click()
  await expect(page.getByRole('heading', { level: 1, name: words('dev.payTitle') })).toBeVisible()
}
