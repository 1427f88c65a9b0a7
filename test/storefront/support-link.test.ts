import { beforeEach, expect, it } from 'vitest'
import { z } from 'zod'
import { orderNumberOf } from '../../src/kit/order-number.ts'
import { pageAddresses } from '../../src/site/page-input.ts'
import { locales } from '../../src/words/locales.shared.ts'
import { href } from '../../src/words/paths.shared.ts'
import { wordsOf } from '../../src/words/words.shared.ts'
import { contactsPage } from '../../src/messages/pages/contacts.tsx'
import { esimHash, openShop } from '../support/small-shop.ts'
import { paidOrder } from '../support/staff.ts'
import { origin, visit, visitText } from '../support/visit.ts'

beforeEach(async () => openShop(1))

const iccid = '8910300000000000010'

/** Returns the texts of both message fields, support first. */
function messagesIn(html: string): string[] {
  return [...html.matchAll(/<textarea[^>]* name="message"[^>]*>([^<]*)</g)].map(
    ([, text = '']) => text,
  )
}

it.each(locales)('fills in the order or eSIM of the page in %s', async (locale) => {
  const invoiceID = await paidOrder()
  const hash = await esimHash()
  const words = wordsOf(locale)
  const order = `${words('mail.receiptOrder')} ${orderNumberOf(invoiceID)}\n`
  const number = `${words('instruction.iccid')} ${iccid}\n`
  for (const [path, message] of [
    [href(locale, 'paymentSuccess', null, { invoiceID }), order],
    [href(locale, 'instruction', null, { hash }), number],
    [href(locale, 'operatorInfo', null, { hash }), number],
  ] as const) {
    const html = await visitText(path)
    const links = [...html.matchAll(/href="([^"]*contacts\?[^"]*)" data-dialog="support"/g)]
    expect(links.length, path).toBeGreaterThan(0)
    for (const [, link = ''] of links) {
      expect(link).not.toContain(hash)
      expect(link).not.toContain(invoiceID)
      const response = await visit(link)
      expect(response.headers.get('Cache-Control')).toBe('private, no-store')
      const contacts = await response.text()
      expect(messagesIn(contacts)).toEqual([message, ''])
      expect(contacts).toContain('<meta name="robots" content="noindex"/>')
    }
  }
})

it('ignores other values, and stores no page with a number', async () => {
  const plain = messagesIn(await visitText('/contacts'))
  expect(plain).toEqual(['', ''])
  for (const query of ['order=Pay+to+evil.example', 'iccid=call+me', 'order=', 'about=x'])
    expect(messagesIn(await visitText(`/contacts?${query}`)), query).toEqual(plain)
  const addressOf = pageAddresses(contactsPage.publicQuery ?? z.object({}))
  const storeOf = (query: string) => addressOf(new URL(`${origin}/contacts?${query}`))
  expect(storeOf(`iccid=${iccid}`)?.store).toBe('none')
  expect(storeOf('order=A2B3C4D5E6')?.store).toBe('none')
  expect(storeOf('order=unknown&about=x')).toEqual({ path: '/contacts', store: 'linked' })
})
