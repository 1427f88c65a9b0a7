import { buy, expect, locales, test } from './shop.ts'

const userAgents = {
  ios: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1',
  android:
    'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36',
} as const

const links = {
  ios: /^https:\/\/esimsetup\.apple\.com\//,
  android: /^https:\/\/esimsetup\.android\.com\//,
}
const buttons = { ios: 'instruction.installIOS', android: 'instruction.installAndroid' } as const

for (const [index, shopper] of locales.entries()) {
  const { locale, words } = shopper

  test(`in ${locale}, the page of an eSIM knows the phone in the hand`, async ({
    page,
    browser,
    baseURL,
  }) => {
    const url = await buy(
      page,
      { ...shopper, plan: 'th-dtac-20gb-30d' },
      `install-${index}@example.com`,
    )
    for (const phone of ['ios', 'android'] as const)
      for (const javaScriptEnabled of [true, false]) {
        const context = await browser.newContext({
          baseURL: baseURL ?? '',
          userAgent: userAgents[phone],
          viewport: { width: 360, height: 740 },
          javaScriptEnabled,
        })
        const mobile = await context.newPage()
        await mobile.goto(url)
        const install = mobile.getByRole('main').getByRole('link', { name: words(buttons[phone]) })
        await expect(install).toHaveAttribute('href', links[phone])
        const box = await install.boundingBox()
        expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThan(740)
        await expect(mobile.getByRole('img', { name: words('instruction.qrLabel') })).toBeHidden()
        await mobile.getByText(words('instruction.otherPhone')).click()
        await expect(mobile.getByRole('img', { name: words('instruction.qrLabel') })).toBeVisible()
        await context.close()
      }
  })
}
