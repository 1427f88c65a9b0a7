import { expect } from '@playwright/test'
import { eventually } from './eventually.ts'
import type { ViewportPoint, BrowserTab } from './tab.ts'

/** `note` is any other text. */
export type Kind = 'link' | 'button' | 'field' | 'heading' | 'picture' | 'note'

type Target = readonly [kind: Kind, name: string]

/** The actions of a visitor in a tab, or in its open dialog. */
export function visitorIn(tab: BrowserTab, origin: string) {
  return {
    tab,
    open: async (path: string) => tab.open(new URL(path, origin).href),
    tap,
    async fill(label: string, text: string): Promise<void> {
      await tap('field', label)
      await tab.type(text)
    },
    /** Ticks a box. Presses again if nothing happens. */
    async tick(label: string): Promise<void> {
      await eventually(async () => {
        if (!(await isTicked(label))) await tap('field', label)
        expect(await isTicked(label), label).toBe(true)
      })
    },
    waitFor,
    /** Presses again if nothing happens, because a press on a moving page can be lost. */
    async tapUntil(tapped: Target, expected: Target): Promise<void> {
      await expect(async () => {
        const point = await find(...tapped)
        if (point) await tab.press(point)
        await waitFor(...expected, 8000)
      }).toPass({ timeout: 40_000 })
    },
    async waitForAddress(path: RegExp): Promise<void> {
      await eventually(async () => expect(await address()).toMatch(path))
    },
    address,
  }

  async function waitFor(kind: Kind, name: string, timeout?: number): Promise<void> {
    await eventually(async () => {
      const point = await find(kind, name)
      expect(point, point ? name : `${name}, but ${await page()}`).not.toBeNull()
    }, timeout)
  }

  async function page(): Promise<string> {
    return tab.run(() => {
      const fields = [...document.querySelectorAll<HTMLInputElement>('input:not([type=hidden])')]
      const rejected = fields.filter(({ validity }) => !validity.valid).map(({ name }) => name)
      const text = document.querySelector('main')?.innerText.slice(0, 500)
      return `${location.pathname} rejects [${rejected.join()}] and says ${text}`
    })
  }

  async function tap(kind: Kind, name: string): Promise<void> {
    await eventually(async () => {
      const point = await find(kind, name)
      expect(point, name).not.toBeNull()
      if (point) await tab.press(point)
    })
  }

  async function isTicked(label: string): Promise<boolean> {
    return tab.run(
      (name) =>
        [...document.querySelectorAll<HTMLInputElement>('input[type=checkbox]:checked')].some(
          ({ labels }) => [...(labels ?? [])].some(({ innerText }) => innerText.includes(name)),
        ),
      label,
    )
  }

  async function find(kind: Kind, name: string): Promise<ViewportPoint | null> {
    return tab.run(findPoint, selectors[kind], name)
  }

  async function address(): Promise<string> {
    return tab.run(() => location.pathname + location.search)
  }
}

export type Visitor = ReturnType<typeof visitorIn>

const selectors: { readonly [kind in Kind]: string } = {
  link: 'a[href]',
  button: 'button, summary',
  field: 'input:not([type=hidden]), textarea, select',
  heading: 'h1, h2, h3',
  picture: 'img, [role=img], [role=meter]',
  note: 'p, dd, li, b, [role=status]',
}

/**
 * Runs in the page. Scrolls the first visible element with this text in its name into view, and
 * returns its centre. Returns null when there is none or another element covers it.
 */
async function findPoint(selector: string, name: string): Promise<ViewportPoint | null> {
  const root = document.querySelector('dialog[open]') ?? document
  const nameOf = (element: Element) => {
    const label = element.getAttribute('aria-label') ?? element.getAttribute('alt')
    const labels = element instanceof HTMLInputElement ? (element.labels ?? []) : []
    const texts = [label, ...[...labels].map(({ innerText }) => innerText), element.textContent]
    return texts.join(' ')
  }
  const found = [...root.querySelectorAll(selector)].find(
    (each) => each.checkVisibility({ visibilityProperty: true }) && nameOf(each).includes(name),
  )
  if (!found) return null
  found.scrollIntoView({ block: 'center', behavior: 'instant' })
  // Until the next frame, the browser finds the pressed element by the old scroll position.
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  const box = found.getClientRects()[0]
  if (!box) return null
  const point = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  const top = document.elementFromPoint(point.x, point.y)
  return top && (found.contains(top) || top.contains(found)) ? point : null
}
