import { globSync, readFileSync } from 'node:fs'
import { classesIn } from '../fixtures/classes-in.ts'
import type { Page } from '@playwright/test'
import { brotliBytes } from './brotli-bytes.ts'
import { publicPages } from './public-pages.ts'
import { expect, locales, openAccount, openCabinet, order, pay, test } from './shop.ts'

// Styles of print may follow the elements, and a script adds those of the kept pass with it.
const others = /(admin|print|kept-pass)\.css$/
const files = globSync('client/styles/*.css').filter((file) => !others.test(file))
const styled = new Set(files.flatMap((file) => classesIn(readFileSync(file, 'utf8'))))

test('a page has the styles of every class in its HTML', async ({ request }) => {
  for (const url of publicPages) {
    const html = await (await request.get(url)).text()
    // The frame of a dialog gets its styles when it opens.
    const shown = html.replace(/<template.*?<\/template>/s, '')
    expect.soft(unstyledClasses(shown, html), url).toEqual([])
  }
})

// Otherwise the elements move when their styles arrive.
test('the styles of a class precede its first element', async ({ request }) => {
  for (const url of publicPages) {
    const html = await (await request.get(url)).text()
    expect.soft(lateClasses(html), url).toEqual([])
  }
})

// At 400 kbit/s, 1,000 bytes take 20 ms.
test('the heading of a page ends within 5,200 bytes of brotli', async ({ request }) => {
  for (const url of publicPages) {
    const html = await (await request.get(url)).text()
    expect.soft(bytesOfHeading(html), url).toBeLessThanOrEqual(5200)
  }
})

test('private pages have the styles of every class, and their heading early', async ({ page }) => {
  const [shopper] = locales
  const email = 'styles@example.com'
  await order(page, shopper, email)
  await pay(page)
  const open = page.getByRole('link', { name: shopper.words('payment.open') })
  await expect(open).toBeVisible()
  const ofOrder = await linksIn(page)
  const { search } = new URL((await open.getAttribute('href')) ?? '', page.url())
  await openAccount(page, shopper, email)
  const ofAccount = await linksIn(page)
  const ofEsim = ['/esim-operator-info', '/esim-top-up', '/esim-review'].map(
    (path) => path + search,
  )
  for (const url of new Set([...ofOrder, ...ofAccount, ...ofEsim, '/payment/failed'])) {
    await page.goto(url)
    await linksIn(page)
  }
  await openCabinet(page, shopper, '+79139130001')
  await linksIn(page)
})

test('a dialog adds the styles of its form to a page without forms', async ({ page }) => {
  for (const [path, opener] of [
    ['/esim/countries/tr', 'support'],
    ['/esim/tariffs/th-ais/th-ais-5gb-15d', 'activation'],
  ] as const) {
    await page.goto(path)
    await expect(page.locator('#form-styles')).toHaveCount(0)
    for (const round of ['first', 'second']) {
      await page.locator(`a[data-dialog=${opener}]`).first().dispatchEvent('click')
      const dialog = page.getByRole('dialog')
      await expect(dialog.locator('.field').first(), round).toHaveCSS('display', 'grid')
      await expect(page.locator('#form-styles')).toHaveCount(1)
      expect(unstyledClasses(await dialog.innerHTML(), await page.content()), path).toEqual([])
      await dialog.locator('.dialog-close').click()
    }
  }
})

/**
 * Expects the styles of every class above its elements, and an early heading. Returns the
 * links to other pages of the shop.
 */
async function linksIn(page: Page): Promise<readonly string[]> {
  const html = await page.content()
  const address = page.url()
  const shown = html.replace(/<template.*?<\/template>/s, '')
  expect.soft(unstyledClasses(shown, html), address).toEqual([])
  expect.soft(lateClasses(html), address).toEqual([])
  expect.soft(bytesOfHeading(html), address).toBeLessThanOrEqual(5200)
  const links = await page.getByRole('main').getByRole('link').all()
  const urls = await Promise.all(links.map(async (link) => link.getAttribute('href')))
  return urls.filter((url) => url !== null).filter((url) => /^\/[^#]*$/.test(url))
}

/** The bytes that a browser needs before it can show the heading. */
function bytesOfHeading(html: string): number {
  return brotliBytes(html.slice(0, html.indexOf('</h1>')))
}

/** Returns the classes in a part of a page whose styles the page does not have. */
function unstyledClasses(part: string, html: string): readonly string[] {
  const styles = [...html.matchAll(/<style[^>]*>(?<css>.*?)<\/style>/gs)]
  const present = new Set(styles.flatMap(({ groups }) => classesIn(groups?.['css'] ?? '')))
  const used = part.matchAll(/ class="(?<names>[^"]*)"/g)
  const names = new Set([...used].flatMap(({ groups }) => groups?.['names']?.split(' ') ?? []))
  return [...names].filter((name) => styled.has(name) && !present.has(name))
}

/** Returns the classes that a visible element has before the page has their styles. */
function lateClasses(html: string): readonly string[] {
  const parts = html.split(/(?=<style)|(?<=<\/style>)/)
  const isStyles = (part: string) => part.startsWith('<style')
  return parts.flatMap((part, index) => {
    if (isStyles(part)) return []
    const later = parts.slice(index).filter(isStyles).join('')
    const shown = part.replaceAll(/<[^>]* hidden="[^>]*>/g, '')
    const before = parts.slice(0, index).filter(isStyles).join('')
    return unstyledClasses(shown, before).filter((name) => classesIn(later).includes(name))
  })
}
