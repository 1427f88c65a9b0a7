import { inspect } from 'node:util'
import { secretID } from '../../src/kit/tokens.shared.ts'
import type { OutsideWorld } from './outside-world.ts'

export const tariffID = 'th-ais-5gb-15d'
const cachedPages = [
  '/esim/countries',
  '/esim/countries/tr',
  '/ru/esim/countries/th',
  '/esim/tariffs',
  '/about',
  '/klientam/questions-and-answers',
  '/blog',
  `/esim/tariffs/th-ais/${tariffID}`,
]
/** Number of times that a visitor retries an order that a failing provider refused. */
const maxOrders = 5
/**
 * Number of events that Stripe sends again together with those of a new order. In production,
 * Stripe waits for hours first.
 */
const maxAgain = 3

export type LoadReport = {
  /** Milliseconds of the requests, by purpose. */
  readonly times: Map<string, number[]>
  readonly errors: string[]
  readonly paid: string[]
}

export type Visitors = ReturnType<typeof createVisitors>

/** Visitors of a shop, each with a separate IP address, email address and browser. */
export function createVisitors(origin: string, world: OutsideWorld) {
  const report: LoadReport = { times: new Map(), errors: [], paid: [] }
  const undelivered: Request[] = []

  async function send(kind: string, path: string, init: RequestInit = {}): Promise<Response> {
    const start = performance.now()
    const response = await fetch(origin + path, { redirect: 'manual', ...init })
    const body = await response.text()
    const times = report.times.get(kind) ?? []
    times.push(performance.now() - start)
    report.times.set(kind, times)
    return new Response(body, {
      status: response.status === 304 ? 200 : response.status,
      headers: response.headers,
    })
  }

  async function browse(number: number): Promise<void> {
    const path = cachedPages[number % cachedPages.length] ?? '/'
    const { status } = await send('cached page', path)
    if (status !== 200) report.errors.push(`${path}: ${status}`)
  }

  async function buy(number: number): Promise<void> {
    const email = `buyer-${number}@example.com`
    const order = { email, paymentOption: 'card-usd', consent: '1', idempotencyKey: secretID() }
    for (let turn = 1; turn <= maxOrders; turn += 1) {
      const ordered = await post('order', `/esim-order?tariffID=${tariffID}`, order, number)
      const session = /\/c\/pay\/(\w+)/.exec(ordered.headers.get('Location') ?? '')?.[1]
      if (session !== undefined) {
        world.stripe.account.pay(session)
        report.paid.push(email)
        return deliverWebhooks()
      }
    }
    report.errors.push(`order of ${email}: not accepted`)
  }

  async function signIn(number: number): Promise<void> {
    const email = `customer-${number}@example.com`
    const form = await send('sign-in page', '/register')
    const nonce = cookiesOf(form)
    const address = { step: 'send', email, consent: '1' }
    await post('send a code', '/register', address, number, nonce)
    const code = await codeFor(email)
    const opened = await post(
      'sign in',
      '/register',
      { ...address, step: 'confirm', code },
      number,
      nonce,
    )
    const session = cookiesOf(opened)
    const account = await send('account', '/account', { headers: { Cookie: session } })
    const left = await post('sign out', '/account', { action: 'log-out' }, number, session)
    const statuses = [form, opened, account, left].map(({ status }) => status).join(' ')
    if (statuses !== '200 303 200 303') report.errors.push(`sign-in of ${email}: ${statuses}`)
  }

  async function post(
    kind: string,
    path: string,
    form: Readonly<Record<string, string>>,
    number: number,
    cookie = '',
  ): Promise<Response> {
    const headers = {
      Origin: origin,
      Cookie: cookie,
      'CF-Connecting-IP': `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`,
    }
    return send(kind, path, { method: 'POST', body: new URLSearchParams(form), headers })
  }

  /** Waits for the email, which the shop sends after its response to the form. */
  async function codeFor(email: string): Promise<string> {
    const end = performance.now() + 30_000
    while (performance.now() < end) {
      const code = /\d{6}/.exec(world.mails.byAddress.get(email) ?? '')?.[0]
      if (code !== undefined) return code
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
    return ''
  }

  /** Delivers new Stripe events, and some of the events that the shop has not accepted. */
  async function deliverWebhooks(): Promise<void> {
    const again = undelivered.splice(0, maxAgain)
    for (const event of [...(await world.stripe.webhooks()), ...again]) await deliver(event)
  }

  async function deliver(event: Request): Promise<void> {
    const body = await event.clone().text()
    const init = { method: 'POST', body, headers: event.headers }
    const { status } = await send('webhook', new URL(event.url).pathname, init)
    if (status >= 300) undelivered.push(event)
  }

  async function deliverRest(): Promise<void> {
    await deliverWebhooks()
    while (undelivered.length > 0) await Promise.all(undelivered.splice(0, 32).map(deliver))
  }

  const visits = { browse, buy, 'sign in': signIn }
  /** Never rejects, because a request without an answer is an error of the report. */
  async function visit(number: number): Promise<void> {
    const kind = kindOf(number)
    await visits[kind](number).catch((error: unknown) => {
      report.errors.push(`${kind} of visitor ${number}: ${inspect(error)}`)
    })
  }

  return { report, kindOf, visit, deliverRest }
}

/** Of twenty visitors, one buys, one signs in, and the others only browse. */
function kindOf(number: number): 'browse' | 'buy' | 'sign in' {
  if (number % 20 === 0) return 'buy'
  return number % 20 === 10 ? 'sign in' : 'browse'
}

function cookiesOf(response: Response): string {
  return response.headers
    .getSetCookie()
    .map((line) => line.split(';')[0] ?? '')
    .join('; ')
}
