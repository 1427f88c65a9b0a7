import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { z } from 'zod'
import { startLocalServer } from '../../scripts/test/local-server.ts'
import { createStripeServer } from '../payments/stripe-server.ts'

export const stripeSecrets = { secretKey: 'sk_test_local', webhookSecret: 'whsec_local' }
const message = z.object({ id: z.string(), to: z.string(), text: z.string() })

export type OutsideWorld = Awaited<ReturnType<typeof startOutsideWorld>>

/**
 * Starts the servers that the shop calls: Stripe, and a carrier of mail.
 * @param failEvery with 3, every third call to Stripe fails; with 0, no call fails
 */
export async function startOutsideWorld(failEvery: number) {
  const stripe = createStripeServer({
    ...stripeSecrets,
    endpoint: 'https://shop.example/callbacks/payment/stripe',
    now: () => new Date(),
  })
  /** Bodies of accepted messages by id and by address. */
  const mails = { byID: new Map<string, string>(), byAddress: new Map<string, string>() }
  const counts = { calls: 0, failures: 0 }
  let isFailing = failEvery > 0
  const server = await startLocalServer((...exchange) => void answer(...exchange))

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request)
    if (request.url === '/mail') {
      const mail = message.parse(JSON.parse(body))
      mails.byID.set(mail.id, mail.to)
      mails.byAddress.set(mail.to, mail.text)
      return void response.end()
    }
    counts.calls += 1
    if (isFailing && counts.calls % failEvery === 0) {
      counts.failures += 1
      // Alternates between two faults: a lost call and an error.
      if (counts.failures % 2 === 0) return void request.socket.destroy()
      return void response.writeHead(500).end('{"error":{"type":"api_error"}}')
    }
    const { method = 'GET', url = '' } = request
    const headers = new Headers()
    for (const name of ['authorization', 'idempotency-key', 'content-type'])
      headers.set(name, String(request.headers[name] ?? ''))
    if (headers.get('idempotency-key') === '') headers.delete('idempotency-key')
    const call = new Request(`https://api.stripe.com${url}`, {
      method,
      headers,
      body: method === 'POST' ? body : null,
    })
    const answered = await stripe.fetch(call)
    response.writeHead(answered.status, { 'Content-Type': 'application/json' })
    response.end(await answered.text())
  }

  const endFaults = () => {
    isFailing = false
  }

  return { ...server, stripe, mails, counts, endFaults }
}
