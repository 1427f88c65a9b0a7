import type { BackendConfig } from '../../config/backend-config.ts'
import type { OutboxMessage } from './outbox.ts'

/**
 * Delivers mail or SMS. `send` throws when the carrier does not accept the message. It is retried,
 * so the carrier may get the same id twice. To add a carrier, return one in `carrierFor`.
 */
export type Carrier = { readonly send: (message: OutboxMessage) => Promise<void> }

export function carrierFor(config: BackendConfig, kind: OutboxMessage['kind']): Carrier | null {
  const url = kind === 'mail' ? config.MAIL_WEBHOOK_URL : config.SMS_WEBHOOK_URL
  return url === null ? null : webhookCarrier(url, config.MESSAGE_WEBHOOK_TOKEN ?? '')
}

/** POSTs `{ id, kind, to, subject, text }` as JSON, with the id as Idempotency-Key. */
function webhookCarrier(url: string, token: string): Carrier {
  return {
    async send({ id, kind, recipient, subject, body }) {
      const response = await fetch(url, {
        method: 'POST',
        headers: {
          'Content-Type': 'application/json',
          Authorization: `Bearer ${token}`,
          'Idempotency-Key': id,
        },
        body: JSON.stringify({ id, kind, to: recipient, subject, text: body }),
        signal: AbortSignal.timeout(10_000),
      })
      await response.body?.cancel()
      if (!response.ok) throw new Error(`The carrier answered ${response.status}`)
    },
  }
}
