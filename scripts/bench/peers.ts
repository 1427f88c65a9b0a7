import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { promisify } from 'node:util'
import { chromium } from '@playwright/test'
import { chromiumOptions, installChromium } from '../test/browsers.ts'
import type { Bench } from './bench.ts'
import { sampleShop } from './checkout.ts'
import type { Checkout } from './checkout.ts'
import { startD1Server } from './d1-server.ts'
import { request } from './load.ts'
import { builtWorker, constantAfter, constantWorker, loneShop, startLone } from './lone-worker.ts'

export type PeerShop = Awaited<ReturnType<typeof openShop>>

const peer = 'bench/peers/react-router'
export const peerPath = '/page'

/** Opens the sample shop of each checkout while it is measured. The first is that of this one. */
export async function withShops<T>(
  { checkouts }: Bench,
  measure: (here: PeerShop, other?: PeerShop) => Promise<T>,
): Promise<T> {
  const [first, second] = checkouts
  const here = await openShop(first)
  const other = second && (await openShop(second))
  try {
    return await measure(here, other)
  } finally {
    here.d1.stop()
    other?.d1.stop()
  }
}

/** Opens a shop with a database that answers from memory, and one that also stores no page. */
async function openShop(checkout: Checkout) {
  const folder = await sampleShop(checkout)
  const d1 = await startD1Server(folder, true)
  const worker = await loneShop(checkout, d1.origin)
  return {
    checkout,
    folder,
    d1,
    worker,
    fresh: await loneShop(checkout, d1.origin, { PAGE_CACHE: '0' }),
  }
}

/** Builds React Router's app. Installs its packages first if they are missing. */
export async function buildPeer(): Promise<void> {
  installChromium()
  const run = promisify(execFile)
  if (!existsSync(`${peer}/node_modules`)) await run('npm', ['install'], { cwd: peer })
  await run('npm', ['run', 'build'], { cwd: peer })
}

/**
 * Returns workers that return the same bytes as the page of a shop, at once or after the same D1
 * calls, and a page of React Router's app with the same calls and elements.
 */
export async function peersOf({ d1, fresh }: PeerShop, path: string) {
  const warm = await startLone(fresh)
  // The first visit also loads the dictionaries.
  await request(warm.origin + path)
  await d1.record()
  const body = await request(warm.origin + path)
  const calls = await d1.record()
  await d1.answer()
  await warm.stop()
  return {
    constant: constantWorker(body),
    alone: constantAfter(calls, body, d1.origin),
    router: await builtWorker(`${peer}/dist/server`, d1.origin, {
      CALLS: JSON.stringify(calls),
      PAGE: JSON.stringify(await elementsOf(body.toString())),
    }),
  }
}

/** A string, or an element with its attributes (by React's names) and its children. */
type PageNode = string | readonly [string, { readonly [name: string]: string }, PageNode[]]

/** Returns the contents of a page's body without its scripts. */
async function elementsOf(html: string): Promise<PageNode[]> {
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
