import type { Shopper } from '../e2e/shop.ts'
import type { Visitor } from './visitor.ts'

/** A plan that no journey of another folder buys. */
export const plan = 'th-truemove-h-5gb-15d'

/** Buys on a plan's page. Returns the path of the eSIM's page, which is then open. */
export async function buy(
  visitor: Visitor,
  { prefix, words }: Shopper,
  email: string,
): Promise<string> {
  await visitor.open(`${prefix}/esim/tariffs/th-truemove-h/${plan}`)
  await visitor.tapUntil(
    ['link', words('tariff.buy', { price: '' })],
    ['field', words('order.email')],
  )
  await visitor.fill(words('order.email'), email)
  await visitor.tick(words('order.consentLink'))
  await visitor.tapUntil(['button', words('order.submit')], ['heading', words('dev.payTitle')])
  await visitor.tapUntil(
    ['button', words('dev.decisions.pay', { amount: '' }).trim()],
    ['heading', words('payment.successTitle')],
  )
  await visitor.tap('link', words('payment.open'))
  await visitor.waitFor('picture', words('instruction.qrLabel'))
  return visitor.address()
}
