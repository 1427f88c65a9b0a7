import { test as base, expect } from '@playwright/test'
import { firefoxPath, webKitPaths } from '../../scripts/test/browsers.ts'
import { startFront } from '../e2e/front.ts'
import { startFirefox } from './firefox.ts'
import { visitorIn } from './visitor.ts'
import type { Visitor } from './visitor.ts'
import { startWebKit } from './webkit.ts'

export { expect }

type Engine = Awaited<ReturnType<typeof startFirefox>>
type Front = Awaited<ReturnType<typeof startFront>>

/** Firefox reports scripts of a page that the visitor has left. */
const leavingPage = /A ServiceWorker intercepted the request and encountered an unexpected error/

/** `visitor` uses the browser of the project. The test fails if its console is not empty. */
export const test = base.extend<
  { visitor: Visitor; front: Front; expectsFailures: boolean },
  { engine: Engine | null }
>({
  expectsFailures: [false, { option: true }],
  engine: [
    // Playwright requires a pattern here, and derives the needed fixtures from it.
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use, { project }) => {
      const engine = await start(project.name)
      await use(engine)
      await engine?.close()
    },
    { scope: 'worker' },
  ],
  visitor: async ({ engine, baseURL, expectsFailures }, use, info) => {
    base.skip(engine === null, `${info.project.name} is not installed: see CONTRIBUTING.md`)
    if (!engine) return
    const tab = await engine.newTab()
    await use(visitorIn(tab, baseURL ?? ''))
    if (info.errors.length > 0)
      await info.attach('page', { body: await tab.run(() => document.body.innerText) })
    const complaints = tab.complaints().filter((text) => !leavingPage.test(text))
    if (!expectsFailures) expect(complaints).toEqual([])
    await tab.close()
  },
  front: async ({ baseURL }, use) => {
    const front = await startFront(baseURL ?? '')
    await use(front)
    await front.close()
  },
})

async function start(name: string): Promise<Engine | null> {
  const [firefox, webKit] = [firefoxPath(), webKitPaths()]
  if (name === 'Firefox') return firefox === null ? null : startFirefox(firefox)
  return webKit && startWebKit(webKit)
}
