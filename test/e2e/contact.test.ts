import { expect, locales, readOutbox, test } from './shop.ts'

for (const { locale, prefix, words } of locales)
  test(`in ${locale}, a message to support arrives with its screenshot without JavaScript, and a rejected message keeps its text`, async ({
    browser,
    request,
  }, { workerIndex }) => {
    // Each test uses a separate address, because an address may send one upload at a time.
    const extraHTTPHeaders = { 'CF-Connecting-IP': `192.0.2.${String(workerIndex % 250)}` }
    const page = await browser.newPage({ javaScriptEnabled: false, extraHTTPHeaders })
    await page.goto(`${prefix}/contacts`)
    const support = page.locator('#support')
    const send = support.getByRole('button', { name: words('contacts.send') })
    const message = support.getByLabel(words('contacts.message'))
    await message.fill(`A question in ${locale}`)
    await send.click()
    await expect(support.getByText(words('contacts.nameMissing')).last()).toBeVisible()
    await expect(message).toHaveValue(`A question in ${locale}`)
    await expect(support.getByLabel(words('contacts.name'))).toBeFocused()

    await support.getByLabel(words('contacts.name')).fill('Anna')
    await support.getByLabel(words('contacts.yourEmail')).fill('anna@example.com')
    await support.getByLabel(words('order.consentLink')).check()
    const attach = (buffer: Buffer) =>
      support
        .getByLabel(words('contacts.screenshot'))
        .setInputFiles({ name: 'screen.png', mimeType: 'image/png', buffer })
    await attach(Buffer.alloc(6 * 1024 * 1024))
    await send.click()
    await expect(
      support.getByText(
        words('api.fileTooLarge', { size: locale === 'ru' ? '5\u00A0МБ' : '5\u00A0MB' }),
      ),
    ).toBeVisible()
    await expect(support.getByLabel(words('contacts.yourEmail'))).toHaveValue('anna@example.com')
    await expect(support.getByLabel(words('order.consentLink'))).toBeChecked()

    const screenshot = await page.screenshot()
    await attach(screenshot)
    await send.click()
    await expect(support.getByText(words('contacts.sent'))).toBeVisible()
    const messages = await readOutbox(request)
    const mail = messages.find(({ body }) => body.includes(`A question in ${locale}`))
    expect(mail?.body).toContain('Mozilla/5.0')
    const [file] = /screenshots\/\w+\.png/.exec(mail?.body ?? '') ?? []
    expect(await (await request.get(`/dev/uploads/${file}`)).body()).toEqual(screenshot)
    await page.close()
  })
