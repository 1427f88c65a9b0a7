import { beforeEach, describe, expect, it } from 'vitest'
import { wordsOf } from '../../src/words/words.shared.ts'
import { pay, placeOrder, openShop } from '../support/small-shop.ts'
import { visitText } from '../support/visit.ts'

beforeEach(async () => openShop(1))

const movesOn = /data-refresh=|http-equiv="refresh"/i

describe.each(['en', 'ru'] as const)('in %s', (locale) => {
  const words = wordsOf(locale)
  const pageOf = (invoiceID: string) =>
    `${locale === 'ru' ? '/ru' : ''}/payment/success?invoiceID=${invoiceID}`

  it('a visitor stops the refresh of a pending payment', async () => {
    const page = pageOf(await placeOrder())
    const html = await visitText(page)
    expect(html).toContain('data-refresh="3"')
    const stays = await followLink(html, words('payment.stopRefreshing'))
    expect(stays).toContain(words('payment.processingTitle'))
    expect(stays).not.toMatch(movesOn)
    expect(stays).not.toContain(words('payment.refreshes'))
    expect(stays).toContain(`>${words('payment.refresh')}</a>`)
  })

  it('a visitor stops the countdown to the eSIM’s page', async () => {
    const invoiceID = await placeOrder()
    await pay(invoiceID)
    const html = await visitText(pageOf(invoiceID))
    expect(html).toContain('data-refresh="10;url=')
    const stays = await followLink(html, words('payment.stay'))
    expect(stays).toContain(words('payment.successTitle'))
    expect(stays).not.toMatch(movesOn)
    expect(stays).not.toContain('data-countdown')
    expect(stays).toContain(`>${words('payment.open')}</a>`)
  })
})

async function followLink(html: string, name: string): Promise<string> {
  const links = [...html.matchAll(/<a href="([^"]*)">([^<]*)<\/a>/g)]
  const [, url = ''] = links.find(([, , text]) => text === name) ?? []
  return visitText(url.replaceAll('&amp;', '&'))
}
