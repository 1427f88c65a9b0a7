import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { formatDate } from '../../src/words/formats.shared.ts'
import { wordsOf } from '../../src/words/words.shared.ts'
import { clock, esimHash, pay, rows, openShop, words } from '../support/small-shop.ts'
import { visit, visitText, orderForm } from '../support/visit.ts'

const today = '2026-11-21'
const lastDay = '2027-02-18'

beforeEach(async () => {
  await openShop(4)
  vi.useFakeTimers({ toFake: ['Date'], now: clock.now })
})
afterEach(() => vi.useRealTimers())

const gift = { giftEmail: 'Bella@example.com', giftMessage: 'Bon\r\n voyage', giftDate: '' }

const send = async (change: Record<string, string>, path = '/esim-order?tariffID=tr-10') =>
  visit(path, {
    form: {
      ...orderForm(),
      ...change,
    },
  })

async function paidOrder(): Promise<string> {
  const [order] = await rows<{ id: string; amount_minor: number }>('SELECT * FROM orders')
  const amount = { minor: order?.amount_minor ?? 0, currency: 'USD' }
  await pay(order?.id ?? '', { amount })
  return order?.id ?? ''
}

describe('the form', () => {
  it('collapses the gift fields, and limits the date', async () => {
    const html = await visitText('/esim-order?tariffID=tr-10')
    expect(html).toContain(`min="${today}" max="${lastDay}"`)
    expect(html).toMatch(
      new RegExp(`<details class="fold"><summary>${words('order.gift')}`.replace('?', '\\?')),
    )
  })

  it('orders every eSIM for the friend, with the message in one line', async () => {
    const path = '/esim-order?tariffID=tr-10&people=2'
    expect((await send({ ...gift, giftDate: lastDay }, path)).status).toBe(303)
    const line = { recipient: 'bella@example.com', message: 'Bon voyage', deliver_on: lastDay }
    expect(await rows('SELECT recipient, message, deliver_on FROM order_lines')).toEqual([
      line,
      line,
    ])
  })

  it.each([
    [
      'each person',
      'Bella@example.com, carl@example.com',
      ['bella@example.com', 'carl@example.com'],
    ],
    ['a friend and the buyer', 'Anna@example.com,carl@example.com', [null, 'carl@example.com']],
  ])('sends an eSIM of every plan to %s', async (_, giftEmail, recipients) => {
    const path = '/esim-order?tariffID=tr-10,tr-10&people=2'
    expect((await send({ ...gift, giftEmail, giftDate: lastDay }, path)).status).toBe(303)
    const lines = await rows('SELECT recipient, message, deliver_on FROM order_lines')
    const expected = recipients.map((recipient) => ({
      recipient,
      message: recipient && 'Bon voyage',
      deliver_on: recipient && lastDay,
    }))
    expect(lines).toEqual([...expected, ...expected])
  })

  it.each([
    ['two addresses for three people', 'bella@example.com,carl@example.com', 3],
    ['two addresses for one person', 'bella@example.com,carl@example.com', 1],
    ['half an address of two', 'bella@example.com,carl@', 2],
    ['a comma at the end', 'bella@example.com,', 2],
  ])('refuses %s', async (_, giftEmail, people) => {
    const refused = await send({ giftEmail }, `/esim-order?tariffID=tr-10&people=${people}`)
    expect(refused.status).toBe(422)
    const html = await refused.text()
    const message = people > 1 ? 'order.giftEmailsInvalid' : 'order.giftEmailInvalid'
    expect(html).toContain(words(message))
    expect(html).toContain(`value="${giftEmail}"`)
    // CSS shows it as soon as the friend's address is typed, and hides the other text.
    expect(html.includes(`<span class="of-giver">${words('order.giverEmailHint')}<`)).toBe(
      people === 1,
    )
  })

  it.each([
    ['no address', { giftEmail: '' }, 'order.giftEmailInvalid'],
    ['half an address', { giftEmail: 'bella@' }, 'order.giftEmailInvalid'],
    ['a header in the address', { giftEmail: 'b@c.d\r\nBcc: x@y.z' }, 'order.giftEmailInvalid'],
    ['a control character', { giftMessage: 'a\u0001b' }, 'order.giftMessageInvalid'],
    ['a long message', { giftMessage: 'x'.repeat(501) }, 'order.giftMessageInvalid'],
    ['a link', { giftMessage: 'Look: https://evil.example/phish' }, 'order.giftMessageInvalid'],
    [
      'an address without protocol',
      { giftMessage: 'WWW.evil.example' },
      'order.giftMessageInvalid',
    ],
    ['a date in the past', { giftDate: '2026-11-20' }, 'order.giftDateInvalid'],
    ['a date too far away', { giftDate: '2027-02-19' }, 'order.giftDateInvalid'],
    ['a date in another form', { giftDate: '25.12.2026' }, 'order.giftDateInvalid'],
  ] as const)('keeps all typed values with %s', async (_, change, message) => {
    const refused = await send({ ...gift, ...change })
    expect(refused.status).toBe(422)
    const html = await refused.text()
    const bounds = { from: formatDate(today), to: formatDate(lastDay) }
    expect(html).toContain(`class="error">${words(message, bounds)}</small>`)
    expect(html).toContain('<details class="fold" open="">')
    expect(html).toContain('value="anna@example.com"')
    expect(await rows('SELECT 1 FROM orders')).toEqual([])
  })
})

