import { z } from 'zod'
import type { ActionContext, ActionPlan } from '../api/perform-action.ts'
import { defineStaffAction, refused, type PlannedAction } from '../api/perform-action.ts'
import type { Action } from '../api/staff.ts'
import type { DatabaseContext, DataContext } from '../context.ts'
import { hmac } from '../kit/crypto.ts'
import { storedJson } from '../kit/db.ts'
import { err, ok } from '../kit/result.shared.ts'
import { prepare, raw, readRow, readRows, sql } from '../kit/sql.ts'
import { dayMs, isoAfter } from '../kit/time.shared.ts'
import { standardSignature } from '../kit/webhooks.ts'
import type { BackendConfig } from '../settings.ts'
import type { AlertCondition } from './alerts.ts'
import { callCarrier, notSent, refusedRecipient, type SendResult } from './carrier.ts'
import type { OutboxMessage } from './outbox.ts'

/**
 * Events that other systems can get. The triggers of the schema write each once, in the transaction
 * that causes it.
 */
export const eventTypes = [
  'order.paid',
  'order.refunded',
  'esim.delivered',
  'esim.activated',
  'dispute.opened',
  'stock.low',
  'message.received',
] as const
export type EventType = (typeof eventTypes)[number]

/** The address of another system, which gets events in the format of Standard Webhooks. */
export type Receiver = {
  readonly id: string
  readonly url: string
  readonly events: readonly EventType[]
  readonly secretNumber: number
  /** Until this time, events are signed with the secret before it too. */
  readonly oldSecretUntil: string | null
  /** Null while it gets events. */
  readonly stoppedAt: string | null
  readonly stoppedBy: 'staff' | 'failures' | null
}

type WebhookRow = Omit<Receiver, 'events'> & { readonly events: string }
const columns = sql`id, url, events, secret_number AS secretNumber,
  old_secret_until AS oldSecretUntil, stopped_at AS stoppedAt, stopped_by AS stoppedBy`

function toWebhook({ events, ...row }: WebhookRow): Receiver {
  return { ...row, events: storedJson(z.array(z.enum(eventTypes)), events, []) }
}

/** Each event is a message for each of them, so their number is limited. */
const mostWebhooks = 10

export async function listWebhooks({ db }: DatabaseContext): Promise<Receiver[]> {
  const rows = await readRows<WebhookRow>(db)`SELECT ${columns} FROM webhooks w ORDER BY created_at`
  return rows.map(toWebhook)
}

export async function findWebhook(db: D1Database, id: string): Promise<Receiver | null> {
  const row = await readRow<WebhookRow>(db)`SELECT ${columns} FROM webhooks WHERE id = ${id}`
  return row && toWebhook(row)
}

/** An event that a webhook got, or will get. */
export type Delivery = {
  readonly id: string
  readonly type: EventType | 'test'
  /** Empty when it was deleted after some time. */
  readonly body: string
  readonly createdAt: string
  readonly attempts: number
  readonly failure: string | null
  readonly givenUpAt: string | null
  readonly sentAt: string | null
}

/** Returns the last 50 events of a webhook, newest first. */
export async function listDeliveries(db: D1Database, webhookID: string): Promise<Delivery[]> {
  return readRows<Delivery>(db)`SELECT id, subject AS type, body, created_at AS createdAt, attempts,
      failure, given_up_at AS givenUpAt, sent_at AS sentAt
    FROM outbox WHERE recipient = ${webhookID} ORDER BY created_at DESC, id LIMIT 50`
}

/** Returns the secret of a webhook: `whsec_` and 64 bytes in base64. */
export async function secretOf({ CODE_PEPPER: pepper }: SecretConfig, id: string, number: number) {
  return `whsec_${btoa(await hmac(pepper, `webhook ${id} ${number}`))}`
}

type SecretConfig = Pick<BackendConfig, 'CODE_PEPPER'>
type SendContext = DataContext & { readonly config: SecretConfig }

