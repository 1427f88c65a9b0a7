import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { backendConfig } from '../../src/settings.ts'
import { applyCondition } from '../../src/messages/alerts.ts'
import { sendAlerts } from '../../src/messages/send-alerts.ts'
import { unprovenWebhooks } from '../../src/messages/watch-messages.ts'
import { hmac } from '../../src/kit/crypto.ts'
import { sign } from '../../src/kit/webhooks.ts'
import {
  advanceClock,
  ask,
  clearShop,
  clock,
  mailWebhook,
  rows,
  secret,
  settings,
} from '../support/small-shop.ts'

const keys = {
  STRIPE_WEBHOOK_SECRET: 'whsec_shop',
  AIRALO_CLIENT_SECRET: 'a-client-secret-of-tests',
  ESIM_GO_API_KEY: 'an-api-key-of-the-tests',
  USAGE_SECRET: 'a-usage-secret-of-tests',
}

type HeaderFields = Readonly<Record<string, string>>
type WebhookSender = {
  readonly path: string
  /** Returns headers that prove the sender of a body. */
  readonly proof: (body: string) => Promise<HeaderFields>
  /** Returns headers that look like a valid proof. */
  readonly forgery: (body: string) => Promise<HeaderFields>
  /** The status for an unproven sender, and for a malformed body. */
  readonly unprovenStatus: number
  readonly malformedStatus: number
}

function signer(
  header: string,
  key: string,
  signWith: (key: string, body: string) => Promise<string>,
): Pick<WebhookSender, 'proof' | 'forgery'> {
  return {
    proof: async (body) => ({ [header]: await signWith(key, body) }),
    forgery: async (body) => ({ [header]: await signWith('another key of the tests', body) }),
  }
}

function addresses(own: string, foreign: string): Pick<WebhookSender, 'proof' | 'forgery'> {
  return {
    proof: async () => ({ 'CF-Connecting-IP': own }),
    forgery: async () => ({ 'CF-Connecting-IP': foreign }),
  }
}

/** Stripe's signatures have the same format. */
const signWithTime = async (key: string, body: string) => sign(key, body, clock.now)

const paymentProviders: readonly WebhookSender[] = [
  {
    path: '/callbacks/payment/stripe',
    ...signer('Stripe-Signature', keys.STRIPE_WEBHOOK_SECRET, signWithTime),
    unprovenStatus: 400,
    malformedStatus: 400,
  },
  {
    path: '/callbacks/payment/yookassa',
    ...addresses('185.71.76.5', '185.71.76.32'),
    unprovenStatus: 403,
    malformedStatus: 400,
  },
  {
    path: '/callbacks/payment/generic',
    ...signer('X-Payment-Signature', secret, signWithTime),
    unprovenStatus: 401,
    malformedStatus: 422,
  },
]
const others: readonly WebhookSender[] = [
  {
    path: '/callbacks/usage',
    ...signer('X-Usage-Signature', keys.USAGE_SECRET, signWithTime),
    unprovenStatus: 401,
    malformedStatus: 422,
  },
  {
    path: '/callbacks/mail/webhook',
    ...signer('X-Mail-Signature', mailWebhook.MESSAGE_WEBHOOK_TOKEN, signWithTime),
    unprovenStatus: 401,
    malformedStatus: 422,
  },
]

const suppliers: readonly WebhookSender[] = [
  {
    path: '/callbacks/supplier/airalo',
    ...signer('airalo-signature', keys.AIRALO_CLIENT_SECRET, async (key, body) =>
      hmac(key, body, 'SHA-512'),
    ),
    unprovenStatus: 401,
    malformedStatus: 400,
  },
  {
    path: '/callbacks/supplier/esim-access',
    ...addresses('54.254.74.88', '54.254.74.89'),
    unprovenStatus: 403,
    malformedStatus: 400,
  },
  {
    path: '/callbacks/supplier/esim-go',
    ...signer('X-Signature-SHA256', keys.ESIM_GO_API_KEY, async (key, body) => hmac(key, body)),
    unprovenStatus: 401,
    malformedStatus: 200,
  },
]

const log = vi.spyOn(console, 'error').mockReturnValue()

beforeEach(async () => {
  await clearShop()
  log.mockClear()
  Object.assign(settings, keys, mailWebhook, {
    CURRENCIES: 'USD RUB',
    PAYMENT_PROVIDERS: 'stripe,yookassa,generic',
    STRIPE_SECRET_KEY: 'sk_test_shop',
    YOOKASSA_SHOP_ID: '100500',
    YOOKASSA_SECRET_KEY: 'test_secret_key',
    GENERIC_PAYMENT_URL: 'https://pay.example/{reference}',
    SUPPLIERS: 'airalo,esim-access,esim-go',
    AIRALO_CLIENT_ID: 'client-of-tests',
    ESIM_ACCESS_CODE: 'access_code_of_tests',
  })
})

async function send(path: string, headers: HeaderFields, body = '{'): Promise<number> {
  const url = `https://backend.invalid${path}`
  return (await ask(new Request(url, { method: 'POST', headers, body }))).status
}