/** An address within a text is a separate element, to prevent a line break in the address. */
const withoutSpans = (html: string) =>
  html.replaceAll(/<span class="unbroken" translate="no">([^<]*)<\/span>/g, '$1')

describe('the order’s page', () => {
  it.each(['en', 'ru'] as const)(
    'shows in %s who gets the gift, and no code to the buyer',
    async (locale) => {
      await send(gift)
      const invoiceID = await paidOrder()
      const html = withoutSpans(
        await visitText(`${locale === 'ru' ? '/ru' : ''}/payment/success?invoiceID=${invoiceID}`),
      )
      const text = wordsOf(locale)('payment.giftText', { email: 'bella@example.com' })
      expect(html).toContain(text)
      const hash = await esimHash()
      expect(html).not.toContain(hash)
      expect(html).not.toContain('http-equiv="refresh"')
      const mails = await rows<{ recipient: string; subject: string; body: string }>(
        `SELECT recipient, subject, body FROM outbox WHERE purpose = 'esim'`,
      )
      expect(mails.map(({ recipient }) => recipient)).toEqual(['bella@example.com'])
      expect(mails[0]?.subject).toContain('A gift for you')
      expect(mails[0]?.body).toContain('Bon voyage')
    },
  )

  it('shows who gets which eSIM, and links only to the buyer’s own eSIM', async () => {
    const giftEmail = 'anna@example.com, carl@example.com'
    await send({ ...gift, giftEmail }, '/esim-order?tariffID=tr-10&people=2')
    const html = await visitText(`/payment/success?invoiceID=${await paidOrder()}`)
    expect(html).toContain(words('payment.giftsText'))
    expect(html).toContain(words('payment.gift', { email: 'carl@example.com' }))
    const links = html.match(/<a class="button small" href="\/esim-instruction\?hash=/g)
    expect(links).toHaveLength(1)
    const mails = await rows(
      `SELECT recipient FROM outbox WHERE purpose = 'esim' ORDER BY recipient`,
    )
    expect(mails).toEqual([{ recipient: 'anna@example.com' }, { recipient: 'carl@example.com' }])
  })

  it('shows the date of the gift, and does not poll', async () => {
    await send({ ...gift, giftDate: lastDay }, '/esim-order?tariffID=tr-10&people=2')
    const invoiceID = await paidOrder()
    const html = withoutSpans(await visitText(`/payment/success?invoiceID=${invoiceID}`))
    const date = formatDate(lastDay)
    expect(html).toContain(words('payment.giftOnText', { email: 'bella@example.com', date }))
    expect(html).toContain(words('payment.giftOn', { email: 'bella@example.com', date }))
    expect(html).not.toContain('http-equiv="refresh"')
    expect(await rows('SELECT 1 FROM esims')).toEqual([])
  })
})
