import type { Page } from '@playwright/test'
import { formatList } from '../../src/words/formats.shared.ts'
import { expect, locales, test } from './shop.ts'

const eid = '8904 9032 1234 5123 4512 3456 7890 1235'
const imei = '35 693803 564380 9'
const main = (page: Page) => page.getByRole('main')

for (const { locale, prefix, words, plan } of locales)
  for (const javaScriptEnabled of [true, false])
    test.describe(`in ${locale}, ${javaScriptEnabled ? 'with' : 'without'} JavaScript`, () => {
      test.use({ samePage: true, javaScriptEnabled, viewport: { width: 360, height: 740 } })

      test('a plan leads to the check, and the order remembers that the phone fits', async ({
        page,
      }) => {
        await page.goto(`${prefix}/esim/tariffs/th-ais/${plan}`)
        await main(page)
          .getByRole('link', { name: words('tariff.checkPhoneHow') })
          .click()
        await page.getByLabel(words('check.label')).fill('айфон 12')
        await page.getByRole('button', { name: words('check.submit'), exact: true }).click()
        const verdict = page.locator('#verdict')
        await expect(verdict).toContainText(words('check.verdicts.fits'))
        const markets = (['cn', 'hk', 'mo'] as const).map((key) => words(`check.madeFor.${key}`))
        await expect(verdict).toContainText(
          words('check.reasons.fitsUnless', {
            phone: 'iPhone 12',
            markets: formatList(locale, markets, 'or'),
          }),
        )

        await verdict.getByText(words('check.lockTitle')).click()
        await verdict.getByRole('link', { name: words('check.free.ios') }).click()
        await expect(verdict).toContainText(words('check.isFree'))
        await verdict.getByRole('link', { name: words('check.order') }).click()
        await expect(page).toHaveURL(new RegExp(`/esim-order\\?tariffID=${plan}&phone=`))
        const remembered = words('tariff.checkPhoneDone', { phone: 'iPhone 12' })
        await expect(main(page)).toContainText(remembered)

        await page.getByRole('button', { name: words('order.submit') }).click()
        await expect(page.locator('.error').first()).toBeVisible()
        await expect(main(page)).toContainText(remembered)
      })

      test('shows why a phone does not fit', async ({ page }) => {
        await page.goto(`${prefix}/esim/check?search_string=iphone+12`)
        const verdict = page.locator('#verdict')
        const answers = [
          ['hk', words('check.reasons.twoCards', { phone: 'iPhone 12' })],
          ['cn', words('check.reasons.china', { phone: 'iPhone 12' })],
        ] as const
        for (const [market, reason] of answers) {
          await verdict.getByRole('link', { name: words(`check.markets.${market}`) }).click()
          await expect(verdict).toContainText(words('check.verdicts.no'))
          await expect(verdict).toContainText(reason)
          await page.goBack()
        }
        await verdict.getByText(words('check.lockTitle')).click()
        await verdict.getByRole('link', { name: words('check.locked.ios') }).click()
        await expect(verdict).toContainText(words('check.reasons.locked'))
        await expect(verdict.getByRole('link', { name: words('check.plan') })).toHaveCount(0)
      })

      test('checks the digits of an EID, and does not put them in the address', async ({
        page,
      }) => {
        await page.goto(`${prefix}/esim/check?tariffID=${plan}`)
        const field = page.getByLabel(words('check.eid'), { exact: true })
        const send = page.getByRole('button', { name: words('check.eidSubmit') })
        const mistakes = [
          ['8904', 'length'],
          [imei, 'imei'],
          [eid.replace('5123', '5132'), 'checkDigits'],
        ] as const
        for (const [typed, problem] of mistakes) {
          await field.fill(typed)
          await send.click()
          await expect(main(page)).toContainText(words(`check.eidProblems.${problem}`))
          await expect(field).toHaveValue(typed)
        }
        await field.fill(eid)
        await expect(field).toHaveValue(eid)
        await send.click()
        await expect(main(page)).toContainText(words('check.eidGood'))
        await expect(main(page)).toContainText(words('check.eidLock.any'))
        await expect(main(page)).toContainText(/89\d\d( \d{4}){7}/)
        await expect(page.getByLabel(words('check.eid'), { exact: true })).toHaveValue('')
        expect(new URL(page.url()).search).not.toContain('8904')
        await main(page)
          .getByRole('link', { name: words('check.order') })
          .click()
        const remembered = words('tariff.checkPhoneDone', { phone: words('check.eidPhone') })
        await expect(main(page)).toContainText(remembered)
      })

      test('offers a choice for a short name, and the EID for an unknown phone', async ({
        page,
      }) => {
        await page.goto(`${prefix}/esim/check?search_string=iphone+se`)
        await expect(page.locator('#verdict')).toHaveCount(0)
        await page.getByRole('link', { name: 'iPhone SE (3rd generation)' }).click()
        await expect(page.locator('#verdict')).toContainText(words('check.verdicts.fits'))
        await page.getByRole('link', { name: words('check.markets.cn') }).click()
        await expect(page.locator('#verdict')).toContainText(words('check.verdicts.no'))
        await page.getByRole('link', { name: words('check.another') }).click()
        await expect(page.locator('#verdict')).toHaveCount(0)
        await page.goto(`${prefix}/esim/check?search_string=iphone+13+hong+kong`)
        await expect(page.locator('#verdict')).toContainText(words('check.verdicts.no'))
        await page.goto(`${prefix}/esim/check?search_string=toaster`)
        await expect(main(page)).toContainText(words('check.unknown', { query: 'toaster' }))
      })
    })

test('an Android phone is recognised immediately by the client hint of its browser', async ({
  page,
}) => {
  const [{ words }] = locales
  const devTools = await page.context().newCDPSession(page)
  const brands = [{ brand: 'Chromium', version: '140' }]
  await devTools.send('Emulation.setUserAgentOverride', {
    userAgent: 'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 Chrome/140.0.0.0 Mobile',
    userAgentMetadata: {
      brands,
      platform: 'Android',
      platformVersion: '15',
      architecture: '',
      model: 'SM-S911B',
      mobile: true,
    },
  })
  await page.goto('/esim/check')
  await expect(main(page)).toContainText(words('check.detected', { phone: 'Galaxy S23' }))
  await expect(page.locator('#verdict')).toContainText(words('check.verdicts.fits'))
})
