import { env } from 'cloudflare:workers'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { encode } from 'uqr'
import { insertMessage } from '../../src/messages/outbox.ts'
import type { MessagePurpose } from '../../src/messages/outbox.ts'
import {
  advanceClock,
  api,
  ask,
  clock,
  mailWebhook,
  nonce,
  pay,
  placeOrder,
  rows,
  sendMessages,
  settings,
  run,
  openShop,
  placeLines,
  usd,
} from '../support/small-shop.ts'

const mailSchema = z.object({
  to: z.string(),
  replyTo: z.string(),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  attachments: z.array(z.object({ contentID: z.string(), content: z.base64() })),
})
type SentMail = z.output<typeof mailSchema>

const lpa = 'LPA:1$rsp.example.com$CODE-0'
let sent: SentMail[] = []
let status = 200
let onSend = async () => {}

beforeEach(async () => {
  await openShop(2)
  Object.assign(settings, mailWebhook)
  sent = []
  status = 200
  onSend = async () => {}
  vi.stubGlobal('fetch', async (_: string, init: RequestInit) => {
    if (status === 200) sent.push(mailSchema.parse(await new Response(init.body).json()))
    await onSend()
    return new Response(null, { status })
  })
})
afterEach(() => vi.unstubAllGlobals())

const esimMails = () => sent.filter(({ attachments }) => attachments.length > 0)