function linesAbout(path: string): unknown[] {
  const lines = log.mock.calls.map(([line]): unknown => JSON.parse(String(line)))
  return lines.filter((line) => JSON.stringify(line).includes(`"path":"${path}"`))
}

const alerts = async () => rows('SELECT kind, subject, detail FROM alerts')

describe.each([...paymentProviders, ...suppliers, ...others])(
  'a webhook to $path',
  ({ path, proof, forgery, unprovenStatus, malformedStatus }) => {
    it('writes an alarm to the log for an unproven sender with any body', async () => {
      expect(await send(path, {})).toBe(unprovenStatus)
      expect(await send(path, await forgery('{'))).toBe(unprovenStatus)
      const alarm = { log: 'security', event: 'bad-signature', path }
      expect(linesAbout(path)).toEqual([alarm, alarm])
      expect(await alerts()).toEqual([])
    })

    it('uses no database for most unproven senders, because anyone can send many', async () => {
      await send(path, await forgery('{'))
      const prepare = vi.spyOn(env.DB, 'prepare')
      await send(path, await forgery('{'))
      expect(prepare.mock.calls).toEqual([])
      prepare.mockRestore()
    })

    it('is logged as malformed when its sender is proven', async () => {
      expect(await send(path, await proof('{'))).toBe(malformedStatus)
      expect(linesAbout(path)).toEqual([{ event: 'malformed-webhook', path, field: 'body' }])
    })
  },
)

/** Checks the condition of the alert, as the scheduled job does. */
const checkWebhooks = async () =>
  env.DB.batch(applyCondition(env.DB, unprovenWebhooks(clock.now), clock.now))

const isCounted = ({ path }: WebhookSender) => !path.startsWith('/callbacks/mail/')

describe.each([...paymentProviders, ...suppliers, ...others].filter(isCounted))(
  'unproven webhooks to $path',
  ({ path, proof, forgery }) => {
    const openAlerts = async () => {
      await checkWebhooks()
      return rows(
        `SELECT subject FROM alerts WHERE kind = 'unproven-webhooks' AND ended_at IS NULL`,
      )
    }
    const sendForged = async (count: number) => {
      for (let number = 0; number < count; number += 1) {
        advanceClock(60)
        await send(path, await forgery('{'))
      }
    }

    it('raise one alert from the third in a row, until the sender is proven', async () => {
      await sendForged(2)
      expect(await openAlerts()).toEqual([])
      await sendForged(9)
      expect(await openAlerts()).toEqual([{ subject: path }])
      expect(await rows('SELECT subject, count FROM failures')).toEqual([
        { subject: path, count: 3 },
      ])
      await send(path, await proof('{'))
      expect(await openAlerts()).toEqual([])
    })

    it('raise no alert while webhooks with a proven sender arrive', async () => {
      for (let day = 0; day < 3; day += 1) {
        await sendForged(2)
        await send(path, await proof('{'))
      }
      expect(await openAlerts()).toEqual([])
    })

    it('raise no alert when they are more than a day apart', async () => {
      for (let day = 0; day < 4; day += 1) {
        await sendForged(1)
        advanceClock(25 * 3600)
      }
      expect(await openAlerts()).toEqual([])
    })
  },
)

it('sends one message a day about unproven webhooks', async () => {
  const path = '/callbacks/supplier/airalo'
  const mails = async () =>
    rows(`SELECT 1 FROM outbox WHERE purpose = 'alert' AND body LIKE '%${path}%'`)
  for (let hour = 0; hour < 30; hour += 1) {
    for (let number = 0; number < 3; number += 1) {
      advanceClock(60)
      await send(path, {})
    }
    await checkWebhooks()
    await sendAlerts(env.DB, backendConfig({ ...env, ...settings }), clock.now)
    advanceClock(3600)
  }
  expect(await mails()).toHaveLength(2)
})

it.each(paymentProviders)('raises one alert for malformed bodies at $path', async (sender) => {
  const { path, proof, malformedStatus } = sender
  for (const body of ['{', '{"kind":"charged"}'])
    expect(await send(path, await proof(body), body)).toBe(malformedStatus)
  expect(await alerts()).toEqual([
    {
      kind: 'malformed-webhook',
      subject: path.split('/').at(-1),
      detail: expect.stringMatching(/^body\.\w+$/),
    },
  ])
})

it.each([...suppliers, ...others])(
  'raises no alert for a malformed body at $path',
  async (sender) => {
    const { path, proof, malformedStatus } = sender
    expect(await send(path, await proof('{'))).toBe(malformedStatus)
    expect(await alerts()).toEqual([])
  },
)

it.each(suppliers)('uses no database for a test of the address $path', async ({ path }) => {
  const prepare = vi.spyOn(env.DB, 'prepare')
  const response = await ask(new Request(`https://backend.invalid${path}`, { method: 'HEAD' }))
  expect(response.status).toBe(200)
  expect(prepare.mock.calls).toEqual([])
  prepare.mockRestore()
})
