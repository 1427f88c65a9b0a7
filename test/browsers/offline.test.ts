import { locales } from '../e2e/shop.ts'
import { buy } from './buy.ts'
import { expect, test } from './engines.ts'
import { eventually } from './eventually.ts'

test.use({ expectsFailures: true })

for (const shopper of locales) {
  const { locale, prefix, words } = shopper

  test(`in ${locale}, an eSIM that was opened once shows its QR code offline, also after a step is ticked, and other pages show the offline page`, async ({
    visitor,
    front,
  }) => {
    const { tab } = visitor
    const instruction = await buy(visitor, shopper, `offline-${locale}@browsers.example`)
    await visitor.open(front.origin + instruction)
    await eventually(async () => expect(await tab.run(isReadyForOffline)).toBe(true))

    front.state.mode = 'cut'
    await visitor.open(front.origin + instruction)
    await visitor.waitFor('note', words('offline.keptAt', { time: '' }).slice(0, 30))
    await visitor.waitFor('picture', words('instruction.qrLabel'))

    await tab.run(() => document.body.setAttribute('data-before', ''))
    await visitor.tap('button', words('instruction.tick.installed'))
    await eventually(async () => expect(await tab.run(isNextPage)).toBe(true))
    await visitor.waitFor('picture', words('instruction.qrLabel'))
    front.state.mode = 'open'
    await visitor.tapUntil(
      ['button', words('instruction.tick.installed')],
      ['button', words('instruction.tick.landed')],
    )
    front.state.mode = 'cut'

    await visitor.open(`${front.origin}${prefix}/esim/countries/fr`)
    await visitor.waitFor('heading', words('offline.title'))
    front.state.mode = 'open'
    // The page retries every 4 s.
    await visitor.waitFor('heading', words('country.allTitle'))
  })
}

/** Returns whether the service worker has stored the page and controls it. */
async function isReadyForOffline(): Promise<boolean> {
  const stored = await caches.match(location.href)
  return stored !== undefined && navigator.serviceWorker.controller?.state === 'activated'
}

function isNextPage(): boolean {
  return !document.body.hasAttribute('data-before')
}
