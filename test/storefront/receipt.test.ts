import { env } from 'cloudflare:workers'
import { beforeEach, expect, it } from 'vitest'
import { secretID } from '../../src/kit/tokens.shared.ts'
import { formatExactMoney } from '../../src/words/formats.shared.ts'
import { href } from '../../src/words/paths.shared.ts'
import { wordsOf } from '../../src/words/words.shared.ts'
import {
  advanceClock,
  ask,
  invoiceOf,
  pay,
  placeOrder,
  rows,
  settings,
  openShop,
  placeLines,
  usd,
} from '../support/small-shop.ts'
import { exchangedOrder, paidOrder } from '../support/staff.ts'
import { visit, visitText } from '../support/visit.ts'
import { visitWithApi } from '../support/visit-with-api.ts'

beforeEach(async () => openShop(3))

async function factsOf(
  invoiceID: string,
  query: { readonly [name: string]: string } = {},
  locale: 'en' | 'ru' = 'en',
): Promise<string> {
  const html = await visitText(href(locale, 'paymentReceipt', null, { invoiceID, ...query }))
  const [, main = ''] = /<main[^>]*>(.*)<\/main>/s.exec(html) ?? []
  return main
    .replaceAll('<!-- -->', '')
    .replaceAll(/<style[^>]*>.*?<\/style>/gs, '')
    .replaceAll('\u2060', '')
    .replaceAll('<wbr/>', '')
    .replaceAll(/<span class="unbroken"[^>]*>(.*?)<\/span>/g, '$1')
    .replaceAll(/<[^>]*>/g, '|')
    .replaceAll(/\|+/g, '|')
    .replaceAll('\u00A0', ' ')
}

it('breaks an address that is wider than its column before the domain', async () => {
  const invoiceID = await paidOrder()
  const html = await visitText(href('en', 'paymentReceipt', null, { invoiceID }))
  expect(html.replaceAll('<!-- -->', '')).toContain('<div>anna@<wbr/>example.com</div>')
})

it('shows the number, date, seller, plan and amount of a paid order', async () => {
  const id = await paidOrder()
  const facts = await factsOf(id)
  expect(facts).toContain(`|Receipt for order ${id.slice(0, 10)}|`)
  expect(facts).toContain('|Seller|Meridian Sample Ltd|1 Sample Street, London|')
  expect(facts).toContain('|Customer|anna@example.com|')
  expect(facts).toContain('|Paid on|21.11.2026|')
  expect(facts).toContain('|Türkiye, 10 GB, 30 days|$12.50|Total paid|$12.50|')
  expect(facts).not.toContain('VAT|$')
})

it('shows the company that the customer types, and stores nothing', async () => {
  const id = await paidOrder()
  const buyer = { company: 'Acme <b>GmbH</b>', taxID: 'DE123456789', address: 'Hauptstr. 1, Köln' }
  const tables = ['orders', 'outbox', 'limits', 'audit']
  const countAll = () =>
    Promise.all(tables.map((table) => env.DB.prepare(`SELECT * FROM ${table}`).raw()))
  const before = await countAll()
  const facts = await factsOf(id, buyer)
  expect(facts).toContain('|Customer|Acme &lt;b&gt;GmbH&lt;/b&gt;|DE123456789|Hauptstr. 1, Köln|')
  expect(await countAll()).toEqual(before)
  expect(await factsOf(id, { company: 'x'.repeat(121), taxID: 'a\nb' })).toContain(
    '|Customer|anna@example.com|',
  )
})

it('has a consecutive number with the prefix of the time of the payment', async () => {
  settings['RECEIPT_PREFIX'] = 'A-'
  const first = await paidOrder()
  const unpaid = await placeOrder()
  await pay(unpaid, { kind: 'declined' })
  settings['RECEIPT_PREFIX'] = 'B-'
  const second = await paidOrder()
  await pay(first, { kind: 'refunded', amount: usd(250) })
  await pay(first, { id: 'paid twice' })
  await pay(unpaid)
  expect(await factsOf(first)).toContain('|Receipt number|A-1|')
  expect(await factsOf(second)).toContain('|Receipt number|B-2|')
  expect(await factsOf(unpaid)).toContain('|Receipt number|B-3|')
})

