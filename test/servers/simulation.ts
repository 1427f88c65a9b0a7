import { once } from 'node:events'
import { createServer } from 'node:http'
import { fetchFrom } from '../../src/kit/deadlines.ts'
import { minorDigits } from '../../src/kit/money.shared.ts'
import { freePort } from '../../scripts/test/local-server.ts'
import { createStripeServer } from '../payments/stripe-server.ts'
import { YookassaServer } from '../payments/yookassa-server.ts'
import { createAiraloServer } from '../suppliers/airalo-server.ts'
import { answerWith } from './answer-with.ts'

const stripeKeys = { secretKey: 'sk_test_local', webhookSecret: 'whsec_local' }
const yookassaKeys = { shopID: '100500', secretKey: 'test_local_secret' }
const airaloKeys = { clientID: 'local-client', clientSecret: 'local-client-secret' }
/** Origins of payment pages, which the simulation serves itself. */
const pageOrigins = /https:\/\/(?:checkout\.stripe\.com|yoomoney\.ru)/g

/** A payment page of a provider. */
type PaymentPage = {
  readonly provider: string
  readonly amount: string
  readonly isOpen: boolean
  readonly pay: () => Promise<void>
  readonly decline: () => Promise<void>
  /** The shop's pages after the payment, and after another outcome. */
  readonly success: string
  readonly failure: string
}

/**
 * Serves the local servers of Stripe, YooKassa and Airalo at one address, with pages on which
 * anybody can pay, and sends the webhooks to the shop. Logs every call and webhook. Returns the
 * settings of the shop.
 * @param currencies those of the shop. YooKassa charges only in rubles.
 */
export async function startSimulation(
  shop: string,
  currencies: string,
): Promise<{ readonly [name: string]: string }> {
  const port = await freePort()
  const origin = `http://localhost:${port}`
  const now = () => new Date()
  const endpoint = `${shop}/callbacks/payment/stripe`
  const stripe = createStripeServer({ ...stripeKeys, endpoint, now })
  const yookassa = new YookassaServer({ ...yookassaKeys, now })
  const airalo = createAiraloServer({ ...airaloKeys, now })
  const fetchFromShop = fetchFrom(shop)

  const server = createServer(answerWith(origin, respond)).listen(Number(port), 'localhost')
  await once(server, 'listening')
  return {
    PAYMENT_PROVIDERS: currencies.includes('RUB') ? 'yookassa,stripe' : 'stripe',
    STRIPE_API_URL: origin,
    STRIPE_CURRENCIES: '',
    STRIPE_SECRET_KEY: stripeKeys.secretKey,
    STRIPE_WEBHOOK_SECRET: stripeKeys.webhookSecret,
    YOOKASSA_API_URL: origin,
    YOOKASSA_SHOP_ID: yookassaKeys.shopID,
    YOOKASSA_SECRET_KEY: yookassaKeys.secretKey,
    SUPPLIERS: 'airalo',
    AIRALO_API_URL: origin,
    AIRALO_CLIENT_ID: airaloKeys.clientID,
    AIRALO_CLIENT_SECRET: airaloKeys.clientSecret,
  }

  async function respond(request: Request): Promise<Response> {
    const url = new URL(request.url)
    const page = pageOf(url)
    if (page) return answerPage(page, request)
    const [provider, answer] = await answerOfApi(request, url.pathname)
    console.log(`  ${provider}: ${request.method} ${url.pathname} ${answer.status}`)
    if (provider === 'Stripe') await sendStripeWebhooks()
    const text = await answer.text()
    return new Response(text.replaceAll(pageOrigins, origin), answer)
  }

  async function answerOfApi(request: Request, path: string): Promise<[string, Response]> {
    if (path.startsWith('/v1/')) return ['Stripe', await stripe.fetch(request)]
    if (path.startsWith('/v3/')) return ['YooKassa', await yookassa.fetch(request)]
    return ['Airalo', await airalo.fetch(request)]
  }

  function pageOf({ pathname, searchParams }: URL): PaymentPage | null {
    const session = stripe.account.findSession(pathname.replace('/c/pay/', ''))
    if (session) {
      const { id, amount_total: minor, currency, success_url, cancel_url } = session
      const digits = minorDigits(currency.toUpperCase())
      return {
        provider: 'Stripe',
        amount: `${(minor / 10 ** digits).toFixed(digits)} ${currency.toUpperCase()}`,
        isOpen: session.status === 'open',
        pay: async () => afterStripe(() => stripe.account.pay(id)),
        decline: async () => afterStripe(() => stripe.account.decline(id)),
        success: success_url,
        failure: cancel_url,
      }
    }
    const payment = yookassa.shop.payments.get(searchParams.get('orderId') ?? '')
    if (!payment) return null
    const { return_url: returnURL = shop } = payment.confirmation ?? {}
    return {
      provider: 'YooKassa',
      amount: `${payment.amount.value} ${payment.amount.currency}`,
      isOpen: payment.status === 'pending',
      pay: async () => sendWebhook('YooKassa', yookassa.shop.pay(payment.id)),
      decline: async () => sendWebhook('YooKassa', yookassa.shop.decline(payment.id)),
      success: returnURL,
      failure: returnURL,
    }
  }

  async function afterStripe(act: () => void): Promise<void> {
    act()
    await sendStripeWebhooks()
  }

  async function sendStripeWebhooks(): Promise<void> {
    for (const webhook of await stripe.webhooks()) await sendWebhook('Stripe', webhook)
  }

  async function sendWebhook(provider: string, webhook: Request): Promise<void> {
    const answer = await fetchFromShop(webhook).catch(() => null)
    console.log(`  ${provider}: webhook to the shop ${answer?.status ?? 'failed'}`)
  }
}

async function answerPage(page: PaymentPage, request: Request): Promise<Response> {
  if (request.method === 'GET' || !page.isOpen)
    return new Response(htmlOf(page), { headers: { 'Content-Type': 'text/html; charset=utf-8' } })
  const isPaid = (await request.text()) === 'decision=pay'
  await (isPaid ? page.pay() : page.decline())
  return new Response(null, {
    status: 303,
    headers: { Location: isPaid ? page.success : page.failure },
  })
}

function htmlOf({ provider, amount, isOpen, failure }: PaymentPage): string {
  const buttons = `<form method="post">
<p><button name="decision" value="pay">Pay ${amount}</button>
<button name="decision" value="decline">Decline the card</button></p></form>`
  return `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width">
<title>Simulated ${provider}</title><body style="font-family:sans-serif;padding:2em">
<h1>Simulated ${provider}</h1>${isOpen ? buttons : '<p>This page is closed.</p>'}
<p><a href="${failure.replaceAll('&', '&amp;')}">Back to the shop</a></p>`
}
