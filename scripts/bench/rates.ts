import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { promisify } from 'node:util'
import { chromium } from '@playwright/test'
import { chromiumOptions, installChromium } from '../test/browsers.ts'
import type { Bench } from './bench.ts'
import { sampleShop } from './checkout.ts'
import type { Checkout } from './checkout.ts'
import { startD1Server } from './d1-server.ts'
import type { D1Calls } from './d1-server.ts'
import { ratesOf, request, speedCells } from './load.ts'
import type { Rates, Side } from './load.ts'
import { startBuilt, startConstant, startConstantAfter, startLoneShop } from './lone-worker.ts'
import type { BenchResult, BenchRow } from './results.ts'
import type { Workerd } from './workerd.ts'

const pages = [
  { name: 'home', path: '/' },
  { name: 'countries', path: '/esim/countries' },
  { name: 'plans of a country', path: '/esim/countries/tr' },
  { name: 'one plan', path: '/esim/tariffs/th-ais/th-ais-5gb-15d' },
  { name: 'questions', path: '/klientam/questions-and-answers' },
]
const peer = 'bench/peers/react-router'
/** Milliseconds before every D1 call when round trips are counted. */
const delay = 80

type Page = (typeof pages)[number]
type Shops = Awaited<ReturnType<typeof startShops>>

/**
 * Compares stored and fresh pages with a worker that returns the same bytes, and with a page of
 * React Router that makes the same D1 calls and renders the same elements. Counts the round trips.
 */
export async function measureRates(bench: Bench): Promise<BenchResult> {
  installChromium()
  await buildPeer()
  const all: Shops[] = []
  try {
    for (const checkout of bench.checkouts) all.push(await startShops(checkout))
    const rows: BenchRow[] = []
    for (const page of pages.filter(({ name }) => name.includes(bench.pages)))
      rows.push(await measurePage(page, all, bench.rounds))
    return { rows }
  } finally {
    await Promise.all(all.map(async ({ stop }) => stop()))
  }
}

async function startShops(checkout: Checkout) {
  const d1 = await startD1Server(await sampleShop(checkout), true)
  const stored = await startLoneShop(checkout, d1.origin)
  const fresh = await startLoneShop(checkout, d1.origin, { PAGE_CACHE: '0' })
  const watched = await startD1Server(await sampleShop(checkout))
  const slow = await startLoneShop(checkout, watched.origin, { PAGE_CACHE: '0' })
  const stop = async () => {
    await Promise.all([stored.stop(), fresh.stop(), slow.stop()])
    d1.stop()
    watched.stop()
  }
  return { d1, stored, fresh, slow, watched, stop }
}

async function measurePage({ name, path }: Page, all: readonly Shops[], rounds: number) {
  const [here, other] = all
  if (!here) throw new Error('there is no checkout')
  const trips = await roundTripsOf(here, path)
  const body = await request(here.stored.origin + path)
  const constant = await startConstant(body)
  const alone = await startConstantAfter(trips.calls, body, here.d1.origin)
  const reactRouter = await startBuilt(`${peer}/dist/server`, here.d1.origin, {
    CALLS: JSON.stringify(trips.calls),
    PAGE: JSON.stringify(await elementsOf(body.toString())),
  })
  try {
    const sides = [
      sideOf('constant', constant, path),
      sideOf('stored', here.stored, path),
      sideOf('fresh', here.fresh, path),
      sideOf('alone', alone, path),
      sideOf('reactRouter', reactRouter, '/page'),
    ]
    const others = other && [
      sideOf('otherStored', other.stored, path),
      sideOf('otherFresh', other.fresh, path),
    ]
    const rates = await ratesOf([...sides, ...(others ?? [])], rounds)
    const otherTrips = other && (await roundTripsOf(other, path))
    return { page: name, ...cellsOf(rates), ...tripCells(trips, otherTrips) }
  } finally {
    await Promise.all([constant.stop(), alone.stop(), reactRouter.stop()])
  }
}

function sideOf(name: string, { origin, cpu }: Workerd, path: string): Side {
  return { name, url: origin + path, cpu }
}

function cellsOf(rates: Rates): BenchRow {
  const { constant, stored, fresh, alone, reactRouter, otherStored, otherFresh } = rates
  return {
    ...speedCells('stored', stored, constant),
    ...speedCells('fresh', fresh, constant),
    ...speedCells('D1 calls alone', alone, constant),
    ...speedCells('React Router', fresh, reactRouter),
    'fresh, ms': fresh?.cpuPerRequest ?? null,
    ...(otherStored && speedCells('stored ÷ other', stored, otherStored)),
    ...(otherFresh && speedCells('fresh ÷ other', fresh, otherFresh)),
  }
}

function tripCells(trips: RoundTrips, other?: RoundTrips): BenchRow {
  const cells = { 'D1 calls': trips.calls.length, 'D1 delays': trips.delays }
  return other
    ? { ...cells, 'other D1 calls': other.calls.length, 'other D1 delays': other.delays }
    : cells
}

type RoundTrips = { readonly calls: D1Calls; readonly delays: number }

/** Returns the D1 calls of a fresh page, and how many delays it waits for. */
async function roundTripsOf({ slow, watched }: Shops, path: string): Promise<RoundTrips> {
  const url = slow.origin + path
  // The first visit also loads the dictionaries.
  await request(url)
  await watched.record()
  await request(url)
  const calls = await watched.record(delay)
  const times: number[] = []
  for (let round = 0; round < 5; round += 1) {
    const start = performance.now()
    await request(url)
    times.push(performance.now() - start)
  }
  await watched.record()
  return { calls, delays: Math.min(...times) / delay }
}

/** Builds React Router's app. Installs its packages first if they are missing. */
async function buildPeer(): Promise<void> {
  const run = promisify(execFile)
  if (!existsSync(`${peer}/node_modules`)) await run('npm', ['install'], { cwd: peer })
  await run('npm', ['run', 'build'], { cwd: peer })
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
