import { locales } from '../e2e/shop.ts'
import { buy } from './buy.ts'
import { expect, test } from './engines.ts'

const iPhone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1'

for (const shopper of locales) {
  const { locale, words } = shopper

  test(`in ${locale}, an iPhone sees one button on the first screen, and the codes can be copied`, async ({
    visitor,
    front,
  }) => {
    const instruction = await buy(visitor, shopper, `install-${locale}@browsers.example`)
    front.state.userAgent = iPhone
    await visitor.open(front.origin + instruction)
    const { bottom, height, target } = await visitor.tab.run(() => {
      const link = document.querySelector('main .install a')
      const box = link?.getBoundingClientRect()
      return { bottom: box?.bottom ?? 0, height: innerHeight, target: link?.getAttribute('href') }
    })
    expect(target).toMatch(/^https:\/\/esimsetup\.apple\.com\//)
    expect(bottom).toBeLessThanOrEqual(height)

    await visitor.tab.run(() => {
      for (const fold of document.querySelectorAll('details')) fold.open = true
    })
    await visitor.tap('button', words('instruction.copy'))
    await visitor.waitFor('button', words('instruction.copied'))
  })
}
