import { z } from 'zod'
import { localServer, mustBeSecret, optional, secret, secretSettings } from '../kit/settings.ts'
import type { SettingProblem, ValuesOf } from '../kit/settings.ts'

const mailCarriers = ['cloudflare', 'resend', 'postmark', 'webhook'] as const
const smsCarriers = ['twilio', 'webhook'] as const

const mustBeMailCarrier = `must be empty or one of ${mailCarriers.join(', ')}`
const mustBeSmsCarrier = `must be empty or one of ${smsCarriers.join(', ')}`
const mustBeEmail = 'must be an email address at your domain'
const mustBeAddress = 'must be an address: https://carrier.example/send'
const mustBeKey = 'must be a Resend API key: re_…'
const mustBeSigningSecret = 'must be a Resend signing secret: whsec_…'
const mustBeSid = 'must be an account SID of Twilio: AC…'
const mustBeSender = 'must be a number, a sender of 11 letters or a messaging service: +1…, MG…'

const signingSecret = z.string().regex(/^whsec_[\w+/]{16,}=*$/, mustBeSigningSecret)
const address = z.url({ protocol: /^https?$/, error: mustBeAddress })

/** Settings of carriers of mail and SMS. Only the chosen carriers need secrets. */
export const carrierSettings = {
  /** The carrier of mail. Without it, mail stays in the outbox. */
  MAIL_CARRIER: optional(z.enum(mailCarriers, mustBeMailCarrier)),
  /** The sender of mail. The sender's name is BRAND_NAME, and Reply-To is SUPPORT_EMAIL. */
  MAIL_FROM: optional(z.email(mustBeEmail)),
  MAIL_WEBHOOK_URL: optional(address),
  RESEND_API_KEY: optional(z.string().regex(/^re_\w+$/, mustBeKey)).register(secretSettings),
  RESEND_API_URL: localServer,
  /** Signs Resend's webhooks about bounces. Without it, the shop rejects them. */
  RESEND_WEBHOOK_SECRET: optional(signingSecret).register(secretSettings),
  /** The earlier RESEND_WEBHOOK_SECRET, until Resend uses the new one. */
  RESEND_WEBHOOK_SECRET_OLD: optional(signingSecret).register(secretSettings),
  POSTMARK_SERVER_TOKEN: optional(secret).register(secretSettings),
  POSTMARK_API_URL: localServer,
  /** The password of Postmark's webhooks about bounces. Without it, the shop rejects them. */
  POSTMARK_WEBHOOK_SECRET: optional(secret).register(secretSettings),
  /** The earlier POSTMARK_WEBHOOK_SECRET, until Postmark uses the new one. */
  POSTMARK_WEBHOOK_SECRET_OLD: optional(secret).register(secretSettings),
  /** The carrier of SMS. Without it, SMS stay in the outbox. */
  SMS_CARRIER: optional(z.enum(smsCarriers, mustBeSmsCarrier)),
  SMS_WEBHOOK_URL: optional(address),
  TWILIO_ACCOUNT_SID: optional(z.string().regex(/^AC[0-9a-f]{32}$/, mustBeSid)),
  TWILIO_API_URL: localServer,
  TWILIO_AUTH_TOKEN: optional(secret).register(secretSettings),
  TWILIO_FROM: optional(
    z.string().regex(/^(\+\d{5,15}|\d{3,8}|MG[0-9a-f]{32}|[A-Za-z0-9 ]{1,11})$/, mustBeSender),
  ),
  /** Authorises the shop at the webhooks of carriers. */
  MESSAGE_WEBHOOK_TOKEN: optional(secret).register(secretSettings),
}

type CarrierConfig = ValuesOf<typeof carrierSettings>

/** Returns the missing settings of the chosen carriers by variable. */
export function carrierProblems(config: CarrierConfig): readonly SettingProblem[] {
  const { MAIL_CARRIER: mail, SMS_CARRIER: sms } = config
  const needed: [name: keyof CarrierConfig, isNeeded: boolean, problem: string][] = [
    ['MAIL_FROM', mail !== null, mustBeEmail],
    ['MAIL_WEBHOOK_URL', mail === 'webhook', mustBeAddress],
    ['RESEND_API_KEY', mail === 'resend', mustBeKey],
    ['POSTMARK_SERVER_TOKEN', mail === 'postmark', mustBeSecret],
    ['SMS_WEBHOOK_URL', sms === 'webhook', mustBeAddress],
    ['TWILIO_ACCOUNT_SID', sms === 'twilio', mustBeSid],
    ['TWILIO_AUTH_TOKEN', sms === 'twilio', mustBeSecret],
    ['TWILIO_FROM', sms === 'twilio', mustBeSender],
    ['MESSAGE_WEBHOOK_TOKEN', mail === 'webhook' || sms === 'webhook', mustBeSecret],
  ]
  return needed.flatMap(([path, isNeeded, message]) =>
    isNeeded && config[path] === null ? [{ path, message }] : [],
  )
}

const mustBePublic = 'must be a public key of 87 characters, which the first deployment creates'
const mustBePrivate = 'must be a private key of 43 characters, which the first deployment creates'

const key = (pattern: RegExp, problem: string) =>
  optional(z.string().regex(pattern, problem)).register(secretSettings)

/**
 * The key pair that identifies the shop to push services (RFC 8292): P-256, as base64url. Without
 * it, pages offer no push messages.
 */
export const pushSettings = {
  PUSH_PUBLIC_KEY: key(/^B[\w-]{86}$/, mustBePublic),
  PUSH_PRIVATE_KEY: key(/^[\w-]{43}$/, mustBePrivate),
}

type PushConfig = ValuesOf<typeof pushSettings>

/** Reports a key that is set without the other key. */
export function pushProblems(config: PushConfig): readonly SettingProblem[] {
  const { PUSH_PUBLIC_KEY: publicKey, PUSH_PRIVATE_KEY: privateKey } = config
  if ((publicKey === null) === (privateKey === null)) return []
  return publicKey === null
    ? [{ path: 'PUSH_PUBLIC_KEY', message: mustBePublic }]
    : [{ path: 'PUSH_PRIVATE_KEY', message: mustBePrivate }]
}
