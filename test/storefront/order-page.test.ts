import { env } from 'cloudflare:workers'
import { beforeEach, expect, it } from 'vitest'
import { secretID } from '../../src/kit/tokens.shared.ts'
import { formatMoney } from '../../src/words/formats.shared.ts'
import { href } from '../../src/words/paths.shared.ts'
import { wordsOf } from '../../src/words/words.shared.ts'
import { runScheduledJobs } from '../../src/jobs.ts'
import { searchOrders } from '../../src/orders/search-orders.ts'
import { advanceClock, api, clock, pay, rows, openShop, run, usd } from '../support/small-shop.ts'
import { pending, refund, wholeOrder } from '../support/refunds.ts'
import { staffContext } from '../support/staff.ts'
import { visit, visitText } from '../support/visit.ts'

beforeEach(async () => {
  await openShop(2)
  await run(`INSERT INTO promo_codes (code, percent_hundredths, created_at)
    VALUES ('TEN', 1000, '2026-11-01')`)
})

async function order(lines: number, promocode?: string): Promise<string> {
  const started = await api().activation({
    lines: Array.from({ length: lines }, () => ({ tariffID: 'tr-10' })),
    email: 'anna@example.com',
    paymentOption: 'card-usd',
    consent: true,
    idempotencyKey: secretID(),
    ...(promocode !== undefined && { promocode }),
  })
  if (!started.ok) throw new Error(`The order was refused: ${started.error.status}`)
  return started.value.data.invoiceID
}

/** The texts of an order's page in page order, without markup. */
async function textsOf(invoiceID: string, locale: 'en' | 'ru' = 'en'): Promise<string> {
  const html = await visitText(href(locale, 'paymentSuccess', null, { invoiceID }))
  const [, main = ''] = /<main[^>]*>(.*)<\/main>/s.exec(html) ?? []
  return withPlainSpaces(
    main
      .replaceAll('<!-- -->', '')
      .replaceAll(/<[^>]*>/g, '|')
      .replaceAll(/\|+/g, '|'),
  )
}

function withPlainSpaces(text: string): string {
  return text.replaceAll('\u00A0', ' ')
}

it.each(['en', 'ru'] as const)(
  'shows in %s the price, the reduction of the promo code and the amount paid',
  async (locale) => {
    const words = wordsOf(locale)
    const invoiceID = await order(1, 'ten')
    const money = (minor: number) => formatMoney(locale, usd(minor))
    const reduced = `${words('tariff.price')}|${money(1250)}|${words('order.reduction')} TEN|${money(-125)}|`
    const total = `|${money(1125)}|`
    expect(await textsOf(invoiceID, locale)).toContain(
      withPlainSpaces(reduced + words('payment.toPay') + total),
    )
    await pay(invoiceID, { amount: usd(1125) })
    expect(await textsOf(invoiceID, locale)).toContain(
      withPlainSpaces(reduced + words('payment.paid') + total),
    )
  },
)

it('shows the state of each line: issued, waiting, then refunded', async () => {
  const words = wordsOf('en')
  const invoiceID = await order(2, 'ten')
  await run(`DELETE FROM stock WHERE iccid = (SELECT max(iccid) FROM stock)`)
  await pay(invoiceID, { amount: usd(2250) })
  const statesIn = (text: string) =>
    [...text.matchAll(/\|([^|]*)\|\s*\|?\$11\.25\|/g)].map(([, state]) => state)
  const [issued, waiting] = [words('payment.lines.issued'), words('payment.lines.waiting')]
  const paid = await textsOf(invoiceID)
  expect(statesIn(paid)).toEqual([issued, waiting])
  expect(paid).toContain('|$25|Promo code TEN|−$2.50|Paid|$22.50|')
  advanceClock(24 * 3600)
  await runScheduledJobs(env, clock.now)
  const settled = await textsOf(invoiceID)
  expect(statesIn(settled)).toEqual([issued, words('payment.lines.refunded')])
  expect(settled).toContain(words('payment.refundedPart', { amount: '$11.25' }))
})