it('is private', async () => {
  const id = await paidOrder()
  const page = await visit(href('en', 'paymentReceipt', null, { invoiceID: id }))
  expect(page.headers.get('Cache-Control')).toContain('no-store')
  expect(page.headers.get('X-Robots-Tag')).toContain('noindex')
  expect(page.headers.get('Referrer-Policy')).toBe('same-origin')
})

it('keeps the VAT rate of the time of the order', async () => {
  settings['VAT_PERCENT'] = '20'
  const id = await paidOrder()
  settings['VAT_PERCENT'] = '25'
  expect(await factsOf(id)).toContain('|Total paid|$12.50|Including 20% VAT|$2.08|')
  await pay(id, { kind: 'refunded', amount: usd(250) })
  expect(await factsOf(id)).toContain(
    '|Credit note C-1 of 21.11.2026|−$2.50|Left after refunds|$10.00|Including 20% VAT|$1.67|',
  )
})

it('has a credit note with its own number for each refund, with its part of the VAT', async () => {
  settings['VAT_PERCENT'] = '20'
  settings['RECEIPT_PREFIX'] = 'A-'
  const other = await paidOrder()
  const id = await paidOrder()
  for (const refund of ['first', 'second', 'third'])
    await pay(id, { kind: 'refunded', id: refund, amount: usd(refund === 'third' ? 416 : 417) })
  await pay(other, { kind: 'refunded' })
  const vat = []
  for (const creditNote of ['C-1', 'C-2', 'C-3']) {
    const facts = await factsOf(id, { creditNote, company: 'Acme' })
    expect(facts).toContain(`|Credit note ${creditNote}|Issued on|21.11.2026|`)
    expect(facts).toContain('|Corrects receipt|A-2 of 21.11.2026|Seller|Meridian Sample Ltd|')
    expect(facts).toContain('|Customer|Acme|')
    expect(facts).toMatch(/\|Total on the receipt\|\$12\.50\|Refunded\|−\$4\.1[67]\|/)
    vat.push(Number(/VAT\|−\$0\.(\d\d)\|/.exec(facts)?.[1]))
  }
  expect(vat.reduce((sum, minor) => sum + minor, 0)).toBe(208)
  expect(await factsOf(other, { creditNote: 'C-4' })).toContain('|Corrects receipt|A-1 of')
  const foreign = href('en', 'paymentReceipt', null, { invoiceID: id, creditNote: 'C-4' })
  expect((await visit(foreign)).status).toBe(404)
  const russian = await factsOf(id, { creditNote: 'C-1' }, 'ru')
  expect(russian).toContain('|Квитанция о возврате C-1|Дата документа|21.11.2026|К квитанции|A-2')
})

it('cancels a credit note by another document when the refund fails at the bank', async () => {
  const id = await paidOrder()
  const refund = { id: 're_1', amount: usd(250) }
  await pay(id, { kind: 'refunded', ...refund })
  await pay(id, { kind: 'refund-failed', ...refund })
  await pay(id, { kind: 'refunded', id: 're_2', amount: usd(300) })
  const facts = await factsOf(id)
  expect(facts).toContain(
    '|Credit note C-1 of 21.11.2026|−$2.50|Cancellation C-2 of 21.11.2026|$2.50|' +
      'Credit note C-3 of 21.11.2026|−$3.00|Left after refunds|$9.50|',
  )
  const note = await factsOf(id, { creditNote: 'C-2' })
  expect(note).toContain('|Cancellation C-2|')
  expect(note).toContain('|Cancels|Credit note C-1|Corrects receipt|1 of 21.11.2026|')
  expect(note).toContain('|No longer refunded|$2.50|')
  expect((await invoiceOf(id)).refunded).toEqual(usd(300))
})