describe('the email of an eSIM', () => {
  it('has the QR code as a picture, both codes and a button for each phone', async () => {
    await pay(await placeOrder())
    const [mail] = esimMails()
    expect(mail).toMatchObject({ to: 'anna@example.com', replyTo: 'help@meridian.example' })
    expect(mail?.html).toContain('src="cid:qr-code"')
    expect(mail?.attachments.map(({ contentID }) => contentID)).toEqual(['qr-code'])
    // Many mail programs replace the element `html`.
    expect(mail?.html).toContain('<div lang="en" dir="ltr" class="paper"')
    for (const part of [mail?.text, mail?.html]) {
      expect(part).toContain('rsp.example.com')
      expect(part).toContain('CODE-0')
      expect(part).toContain(lpa)
      for (const system of ['apple', 'android'])
        expect(part).toContain(
          `https://esimsetup.${system}.com/esim_qrcode_provisioning?carddata=${lpa}`,
        )
    }
    const picture = await pixelsOf(mail?.attachments[0]?.content ?? '')
    expect(picture).toEqual(encode(lpa, { ecc: 'M', border: 4 }).data)
  })

  it('has no code in its outbox row', async () => {
    await pay(await placeOrder())
    expect(esimMails()).toHaveLength(1)
    expect(JSON.stringify(await rows('SELECT * FROM outbox'))).not.toContain('CODE-0')
  })

  it('is sent once by a slow run and the run of the next minute', async () => {
    const log = vi.spyOn(console, 'error').mockReturnValue()
    status = 503
    for (let orders = 0; orders < 2; orders += 1) await pay(await placeOrder())
    status = 200
    advanceClock(61)
    let calls = 0
    onSend = async () => {
      calls += 1
      advanceClock(calls === 1 ? 50 : 71)
      if (calls === 2) await sendMessages()
    }
    await sendMessages()
    log.mockRestore()
    expect(calls).toBe(2)
    expect(new Set(esimMails().map(({ text }) => text)).size).toBe(2)
  })

  it('waits while the order is frozen', async () => {
    vi.spyOn(console, 'error').mockReturnValue()
    status = 503
    const invoiceID = await placeOrder()
    await pay(invoiceID)
    status = 200
    await run(`UPDATE orders SET frozen_at = '2026-11-21T10:01:00.000Z'`)
    advanceClock(24 * 3600)
    await sendMessages()
    expect(sent.filter(({ text }) => text.includes('esim-instruction?hash='))).toEqual([])
    await run('UPDATE orders SET frozen_at = NULL')
    await sendMessages()
    expect(esimMails()).toHaveLength(1)
  })

  it('has no code when the order is refunded before it is sent', async () => {
    vi.spyOn(console, 'error').mockReturnValue()
    status = 503
    const invoiceID = await placeOrder()
    await pay(invoiceID)
    await pay(invoiceID, { kind: 'refunded' })
    status = 200
    advanceClock(61)
    await sendMessages()
    const mail = sent.find(({ text }) => text.includes('esim-instruction?hash='))
    expect(mail?.to).toBe('anna@example.com')
    expect(JSON.stringify(mail)).not.toContain('CODE-0')
    expect(mail?.attachments).toEqual([])
    const refund = sent.find(({ text }) => text.includes('Refunded: $12.50\n'))
    expect(refund?.to).toBe('anna@example.com')
    expect(refund?.text).not.toContain('Total:')
  })

  it('is written in the language of the order, and quotes the giver’s message', async () => {
    const message = 'С днём рождения! <script>alert(1)</script>'
    await pay(await placeLines([{ recipient: 'bella@example.com', message }], {}, 'ru'))
    const [mail] = esimMails()
    expect(mail?.to).toBe('bella@example.com')
    expect(mail?.html).toContain('<html lang="ru"')
    expect(mail?.html).toContain('anna@example.com дарит вам эту eSIM.')
    expect(mail?.html).toContain('С днём рождения! &lt;script&gt;')
    expect(mail?.text).toContain(message)
    expect(mail?.text).not.toContain('$12')
  })

  it('has the receipt of its buyer', async () => {
    const invoiceID = await placeOrder()
    await pay(invoiceID)
    const [mail, ...others] = sent
    expect(others).toEqual([])
    const receipt = [`Order: ${invoiceID.slice(0, 10)}`, 'Date: 21.11.2026', 'Total: $12.50']
    for (const row of receipt) expect(mail?.text).toContain(`${row}\n`)
    expect(mail?.text).not.toContain(invoiceID)
  })

  it('has the number of the receipt in its text and its HTML, as every email about money', async () => {
    settings['RECEIPT_PREFIX'] = 'A-'
    const gift = await placeLines([{ recipient: 'bella@example.com' }], {}, 'ru')
    await pay(gift)
    await pay(gift, { kind: 'refunded' })
    await pay(await placeOrder())
    const numbered = sent.filter(({ text }) => /(?:Номер квитанции|Receipt number): A-/.test(text))
    expect(numbered.map(({ subject }) => subject.replace(gift.slice(0, 10), '…'))).toEqual([
      'Заказ … оплачен',
      'Мы вернули вам деньги',
      expect.stringContaining('Your eSIM: Türkiye'),
    ])
    for (const { text, html } of numbered.slice(0, 2)) {
      expect(text).toContain(`Заказ: ${gift.slice(0, 10)}\nНомер квитанции: A-1\n`)
      expect(html).toContain('>A-1</td>')
    }
    const [receipt, refund] = numbered
    expect(receipt?.text).not.toContain('возврате')
    expect(refund?.text).toMatch(/\nКвитанция о\sвозврате: C-1\n/)
    expect(refund?.text).toContain(`/payment/receipt?invoiceID=${gift}`)
    expect(refund?.html).toContain('>C-1</td>')
    expect(numbered[2]?.text).toContain('Receipt number: A-2\nDate: 21.11.2026\n')
  })

  it('has no receipt in an order of several plans, whose buyer gets a single receipt', async () => {
    const invoiceID = await placeLines([{}, {}])
    await pay(invoiceID, { amount: usd(2500) })
    const [receipt, ...others] = sent.filter(({ text }) => text.includes('Total: $'))
    expect(others).toEqual([])
    expect(receipt?.text.match(/: \$12\.50\n/g)).toHaveLength(2)
    expect(receipt?.text).toContain('Total: $25\n')
    expect(esimMails()).toHaveLength(2)
  })

  it('has no receipt for the recipient of a gift, while the buyer gets a single receipt', async () => {
    const invoiceID = await placeLines([{ recipient: 'bella@example.com' }, {}])
    const amount = usd(2500)
    for (let time = 0; time < 2; time += 1) await pay(invoiceID, { id: 'charge', amount })
    const receipts = sent.filter(({ subject }) => subject.includes(invoiceID.slice(0, 10)))
    expect(receipts.map(({ to }) => to)).toEqual(['anna@example.com'])
    expect(receipts[0]?.text).toContain('Total: $25\n')
    expect(receipts[0]?.text).toContain('To: bella@example.com\n')
    const gift = sent.find(({ to }) => to === 'bella@example.com')
    expect(gift?.text).not.toContain('$12')
  })
})

