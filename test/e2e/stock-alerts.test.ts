import { expectAccessible } from './axe.ts'
import { expect, locales, readOutbox, test } from './shop.ts'

for (const { locale, prefix, words } of locales)
  for (const javaScriptEnabled of [true, false])
    test.describe(`in ${locale}, JavaScript ${javaScriptEnabled ? 'on' : 'off'}`, () => {
      test.use({ javaScriptEnabled, viewport: { width: 360, height: 740 } })

      test('a visitor of a sold-out country asks for an email, confirms it, and deletes the request', async ({
        page,
      }) => {
        const email = `waiting-${locale}-${javaScriptEnabled}@example.com`
        await page.goto(`${prefix}/esim/countries/ax`)
        await page.getByRole('link', { name: words('stockAlert.title') }).click()
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(words('stockAlert.title'))
        if (javaScriptEnabled) await expectAccessible(page)
        await page.getByLabel(words('stockAlert.email')).fill(email)
        await page.getByRole('checkbox').check()
        await page.getByRole('button', { name: words('stockAlert.submit') }).click()
        await expect(page.getByText(words('stockAlert.sent'))).toBeVisible()

        const mail = (await readOutbox(page.request)).find(({ recipient }) => recipient === email)
        expect(mail?.body).toContain(words('mail.stockAlert'))
        const [link = ''] = /http\S+stock-alert\S+/.exec(mail?.body ?? '') ?? []
        const { pathname, search } = new URL(link)
        await page.goto(pathname + search)
        if (javaScriptEnabled) await expectAccessible(page)
        await page.getByRole('button', { name: words('stockAlert.confirm') }).click()
        await expect(page.getByText(words('stockAlert.confirmed'))).toBeVisible()
        await page.goto(pathname + search)
        if (javaScriptEnabled) await expectAccessible(page)
        await page.getByRole('button', { name: words('stockAlert.delete') }).click()
        await expect(page.getByText(words('stockAlert.deleted'))).toBeVisible()
      })
    })
