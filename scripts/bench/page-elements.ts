import { chromium } from '@playwright/test'
import { chromiumOptions } from '../test/chromium.ts'

/** A string, or an element with its attributes (by React's names) and its children. */
export type PageNode = string | readonly [string, Readonly<Record<string, string>>, PageNode[]]

/**
 * Returns the contents of a page's body without its scripts, so that another worker can render
 * them.
 */
export async function elementsOf(html: string): Promise<PageNode[]> {
  const browser = await chromium.launch(chromiumOptions())
  try {
    const page = await browser.newPage({ javaScriptEnabled: false, offline: true })
    await page.setContent(html, { waitUntil: 'domcontentloaded' })
    return await page.evaluate(readBody)
  } finally {
    await browser.close()
  }
}

/** Runs in the page. */
function readBody(): PageNode[] {
  // Attributes that have another name in React. `style` is left out: it is an object in React.
  const renamed = new Map([
    ['class', 'className'],
    ['for', 'htmlFor'],
    ['tabindex', 'tabIndex'],
    ['checked', 'defaultChecked'],
    ['value', 'defaultValue'],
  ])
  const attributesOf = ({ attributes }: Element) =>
    Object.fromEntries(
      [...attributes]
        .filter(({ name }) => name !== 'style' && !name.startsWith('on'))
        .map(({ name, value }) => [renamed.get(name) ?? name, value === '' ? 'true' : value]),
    )
  const nodesOf = (parent: Element): PageNode[] =>
    [...parent.childNodes].flatMap((node): PageNode[] => {
      if (node instanceof Text) return [node.data]
      if (!(node instanceof Element) || node.localName === 'script') return []
      return [[node.localName, attributesOf(node), nodesOf(node)]]
    })
  return nodesOf(document.body)
}