it.each(['en', 'ru'] as const)(
  'warns in %s against a second payment until the provider declines the first',
  async (locale) => {
    const [words, invoiceID] = [wordsOf(locale), await order(1)]
    const failed = href(locale, 'paymentFailed', null, { invoiceID })
    const left = await visitText(failed)
    expect(left).toContain(words('payment.notReceived'))
    expect(left).not.toContain(words('payment.notCharged'))
    await pay(invoiceID, { kind: 'declined' })
    const declined = await visitText(failed)
    expect(declined).toContain(words('payment.notCharged'))
    expect(declined).not.toContain(words('payment.notReceived'))
    const withoutOrder = await visitText(href(locale, 'paymentFailed'))
    expect(withoutOrder).toContain(words('payment.notReceived'))
  },
)

it.each(['en', 'ru'] as const)(
  'says in %s that a refund is on its way, until it is made',
  async (locale) => {
    const words = wordsOf(locale)
    const invoiceID = await order(1)
    await pay(invoiceID)
    const [esim] = await rows<{ hash: string }>('SELECT esim_hash AS hash FROM esims')
    await refund(invoiceID, wholeOrder, pending())
    const [found] = (await searchOrders({ ...staffContext(), locale }, 'anna@example.com')).orders
    expect(found?.isRefunding).toBe(1)
    // The page of the eSIM does not say that the money has arrived.
    const page = await visit(href(locale, 'instruction', null, { hash: esim?.hash ?? '' }))
    const returned = await page.text()
    expect(page.status).toBe(410)
    expect(returned).toContain(words('payment.refundingTitle'))
    const balance = await visitText(href(locale, 'operatorInfo', null, { hash: esim?.hash ?? '' }))
    expect(balance).toContain(words('payment.refundingTitle'))
    for (const title of ['returnedTitle', 'refundedTitle'] as const)
      expect(returned + balance).not.toContain(words(`payment.${title}`))
    const shown = await textsOf(invoiceID, locale)
    expect(shown).toContain(withPlainSpaces(words('payment.refundingText')))
    expect(shown).not.toContain(words('payment.successTitle'))
    await runScheduledJobs({ ...env }, clock.now)
    expect(await textsOf(invoiceID, locale)).toContain(
      withPlainSpaces(words('payment.refundedText')),
    )
  },
)

it.each([
  [400, 'lostPart', 'successTitle'],
  [1250, 'lostText', 'lostTitle'],
] as const)(
  'says that the bank returned %i cents after a dispute, not we',
  async (minor, text, title) => {
    const words = wordsOf('en')
    const invoiceID = await order(1)
    await pay(invoiceID)
    await pay(invoiceID, { kind: 'dispute-lost', amount: usd(minor) })
    const amount = formatMoney('en', usd(minor))
    const texts = await textsOf(invoiceID)
    expect(texts).toContain(withPlainSpaces(words(`payment.${text}`, { amount })))
    expect(texts).toContain(words(`payment.${title}`))
    expect(texts).not.toContain(words('payment.refundedText'))
    expect(texts).not.toContain(withPlainSpaces(words('payment.refundedPart', { amount })))
  },
)

it('offers no second payment after a charge in another currency', async () => {
  const words = wordsOf('en')
  const invoiceID = await order(1)
  await pay(invoiceID, { amount: { minor: 1150, currency: 'EUR' } })
  expect((await visit(href('en', 'paymentFailed', null, { invoiceID }))).status).toBe(303)
  const texts = await textsOf(invoiceID)
  expect(texts).toContain(words('payment.frozenTitle'))
  expect(texts).not.toContain(words('payment.backToPayment'))
  await expire()
  const expired = await textsOf(invoiceID)
  expect(expired).toContain(words('payment.frozenWaitingText'))
  expect(expired).not.toContain(words('payment.orderAgain'))
})

it('asks for no patience after a charge in another currency was returned', async () => {
  const words = wordsOf('en')
  const invoiceID = await order(1)
  const amount = { minor: 1150, currency: 'EUR' }
  await pay(invoiceID, { amount })
  await pay(invoiceID, { kind: 'refunded', amount })
  expect(await textsOf(invoiceID)).toContain(words('payment.backToPayment'))
  await expire()
  expect(await textsOf(invoiceID)).toContain(words('payment.orderAgain'))
})

async function expire(): Promise<void> {
  advanceClock(24 * 3600)
  await runScheduledJobs(env, clock.now)
}