/** Sends an event to its webhook. An address that answers 410 wants no more events. */
export async function postEvent(
  { db, config, now }: SendContext,
  { id, recipient, body }: OutboxMessage,
): Promise<SendResult> {
  const webhook = await findWebhook(db, recipient)
  if (webhook === null) return refusedRecipient('the webhook was removed')
  const { secretNumber: current, oldSecretUntil } = webhook
  const time = Math.floor(now.getTime() / 1000)
  const isOldValid = oldSecretUntil !== null && oldSecretUntil > now.toISOString()
  const numbers = isOldValid ? [current, current - 1] : [current]
  const signatures = await Promise.all(
    numbers.map(async (number) => {
      const secret = await secretOf(config, webhook.id, number)
      return `v1,${await standardSignature(secret, `${id}.${time}.${body}`)}`
    }),
  )
  const headers = {
    'Content-Type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': String(time),
    'webhook-signature': signatures.join(' '),
  }
  const answer = await callCarrier(fetch, webhook.url, { headers, body })
  if (answer.status === 410) await stop(db, sql`id = ${webhook.id}`, now).run()
  if (answer.status === null) return notSent(answer.reason)
  return answer.isOk ? ok({ reference: null }) : notSent(`status ${answer.status}`)
}

/** Stops the webhooks that accepted nothing since an event that the shop has just given up. */
export function stopFailingWebhooks(db: D1Database, now: Date): D1PreparedStatement {
  const failing = sql`SELECT recipient FROM outbox event
    WHERE kind = 'webhook' AND given_up_at = ${now} AND failure IS NOT NULL
      AND NOT EXISTS (SELECT 1 FROM outbox accepted WHERE accepted.recipient = event.recipient
        AND accepted.sent_at >= event.created_at)`
  return stop(db, sql`id IN (${failing})`, now)
}

function stop(db: D1Database, which: ReturnType<typeof sql>, now: Date): D1PreparedStatement {
  return prepare(db)`UPDATE webhooks SET stopped_at = ${now}, stopped_by = 'failures'
    WHERE stopped_at IS NULL AND ${which}`
}

/** SQL: the host of a URL, which may have a token in its path. */
const host = sql`substr(url, instr(url, '//') + 2,
  instr(substr(url, instr(url, '//') + 2) || '/', '/') - 1)`

/** Selects webhooks that the shop has stopped. */
export function stoppedWebhooks(): AlertCondition {
  return {
    kind: 'webhook-stopped',
    query: sql`SELECT ${host} AS subject, coalesce((SELECT failure FROM outbox
        WHERE recipient = w.id AND failure IS NOT NULL ORDER BY created_at DESC LIMIT 1), '410')
        AS detail, NULL AS order_id
      FROM webhooks w WHERE stopped_by = 'failures' GROUP BY subject`,
  }
}

/** Names that only the network of a company, or the machine itself, knows. */
const innerName = /^[^.]+$|\.(local|localhost|internal|intranet|lan|home|corp|private|arpa)$/

/**
 * Parses an address on the internet: https, with a name instead of an IP address, and not the shop
 * itself. A shop on this machine may call this machine, so that it can be tried out. Returns null
 * for other texts.
 */
