import { signedRequest } from '../../src/payments/generic-provider.ts'
import type { PaymentFact } from '../../src/payments/payment-provider.ts'
import { minorOf } from '../../src/kit/money.shared.ts'
import type { BookedFact, CheckoutPage } from './bank.ts'
import { secrets } from './world.ts'
import type { World } from './world.ts'

const endpoint = 'https://shop.example/callbacks/payment/generic'

/**
 * Opens the account of the shop at a provider without an API. It reports each fact by itself, once
 * or twice, in any order, and sends every report until the shop has it. Its pages stay open.
 */
export function openGenericBank(world: World) {
  const { fails, later, now, random, send, tell } = world
  const facts: BookedFact[] = []

  function book(page: URL, kind: PaymentFact['kind'], name: string, minor: number): void {
    const [reference = '', invoiceID = '', , currency = ''] = page.pathname.split('/').slice(1)
    const id = `${name}-${reference}`
    const amount = { minor, currency }
    const fact = { kind, id, reference, invoiceID, amount, at: now() }
    tell(`The generic provider books: ${kind} ${minor} ${currency}.`)
    facts.push({ ...amount, provider: 'generic', kind, id, payment: reference })
    for (let copies = fails(0.1) ? 2 : 1; copies > 0; copies -= 1)
      send(`the generic provider: ${kind}`, fails(0.4) ? random.int(3000) : 0, async () =>
        signedRequest(endpoint, fact, secrets.generic, now()),
      )
  }

  /** Refunds that the bank can return, and disputes, whose end can be reported before them. */
  function haveTrouble(page: URL, minor: number): void {
    const part = random.pick([minor, Math.ceil(minor / 4)])
    const isRefunded = fails(0.15)
    const isDisputed = !isRefunded && fails(0.15)
    if (isRefunded)
      later(3000, 'a refund in the dashboard', () => {
        book(page, 'refunded', 'refund', part)
        if (fails(0.3))
          later(100, 'the bank returns it', () => book(page, 'refund-failed', 'refund', part))
      })
    if (isDisputed)
      later(3000, 'a dispute', () => {
        book(page, 'disputed', 'dispute', part)
        const isLost = random.chance(0.6)
        later(1000, 'its end', () =>
          book(page, isLost ? 'dispute-lost' : 'dispute-won', 'dispute', part),
        )
        if (isLost && random.chance(0.3))
          world.after(1000, {
            name: 'an appeal',
            run: async () => book(page, 'dispute-won', 'dispute', part),
          })
      })
  }

  return {
    facts,
    open(page: URL): CheckoutPage {
      const [reference = '', , amount = '', currency = ''] = page.pathname.split('/').slice(1)
      const minor = minorOf(amount, currency)
      const isPaid = () =>
        facts.some((each) => each.payment === reference && each.kind === 'charged')
      return {
        isPaid,
        pay() {
          if (isPaid()) return
          if (fails(0.1)) return book(page, 'declined', 'decline', minor)
          book(page, 'charged', 'charge', minor)
          haveTrouble(page, minor)
        },
      }
    },
  }
}