describe('other emails', () => {
  it('show a sign-in code in large type and the sender', async () => {
    await api('ru').customerCodeSend({ nonce, email: 'anna@example.com' })
    const [mail] = sent
    const [code = 'none'] = /\d{6}/.exec(mail?.subject ?? '') ?? []
    expect(mail?.html).toMatch(new RegExp(`<p[^>]*>${code}</p>`))
    expect(mail?.html).toContain('Meridian Sample Ltd')
  })

  it('have the visitor’s address as Reply-To when a visitor wrote the message', async () => {
    const message = { topic: 'support', name: 'Bella', email: 'bella@example.com' } as const
    await api().mailNotify({ ...message, message: 'No service\n\nin <Ankara>', consent: true })
    const [mail] = sent
    expect(mail).toMatchObject({ to: 'help@meridian.example', replyTo: 'bella@example.com' })
    expect(mail?.html).toContain('in &lt;Ankara&gt;')
  })

  const insert = async (purpose: MessagePurpose, second: number) =>
    insertMessage(env.DB, {
      kind: 'mail',
      purpose,
      dedupeKey: String(second),
      recipient: 'anna@example.com',
      subject: purpose,
      body: 'Text',
      createdAt: new Date(clock.now.getTime() + 1000 * second),
    }).run()

  const subjects = () => sent.map(({ subject }) => subject)

  it('are sent oldest first, in any order of writing', async () => {
    await insert('sold-out', 3)
    await insert('sign-in-code', 2)
    await insert('esim', 1)
    await insert('refund', 4)
    expect(await sendMessages()).toBe(4)
    expect(subjects()).toEqual(['esim', 'sign-in-code', 'sold-out', 'refund'])
  })

  it('are sent before an older message that failed, even if its retry is due', async () => {
    const errorLog = vi.spyOn(console, 'error').mockReturnValue()
    await insert('esim', 1)
    status = 503
    await sendMessages()
    status = 200
    errorLog.mockRestore()
    await insert('refund', 2)
    expect(await sendMessages()).toBe(1)
    await insert('sold-out', 3)
    advanceClock(60)
    expect(await sendMessages()).toBe(2)
    expect(subjects()).toEqual(['refund', 'sold-out', 'esim'])
  })

  it('are sent before older emails that nobody waits for', async () => {
    await insert('stock-alert', 0)
    for (let second = 1; second < 30; second += 1) await insert('review', second)
    await insert('usage', 30)
    await insert('sign-in-code', 31)
    await insert('esim', 32)
    expect(await sendMessages()).toBe(20)
    expect(subjects().slice(0, 3)).toEqual(['sign-in-code', 'esim', 'stock-alert'])
    expect(await sendMessages()).toBe(13)
    expect(subjects().at(-1)).toBe('usage')
  })

  it('are sent before older messages from the contact form', async () => {
    await insert('contact-message', 1)
    await insert('contact-message', 2)
    await insert('review', 3)
    await insert('esim', 4)
    expect(await sendMessages()).toBe(4)
    expect(subjects()).toEqual(['esim', 'review', 'contact-message', 'contact-message'])
  })

  it('show their codes on a page for development only', async () => {
    await pay(await placeOrder())
    const [message] = await rows<{ id: string }>(`SELECT id FROM outbox WHERE purpose = 'esim'`)
    const visit = async () => ask(new Request(`http://localhost:8787/dev/outbox/${message?.id}`))
    const shown = await visit()
    expect(await shown.text()).toContain('src="data:image/png;base64,')
    expect(shown.headers.get('Content-Security-Policy')).toContain("img-src 'self' data:")
    settings['DEV_TOOLS'] = '0'
    settings['PAYMENT_PROVIDERS'] = 'generic'
    settings['GENERIC_PAYMENT_URL'] = 'https://pay.example/{reference}'
    expect((await visit()).status).toBe(404)
  })
})

it('sends mail through Cloudflare’s binding', async () => {
  settings['MAIL_CARRIER'] = 'cloudflare'
  await pay(await placeOrder())
  expect(await rows('SELECT 1 FROM outbox WHERE sent_at IS NULL')).toEqual([])
  expect(await env.DB.prepare('SELECT reference FROM outbox').first('reference')).toMatch(/@/)
})

/** Returns one value for each module of a QR code, from a PNG with a black and white palette. */
async function pixelsOf(base64: string): Promise<boolean[][]> {
  const bytes = Uint8Array.from(atob(base64), (each) => each.charCodeAt(0))
  const view = new DataView(bytes.buffer)
  const width = view.getUint32(16)
  let data = new Uint8Array()
  for (let at = 8; at < bytes.length; at += view.getUint32(at) + 12)
    if (new TextDecoder().decode(bytes.subarray(at + 4, at + 8)) === 'IDAT')
      data = bytes.slice(at + 8, at + 8 + view.getUint32(at))
  const stream = new Blob([data]).stream().pipeThrough(new DecompressionStream('deflate'))
  const lines = new Uint8Array(await new Response(stream).arrayBuffer())
  const scale = 12
  const modules = Array.from({ length: width / scale }, (_, index) => (index + 0.5) * scale)
  const length = 1 + Math.ceil(width / 8)
  const byteAt = (x: number, y: number) =>
    lines[Math.floor(y) * length + 1 + Math.floor(x / 8)] ?? 0
  return modules.map((y) =>
    modules.map((x) => (byteAt(x, y) & (0x80 >> (Math.floor(x) % 8))) !== 0),
  )
}