it('has lines that add up after an exchange, also on its credit note', async () => {
  const id = await exchangedOrder()
  const lines = '|$9.00|Difference after an exchange|$3.50|'
  expect(await factsOf(id)).toContain(`${lines}Total paid|$12.50|`)
  expect(await factsOf(id, { creditNote: 'C-1' })).toContain(
    `${lines}Total on the receipt|$12.50|Refunded|−$3.50|`,
  )
})

it('has no credit note for the return of a second charge, which is on no receipt', async () => {
  const id = await paidOrder()
  await pay(id, { id: 'paid twice' })
  await pay(id, { kind: 'refunded', id: 're_1' })
  expect(await factsOf(id)).toContain('|Total paid|$12.50|Add your company|')
  await pay(id, { kind: 'refunded', id: 're_2' })
  expect(await factsOf(id)).toContain('|Credit note C-1 of 21.11.2026|−$12.50|')
})

it('has no credit note without a receipt, and one for a refund before the payment', async () => {
  const unpaid = await placeOrder()
  await pay(unpaid, { kind: 'refunded' })
  await pay(unpaid)
  const partly = await placeOrder()
  await pay(partly, { kind: 'refunded', amount: usd(250) })
  expect(await rows('SELECT number FROM credit_notes')).toEqual([])
  await pay(partly)
  expect(await factsOf(partly)).toContain('|Credit note C-1 of 21.11.2026|−$2.50|')
})

it('lists the plans of an order and gifts in the language of the page', async () => {
  const inRoubles = { paymentOption: 'card-rub' } as const
  const invoiceID = await placeLines([{}, { recipient: 'friend@example.com' }], inRoubles)
  await pay(invoiceID, { amount: { minor: 230_000, currency: 'RUB' } })
  const facts = await factsOf(invoiceID, {}, 'ru')
  const price = formatExactMoney('ru', { minor: 115_000, currency: 'RUB' }).replaceAll(
    '\u00A0',
    ' ',
  )
  expect(facts.split(`|${price}|`)).toHaveLength(3)
  expect(facts).toContain('|Квитанция по заказу ')
  expect(facts).toContain('|Номер квитанции|1|')
  expect(facts).not.toContain('friend@example.com')
})

it('shows orders of a server that was written for an earlier contract', async () => {
  const id = await paidOrder()
  const fetchOlder: typeof fetch = async (input, init) => {
    const response = await ask(new Request(input, init))
    if (new URL(response.url || new Request(input).url).pathname !== '/web-invoice') return response
    const { data } = await response.json<{ data: Record<string, unknown> }>()
    for (const added of ['paidAt', 'vatPercent', 'receiptNumber', 'creditNotes']) delete data[added]
    return Response.json({ data })
  }
  const order = href('en', 'paymentSuccess', null, { invoiceID: id })
  const page = await visitWithApi(order, fetchOlder)
  expect(page.status).toBe(200)
  const html = await page.text()
  expect(html).toContain(id.slice(0, 10))
  expect(html).not.toContain(href('en', 'paymentReceipt'))
  const receipt = href('en', 'paymentReceipt', null, { invoiceID: id })
  expect((await visitWithApi(receipt, fetchOlder)).headers.get('Location')).toBe(order)
})

it('leads to the order until it is paid, and is linked from its page', async () => {
  const id = await placeOrder()
  const address = href('en', 'paymentReceipt', null, { invoiceID: id })
  const order = href('en', 'paymentSuccess', null, { invoiceID: id })
  expect((await visit(address)).headers.get('Location')).toBe(order)
  expect(await visitText(order)).not.toContain(address)
  await pay(id)
  advanceClock(10)
  expect(await visitText(order)).toContain(`<a href="${address}">`)
  expect(wordsOf('ru')('receipt.link')).not.toBe(wordsOf('en')('receipt.link'))
  expect((await visit(href('en', 'paymentReceipt', null, { invoiceID: secretID() }))).status).toBe(
    404,
  )
})
