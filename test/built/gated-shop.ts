import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { secrets, startShop } from '../../scripts/bench/workerd.ts'
import { copySampleData } from '../../scripts/test/sample-data.ts'
import type { PaymentFact } from '../../src/payments/payment-provider.ts'
import { signedRequest } from '../../src/payments/generic-provider.ts'
import { startGate } from './gate.ts'
import { startMailServer } from './mail-server.ts'

export type GatedShop = Awaited<ReturnType<typeof startGatedShop>>

/**
 * The built shop in a workerd process that a test can kill at any step between the process and its
 * database. The data is persistent, and a new process serves it.
 */
export async function startGatedShop(settings: Readonly<Record<string, string>> = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'esim-storefront-'))
  await copySampleData(folder)
  const gate = await startGate()
  const mail = await startMailServer()
  const entry = await readFile('test/built/gated-entry.js', 'utf8')
  const vars = {
    GATE: gate.origin,
    MAIL_CARRIER: 'webhook',
    MAIL_WEBHOOK_URL: mail.origin,
    MESSAGE_WEBHOOK_TOKEN: 'a token of the test run',
    ...settings,
  }
  const start = async () => startShop(folder, { vars, entry })
  let worker = await start()

  /** Kills the process at a step, counted from now on, or never if null. */
  function killAt(step: number | null): void {
    gate.arm(step, () => worker.kill())
  }

  /** Rejects if the worker is killed before the response is complete. */
  async function send(path: string, init: RequestInit = {}): Promise<Response> {
    const response = await fetch(worker.origin + path, { redirect: 'manual', ...init })
    await response.arrayBuffer()
    return response
  }

  async function post(path: string, form: Readonly<Record<string, string>>, address: string) {
    const headers = { Origin: worker.origin, 'CF-Connecting-IP': address }
    return send(path, { method: 'POST', body: new URLSearchParams(form), headers })
  }

  async function rows<T>(sql: string): Promise<T[]> {
    const response = await fetch(`${worker.origin}/.rows`, { method: 'POST', body: sql })
    const text = await response.text()
    if (!text.startsWith('[')) throw new Error(text)
    return JSON.parse(text) as T[] // the test knows its columns
  }

  /** Sends the test bank's facts about a payment again, as a provider retries its webhooks. */
  async function repeatWebhooks(reference: string): Promise<Response[]> {
    const booked = await rows<{ fact: string }>(
      `SELECT fact FROM test_bank_facts WHERE reference = '${reference}'`,
    )
    const url = `${worker.origin}/callbacks/payment/test`
    return Promise.all(
      booked.map(async ({ fact }) => {
        const request = JSON.parse(fact) as PaymentFact // the bank wrote it
        return fetch(await signedRequest(url, request, secrets.PAYMENT_SECRET, new Date()))
      }),
    )
  }

  async function restart(): Promise<void> {
    killAt(null)
    await worker.stop()
    worker = await start()
  }

  async function stop(): Promise<void> {
    await worker.stop()
    await Promise.all([gate.close(), mail.close()])
    await rm(folder, { recursive: true, force: true })
  }

  return {
    mail,
    killAt,
    pass: gate.pass,
    steps: gate.steps,
    send,
    post,
    rows,
    repeatWebhooks,
    runJobs: async () => send('/.jobs'),
    restart,
    stop,
  }
}
