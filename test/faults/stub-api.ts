import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { exampleOf } from '../../scripts/contract/examples.ts'
import { detailedPlan } from '../../src/plans/operations.ts'
import type { Customer } from '../../src/accounts/operations.ts'
import type { PasskeySettings, Partner, Transaction } from '../../src/partners/operations.ts'
import { startLocalServer } from '../../scripts/test/local-server.ts'
import { secretID } from '../../src/kit/tokens.shared.ts'

export type Call = { readonly path: string; readonly sessionID: string | null }
/** `delay` is in milliseconds. `hangs` never responds. */
type Fault = { readonly status?: number; readonly delay?: number; readonly hangs?: boolean }

const list = { page: 1, per_page: 20, total: 0, hasMore: false }
const usd = (minor: number) => ({ minor, currency: 'USD' }) as const
const prices = { USD: 500, RUB: 45_000 }
const plan = { ...exampleOf(detailedPlan), tariffID: 'tr-10', prices, unitPrices: prices }
const transaction = {
  id: 'withdrawal:1',
  type: 'withdrawal',
  amount: usd(-5000),
  status: 'requested',
  createdAt: '2026-11-21T10:00:00.000Z',
} satisfies Transaction

const noFault: (call: Call) => Fault = () => ({})

/**
 * Starts an API with one account that accepts every sign-in and opens a new session each time.
 * `state.faultOf` returns the fault of a call.
 */
export async function startApi() {
  const state = { faultOf: noFault, scope: ['esims'], calls: [] as Call[] }
  const server = await startLocalServer((...exchange) => void answer(...exchange))

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    await text(request)
    const path = new URL(request.url ?? '', 'http://api').pathname
    const call = { path, sessionID: sessionIDOf(request.headers.authorization) }
    state.calls.push(call)
    const { status, delay = 0, hangs = false } = state.faultOf(call)
    if (hangs) return
    await new Promise((done) => setTimeout(done, delay))
    if (status !== undefined) response.writeHead(status).end('{"error":"No"}')
    else response.end(JSON.stringify(bodyOf(path)))
  }

  function bodyOf(path: string): object {
    const user = {
      id: '1',
      email: 'anna@example.com',
      hasPassword: false,
      scope: state.scope,
      createdAt: transaction.createdAt,
    } satisfies Customer
    const account = {
      phone: '+79•••••6789',
      esimsPurchased: 1234,
      balance: usd(5000),
      available: usd(5000),
      availableFrom: null,
      requested: usd(0),
      rewardHoldDays: 0,
      referralLink: 'https://shop.example/?refid=abc',
      rewardPercent: 10,
      minimumWithdrawal: usd(3000),
      withdrawalsOpen: true,
      earnings: [],
    } satisfies Partner
    const passkeys = {
      passkeys: [],
      isOpen: true,
      isRecent: true,
      recoveryEndsAt: null,
    } satisfies PasskeySettings
    const bodies: { readonly [path: string]: object } = {
      '/users/self/profile': { user },
      '/api/auth/user': { user },
      '/users/self/esims': { data: [], ...list },
      '/users/self/sessions': { data: [] },
      '/referrer': { data: account },
      '/referrer-transactions': { data: [], ...list },
      '/referrer-passkeys': { data: passkeys },
      '/referrer-withdrawal': { data: transaction },
      '/web-esim-countries': { data: [] },
      '/web-esim-tariff': { data: plan },
      '/web-esim-activation': {
        data: { invoiceID: 'i'.repeat(43), paymentURL: 'https://shop.example/healthz' },
      },
    }
    if (path.endsWith('code-send')) return { data: { resendAfter: 60, expiresIn: 600 } }
    if (/(auth|auth\/login|-confirm)$/.test(path))
      return { sessionID: secretID(), token: secretID() }
    return bodies[path] ?? { data: { done: true } }
  }

  return {
    ...server,
    state,
    callsOf: (name: RegExp) => state.calls.filter(({ path }) => name.test(path)),
  }
}

function sessionIDOf(header: string | undefined): string | null {
  const [, bearer] = /^Bearer (.+)$/.exec(header ?? '') ?? []
  return bearer ? (Buffer.from(bearer, 'base64url').toString().split(':')[0] ?? null) : null
}
