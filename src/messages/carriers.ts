import type { BackendConfig } from '../settings.ts'
import type { Bindings } from '../context.ts'
import { validSecrets } from '../kit/webhooks.ts'
import type { FetchCarrier, Carrier, Carriers, MailCarrier, Sms } from './carrier.ts'
import { createCloudflareCarrier } from './cloudflare.ts'
import { createPostmarkCarrier } from './postmark.ts'
import { createResendCarrier } from './resend.ts'
import { createTwilioCarrier } from './twilio.ts'
import { createMailWebhook, createSmsWebhook } from './webhook-carrier.ts'

type CarrierDependencies = {
  readonly email: Bindings['EMAIL']
  readonly fetch?: FetchCarrier
}

/**
 * Creates the carriers that MAIL_CARRIER and SMS_CARRIER name. The configuration's schema has
 * already rejected missing settings.
 */
export function createCarriers(
  config: BackendConfig,
  { email, fetch: call = async (...request) => fetch(...request) }: CarrierDependencies,
): Carriers {
  return { mail: mailCarrier(config, email, call), sms: smsCarrier(config, call) }
}

function mailCarrier(
  config: BackendConfig,
  email: Bindings['EMAIL'],
  fetch: FetchCarrier,
): MailCarrier | null {
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
        fetch,
      })
    case 'postmark':
      return createPostmarkCarrier({
        serverToken: config.POSTMARK_SERVER_TOKEN ?? '',
        webhookSecrets: validSecrets(
          config.POSTMARK_WEBHOOK_SECRET,
          config.POSTMARK_WEBHOOK_SECRET_OLD,
        ),
        fetch,
      })
    case 'webhook':
      return createMailWebhook({
        url: config.MAIL_WEBHOOK_URL ?? '',
        token: config.MESSAGE_WEBHOOK_TOKEN ?? '',
        fetch,
      })
  }
}

function smsCarrier(config: BackendConfig, fetch: FetchCarrier): Carrier<Sms> | null {
  switch (config.SMS_CARRIER) {
    case null:
      return null
    case 'twilio':
      return createTwilioCarrier({
        accountSid: config.TWILIO_ACCOUNT_SID ?? '',
        authToken: config.TWILIO_AUTH_TOKEN ?? '',
        from: config.TWILIO_FROM ?? '',
        fetch,
      })
    case 'webhook':
      return createSmsWebhook({
        url: config.SMS_WEBHOOK_URL ?? '',
        token: config.MESSAGE_WEBHOOK_TOKEN ?? '',
        fetch,
      })
  }
}