export function publicAddress(typed: string, siteOrigin: string): string | null {
  const url = URL.parse(typed.trim())
  if (url === null || url.username !== '' || url.password !== '') return null
  const { protocol, hostname } = url
  const shop = new URL(siteOrigin).hostname
  if (shop === 'localhost' && hostname === shop) return url.href
  const isNumber = /^[\d.]+$|^\[/.test(hostname)
  const name = hostname.replace(/\.$/, '')
  const isInner = isNumber || innerName.test(name) || name === shop
  return protocol === 'https:' && !isInner ? url.href : null
}

type WebhookFields = { readonly url: string; readonly events: readonly EventType[] }

/** Adds a webhook. Its id is the form's key, so that a repeated form adds it once. */
export const addWebhook = defineStaffAction<WebhookFields & { readonly id: string }>({
  action: 'add-webhook',
  subject: ({ id }) => ({ kind: 'webhook', id }),
  async plan({ context: { db, now, config }, input: { id, url, events } }) {
    const address = publicAddress(url, config.SITE_ORIGIN)
    if (address === null) return refused('address-not-public')
    if (events.length === 0) return refused('no-events')
    const count = sql`(SELECT count(*) FROM webhooks)`
    const row = await readRow<{ count: number }>(db)`SELECT ${count} AS count`
    if (row && row.count >= mostWebhooks) return refused('too-many-webhooks')
    return ok({
      details: { host: new URL(address).host, events: events.join(', ') },
      condition: sql`${count} < ${raw(mostWebhooks)}`,
      effects: () => [
        prepare(db)`INSERT INTO webhooks (id, url, events, created_at)
          VALUES (${id}, ${address}, ${JSON.stringify(events)}, ${now})`,
      ],
    })
  },
})

type WebhookInput = { readonly id: string }
type ReceiverChange<Input> = (
  context: ActionContext,
  input: Input,
  webhook: Receiver,
) => Omit<ActionPlan, 'details'>

function actionOnWebhook<Input extends WebhookInput>(
  action: Action,
  change: ReceiverChange<Input>,
) {
  return defineStaffAction<Input>({
    action,
    subject: ({ id }) => ({ kind: 'webhook', id }),
    async plan({ context, input }: PlannedAction<Input>) {
      const webhook = await findWebhook(context.db, input.id)
      if (webhook === null) return err({ code: 'not-found' })
      return ok({
        details: { host: new URL(webhook.url).host },
        ...change(context, input, webhook),
      })
    },
  })
}

/** Makes a new secret. For a day, events are signed with both, so that the receiver can change. */
export const rotateSecret = actionOnWebhook('rotate-webhook', ({ db, now }, { id }) => ({
  effects: () => [
    prepare(db)`UPDATE webhooks SET secret_number = secret_number + 1,
      old_secret_until = ${isoAfter(now, dayMs)} WHERE id = ${id}`,
  ],
}))

/** Stops a webhook, or starts it again. Events of the meantime are not sent. */
export const switchWebhook = actionOnWebhook(
  'switch-webhook',
  ({ db, now }, { id }, { stoppedAt }) => ({
    effects: () => [
      prepare(db)`UPDATE webhooks SET stopped_at = ${stoppedAt === null ? now : null},
        stopped_by = ${stoppedAt === null ? 'staff' : null} WHERE id = ${id}`,
    ],
  }),
)

/** Removes a webhook and its events. */
export const removeWebhook = actionOnWebhook('remove-webhook', ({ db }, { id }) => ({
  effects: () => [
    prepare(db)`DELETE FROM webhooks WHERE id = ${id}`,
    prepare(db)`DELETE FROM outbox WHERE recipient = ${id} AND kind = 'webhook'`,
  ],
}))

/** Sends an event of the type `test` to one webhook. */
export const testWebhook = actionOnWebhook('test-webhook', ({ db, now }, { id }) => ({
  effects: (entry) => [
    prepare(db)`INSERT INTO outbox (id, kind, purpose, dedupe_key, recipient, subject, body,
        created_at)
      VALUES (${entry.id}, 'webhook', 'webhook', ${entry.id}, ${id}, 'test',
        ${JSON.stringify({ type: 'test', timestamp: now, data: {} })}, ${now})`,
  ],
}))

type ResendInput = WebhookInput & { readonly eventID: string }

/** Sends an event again, from its first attempt on. */
export const resendEvent = actionOnWebhook<ResendInput>(
  'resend-event',
  ({ db }, { id, eventID }) => ({
    condition: sql`EXISTS (SELECT 1 FROM outbox
      WHERE id = ${eventID} AND recipient = ${id} AND body <> '')`,
    effects: () => [
      prepare(db)`UPDATE outbox SET attempts = 0, tried_at = NULL, failure = NULL,
        given_up_at = NULL, bounced_at = NULL, sent_at = NULL WHERE id = ${eventID}`,
    ],
  }),
)
