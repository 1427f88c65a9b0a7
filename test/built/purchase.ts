import { secretID } from '../../src/kit/tokens.shared.ts'
import type { GatedShop } from './gated-shop.ts'

/** A purchase by a visitor who repeats each interrupted step until it succeeds. */
export type CompletePurchase = {
  readonly email: string
  readonly invoiceID: string
  /** The number of requests that the shop did not answer. */
  readonly interruptions: number
  /** Steps between worker and database since the last start. */
  readonly steps: number
}

export async function purchase(
  shop: GatedShop,
  tariffID: string,
  number: number,
): Promise<CompletePurchase> {
  const email = `customer-${number}@example.com`
  const address = `10.0.${Math.floor(number / 250)}.${number % 250}`
  const key = secretID()
  let interruptions = 0

  async function repeatUntilAnswered<T>(step: () => Promise<T>): Promise<T> {
    for (;;)
      try {
        return await step()
      } catch {
        interruptions += 1
        await shop.restart()
      }
  }

  const order = { email, paymentOption: 'card-usd', consent: '1', idempotencyKey: key }
  const ordered = await repeatUntilAnswered(async () =>
    shop.post(`/esim-order?tariffID=${tariffID}`, order, address),
  )
  const { pathname } = new URL(ordered.headers.get('Location') ?? '')
  await repeatUntilAnswered(async () => shop.post(pathname, { decision: 'pay' }, address))
  const reference = pathname.split('/').at(-1) ?? ''
  await repeatUntilAnswered(async () => {
    const answers = await shop.repeatWebhooks(reference)
    return answers[0] ?? Promise.reject(new Error('the bank has booked nothing'))
  })
  const [payment] = await repeatUntilAnswered(async () =>
    shop.rows<{ order_id: string }>(
      `SELECT order_id FROM payments WHERE reference = '${reference}'`,
    ),
  )
  const invoiceID = payment?.order_id ?? ''
  await repeatUntilAnswered(async () => shop.send(`/payment/success?invoiceID=${invoiceID}`))
  await repeatUntilAnswered(async () => shop.runJobs())
  // A minute later, the shop retries the interrupted message.
  await repeatUntilAnswered(async () => shop.send('/healthz'))
  const steps = shop.steps()
  shop.killAt(null)
  await shop.rows('UPDATE outbox SET tried_at = NULL WHERE sent_at IS NULL')
  await shop.runJobs()
  return { email, invoiceID, interruptions, steps }
}
