import type { Locator, Page } from '@playwright/test'
import type { Words } from '../../src/words/words.shared.ts'
import { expect } from './shop.ts'

export async function openContactForm(
  page: Page,
  words: Words,
  topic: 'support' | 'partnership',
): Promise<void> {
  const link =
    topic === 'support'
      ? page.getByRole('contentinfo').getByRole('link', { name: words('layout.support') })
      : page.getByRole('navigation').getByRole('link', { name: words('layout.contact') })
  await link.click()
}

export async function sendMessage(form: Locator, words: Words, email: string): Promise<void> {
  await form.getByLabel(words('contacts.name')).fill('Ada')
  await form.getByLabel(words('contacts.yourEmail')).fill(email)
  await form.getByLabel(words('contacts.message')).fill(`A question of ${email}`)
  await form.getByLabel(words('order.consentLink')).check()
  await form.getByRole('button', { name: words('contacts.send') }).click()
}

export async function expectInvalid(field: Locator, message: string): Promise<void> {
  await expect(field).toBeFocused()
  await expect(field).toHaveAttribute('aria-invalid', 'true')
  expect(await field.getAttribute('aria-describedby')).toContain('-error')
  await expect(field).toHaveAccessibleDescription(new RegExp(message.replaceAll('.', '\\.')))
  const [edge, text] = await field.evaluate((element) => [
    getComputedStyle(element).borderTopColor,
    getComputedStyle(document.querySelector(`#${element.id}-error`) ?? element).color,
  ])
  expect(edge).toBe(text)
}

export function holdRequests() {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const handle = async (route: { continue: () => Promise<void> }) => {
    await released
    await route.continue().catch(() => undefined) // The page may be closed.
  }
  return { handle, release }
}
