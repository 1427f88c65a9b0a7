import { locales } from '../e2e/shop.ts'
import { buy, plan } from './buy.ts'
import { expect, test } from './engines.ts'

for (const shopper of locales) {
  const { locale, prefix, words } = shopper

  test(`in ${locale}, a visitor finds a country, buys an eSIM, and sees its QR code and balance`, async ({
    visitor,
  }) => {
    await visitor.open(prefix || '/')
    await visitor.fill(words('home.searchLabel'), locale === 'en' ? 'thai' : 'таил')
    await visitor.tap('button', words('layout.find'))
    await visitor.waitForAddress(/\?search_string=/)
    await visitor.tap('link', locale === 'en' ? 'Thailand' : 'Таиланд')
    await visitor.waitForAddress(/\/esim\/countries\/th$/)
    await buy(visitor, shopper, `${locale}@browsers.example`)
    await visitor.tap('link', words('instruction.balance'))
    await visitor.waitFor('picture', words('balance.gaugeLabel'))
  })

  test(`in ${locale}, a rejected order form keeps its values and shows the errors`, async ({
    visitor,
  }) => {
    await visitor.open(`${prefix}/esim-order?tariffID=${plan}`)
    await visitor.fill(words('order.email'), 'ada@')
    await visitor.tapUntil(['button', words('order.submit')], ['note', words('errors.formSummary')])
    const email = await visitor.tab.run(
      () => document.querySelector<HTMLInputElement>('[name=email]')?.value,
    )
    expect(email).toBe('ada@')
  })
}
