import { expect, it } from 'vitest'
import { maxScreenshotBytes } from '../../src/messages/operations.ts'
import { wordsOf } from '../../src/words/words.shared.ts'
import { newEmail } from './people.ts'
import { partsOf } from './shop.ts'
import type { Shop } from './shop.ts'
import { itWithinTenMinutes } from './within-ten-minutes.ts'

const words = wordsOf('en')
const png = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]

export function describeMessages(shop: Shop): void {
  const messageOf = (email: string) =>
    ({ topic: 'support', name: 'Anna', email, message: 'No service', consent: true }) as const

  itWithinTenMinutes('are emailed once a day', async () => {
    const email = newEmail()
    const message = { ...messageOf(email), topic: 'partnership' } as const
    expect(await shop.call('mailNotify', message)).toEqual({ data: { topic: 'partnership' } })
    await shop.call('mailNotify', message)
    const mails = (await shop.outboxOf('partners@meridian.example')).filter(({ body }) =>
      body.includes(email),
    )
    expect(mails).toHaveLength(1)
    const { errors } = await shop.expectRefusal('mailNotify', 'invalid-input', {
      ...message,
      consent: false,
    })
    expect(errors).toEqual({ consent: [words('api.consent')] })
    const toNobody = { ...message, email: 'anna@' }
    expect(await shop.expectRefusal('mailNotify', 'invalid-input', toNobody)).toMatchObject({
      errors: { email: [words('errors.emailInvalid')] },
    })
  })

  it('confirm the address of who waits for a country or plan', async () => {
    const email = newEmail()
    const wanted = { kind: 'place', subject: 'tr', email, consent: true } as const
    expect(await shop.call('stockAlert', wanted)).toEqual({ data: { done: true } })
    const [mail] = await shop.outboxOf(email)
    const [, alert = ''] = /stock-alert\?alert=([\w-]+)/.exec(mail?.body ?? '') ?? []
    expect(await shop.call('stockAlertConfirm', { alert })).toEqual({ data: { done: true } })
    const confirmed = { data: { isConfirmed: true } }
    expect(await shop.call('stockAlertState', { alert })).toEqual(confirmed)
    expect(await shop.call('stockAlertDelete', { alert })).toEqual({ data: { done: true } })
    await shop.expectRefusal('stockAlertState', 'not-found', { alert })
    await shop.expectRefusal('stockAlertConfirm', 'not-found', { alert: 'a'.repeat(43) })
    const unknown = { ...wanted, kind: 'tariff', subject: 'no-such-plan' }
    await shop.expectRefusal('stockAlert', 'not-found', unknown)
    const { errors } = await shop.expectRefusal('stockAlert', 'invalid-input', {
      ...wanted,
      consent: false,
    })
    expect(errors).toEqual({ consent: [words('api.consent')] })
  })

  it('may have a screenshot of up to 5 MB, which is stored unchanged', async () => {
    const email = newEmail()
    const screenshot = pictureOf(maxScreenshotBytes)
    const files = { screenshot: new File([screenshot], 'screen.png') }
    expect(await shop.call('mailNotify', messageOf(email), { files })).toEqual({
      data: { topic: 'support' },
    })
    const mail = (await shop.outboxOf('help@meridian.example')).find(({ body }) =>
      body.includes(email),
    )
    const [name] = /screenshots\/[0-9a-f]+\.png/.exec(mail?.body ?? '') ?? []
    const kept = await shop.visit(`/dev/uploads/${name}`)
    expect(kept.headers.get('Content-Type')).toBe('image/png')
    const bytes = new Uint8Array(await kept.arrayBuffer())
    expect(await digestOf(bytes)).toBe(await digestOf(screenshot))
  })

  it.each([
    ['by a byte', maxScreenshotBytes + 1],
    ['by far', 4 * maxScreenshotBytes],
  ])(
    'are refused with a screenshot that is too large %s, with or without Content-Length',
    async (_, bytes) => {
      const email = newEmail()
      const files = { screenshot: new File([pictureOf(bytes)], 'screen.png') }
      const message = { ...messageOf(email), lang: 'en' }
      const refusal = {
        code: 'too-large',
        error: words('api.tooLarge'),
        errors: { screenshot: [words('api.fileTooLarge', { size: '5\u00A0MB' })] },
      }
      expect(await shop.expectRefusal('mailNotify', 'too-large', message, { files })).toEqual(
        refusal,
      )
      const told = new Response(partsOf(message, files))
      const headers = { 'Content-Type': told.headers.get('Content-Type') ?? '' }
      const untold = { headers, body: told.body, duplex: 'half' }
      expect(await shop.send('mailNotify', untold)).toEqual({ status: 413, body: refusal })
      const support = await shop.outboxOf('help@meridian.example')
      expect(support.filter(({ body }) => body.includes(email))).toEqual([])
    },
  )

  it('are refused with a file that is not an image', async () => {
    const files = { screenshot: new File(['<svg/>'], 'screen.png', { type: 'image/png' }) }
    const refusal = await shop.expectRefusal('mailNotify', 'invalid-input', messageOf(newEmail()), {
      files,
    })
    expect(refusal).toEqual({
      code: 'invalid-input',
      errors: { screenshot: [words('api.notAPicture')] },
    })
  })
}

function pictureOf(bytes: number): Uint8Array<ArrayBuffer> {
  const picture = new Uint8Array(bytes)
  picture.set(png)
  return picture
}

async function digestOf(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)).join()
}
