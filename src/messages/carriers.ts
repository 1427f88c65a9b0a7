import type { BackendConfig } from '../settings.ts'
import type { Bindings } from '../context.ts'
import { fetchFrom } from '../kit/deadlines.ts'
import { validSecrets } from '../kit/webhooks.ts'
import type { FetchCarrier, Carrier, Carriers, Sms } from './carrier.ts'
import { createCloudflareCarrier } from './cloudflare.ts'
import { createPostmarkCarrier } from './postmark.ts'
import { createResendCarrier } from './resend.ts'
import { createTwilioCarrier } from './twilio.ts'
import { createMailWebhook, createSmsWebhook } from './webhook-carrier.ts'

type CarrierDependencies = { readonly email: Bindings['EMAIL']; readonly fetch?: FetchCarrier }

/** Returns the function that calls a carrier, or a local server in its place. */
type CallTo = (server: string | null) => FetchCarrier

/**
 * Creates the carriers that MAIL_CARRIER and SMS_CARRIER name. The configuration's schema has
 * already rejected missing settings.
 */
export function createCarriers(
  config: BackendConfig,
  { email, fetch }: CarrierDependencies,
): Carriers {
  const callTo = (server: string | null) => fetch ?? fetchFrom(server)
  return { mail: mailCarrier(config, email, callTo), sms: smsCarrier(config, callTo) }
}

function mailCarrier(config: BackendConfig, email: Bindings['EMAIL'], callTo: CallTo) {
  switch (config.MAIL_CARRIER) {
    case null:
      return null
    case 'cloudflare':
      return createCloudflareCarrier(email)
    case 'resend':
      return createResendCarrier({
        apiKey: config.RESEND_API_KEY ?? '',
        webhookSecrets: validSecrets(
          config.RESEND_WEBHOOK_SECRET,
          config.RESEND_WEBHOOK_SECRET_OLD,
        ),
        fetch: callTo(config.RESEND_API_URL),
      })
    case 'postmark':
      return createPostmarkCarrier({
        serverToken: config.POSTMARK_SERVER_TOKEN ?? '',
        webhookSecrets: validSecrets(
          config.POSTMARK_WEBHOOK_SECRET,
          config.POSTMARK_WEBHOOK_SECRET_OLD,
        ),
        fetch: callTo(config.POSTMARK_API_URL),
      })
    case 'webhook':
      return createMailWebhook({
        url: config.MAIL_WEBHOOK_URL ?? '',
        token: config.MESSAGE_WEBHOOK_TOKEN ?? '',
        fetch: callTo(null),
      })
  }
}

function smsCarrier(config: BackendConfig, callTo: CallTo): Carrier<Sms> | null {
  switch (config.SMS_CARRIER) {
    case null:
      return null
    case 'twilio':
      return createTwilioCarrier({
        accountSid: config.TWILIO_ACCOUNT_SID ?? '',
        authToken: config.TWILIO_AUTH_TOKEN ?? '',
        from: config.TWILIO_FROM ?? '',
        fetch: callTo(config.TWILIO_API_URL),
      })
    case 'webhook':
      return createSmsWebhook({
        url: config.SMS_WEBHOOK_URL ?? '',
        token: config.MESSAGE_WEBHOOK_TOKEN ?? '',
        fetch: callTo(null),
      })
  }
}
