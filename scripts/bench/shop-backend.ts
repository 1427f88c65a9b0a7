import type { D1Database } from '@cloudflare/workers-types'
import { randomBytes, timingSafeEqual } from 'node:crypto'
import { runnerImport } from 'vite'
import { z } from 'zod'
import { nameOf, requestOf } from './calls.ts'
import type { BenchCall } from './calls.ts'

type Context = { readonly waitUntil: (work: Promise<unknown>) => void }
type BackendModule = {
  readonly createBackend: () => {
    readonly fetch: (request: Request, env: object, context: Context) => Promise<Response>
  }
}
type JobsModule = {
  readonly runScheduledJobs: (env: object, now: Date) => Promise<void>
}
type SignatureModule = {
  readonly sign: (secret: string, body: string, now: Date) => Promise<string>
}

export type ShopBackend = {
  /** Returns the response's JSON. Throws unless the status is 2xx. */
  readonly send: (call: BenchCall) => Promise<unknown>
  readonly sendWebhook: (path: string, event: object) => Promise<void>
  readonly runScheduledJobs: () => Promise<void>
}

// Workers have `timingSafeEqual` in crypto.subtle, and Node has it in node:crypto.
Object.assign(crypto.subtle, { timingSafeEqual })

const secret = 'a secret of the measurement'

/** Loads the backend with Vite, because Node does not run .tsx. */
export async function loadBackend(database: D1Database): Promise<ShopBackend> {
  const load = async <T>(file: string) =>
    (await runnerImport<T>(file, { configFile: false, logLevel: 'error' })).module
  const { createBackend } = await load<BackendModule>('/src/backend.ts')
  const { runScheduledJobs } = await load<JobsModule>('/src/jobs.ts')
  const { sign } = await load<SignatureModule>('/src/kit/webhooks.ts')
  const backend = createBackend()
  const env = {
    DB: database,
    SITE_ORIGIN: 'http://localhost:8787',
    SUPPORT_EMAIL: 'help@example.com',
    PARTNERS_EMAIL: 'partners@example.com',
    BRAND_NAME: 'Bench',
    LEGAL_NAME: 'Bench Ltd',
    DEV_TOOLS: '1',
    PAYMENT_SECRET: secret,
    USAGE_SECRET: secret,
    CODE_PEPPER: secret,
  }
  const answer = async (request: Request, name: string) => {
    const work: Promise<unknown>[] = []
    const response = await backend.fetch(request, env, { waitUntil: (each) => work.push(each) })
    await Promise.all(work)
    if (!response.ok) throw new Error(`${name}: ${response.status} ${await response.text()}`)
    return response
  }
  return {
    send: async (call) => (await answer(requestOf(call), nameOf(call))).json(),
    sendWebhook: async (path, event) => {
      const body = JSON.stringify(event)
      const signature = await sign(secret, body, new Date())
      const headers = { 'X-Payment-Signature': signature, 'X-Usage-Signature': signature }
      await answer(
        new Request(`https://backend.invalid${path}`, { method: 'POST', body, headers }),
        path,
      )
    },
    runScheduledJobs: async () => runScheduledJobs(env, new Date()),
  }
}

const started = z.object({ data: z.object({ invoiceID: z.string() }) })
const invoice = z.object({ data: z.object({ hash: z.string() }) })
const esim = z.object({ data: z.object({ iccid: z.string() }) })

/** Buys a plan, from the order to the first usage report. Calls `step` before each operation. */
export async function buy(
  { send, sendWebhook, runScheduledJobs }: ShopBackend,
  plan: string,
  step: (name: string) => void,
): Promise<void> {
  const newKey = () => randomBytes(18).toString('base64url')
  const sendCall = async (call: BenchCall) => {
    step(nameOf([call[0], {}]))
    return send(call)
  }
  const order = { tariffID: plan, email: 'anna@example.com', paymentOption: 'card-usd' }
  const { data } = started.parse(
    await sendCall(['activation', { ...order, idempotencyKey: newKey() }]),
  )
  const { invoiceID } = data
  await sendCall(['invoicePayment', { invoiceID }])
  const { amount } = z
    .object({ data: z.object({ amount: z.object({ minor: z.int(), currency: z.string() }) }) })
    .parse(await sendCall(['invoice', { invoiceID }])).data
  step('payment callback')
  await sendWebhook('/callbacks/payment/test', {
    id: newKey(),
    kind: 'charged',
    reference: newKey(),
    invoiceID,
    amount,
    at: new Date().toISOString(),
  })
  const { hash } = invoice.parse(await sendCall(['invoice', { invoiceID }])).data
  const { iccid } = esim.parse(await sendCall(['esim', { hash }])).data
  await sendCall(['esimInfo', { hash }])
  await sendCall(['esimResend', { hash }])
  step('usage callback')
  const usage = { id: newKey(), iccid, dataUsedMb: 100, reportedAt: new Date().toISOString() }
  await sendWebhook('/callbacks/usage', usage)
  step('scheduled jobs')
  await runScheduledJobs()
}
