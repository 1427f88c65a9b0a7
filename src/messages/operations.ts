import { z } from 'zod'
import { topics, maxLength, maxUserAgent, oneLine } from '../kit/limits.shared.ts'
import { email, lang, idempotencyKey, utm } from '../api/common.ts'
import { post } from '../api/operation.ts'

export const topic = z.enum(topics).describe('Recipient of the message')

export const maxScreenshotBytes = 5 * 1024 * 1024

export const pushSubscription = z
  .object({
    endpoint: z.url().max(1000).describe('Address at the push service of the browser'),
    p256dh: z
      .string()
      .regex(/^[A-Za-z0-9_-]{87}$/)
      .describe('Public key of the browser as base64url'),
    auth: z
      .string()
      .regex(/^[A-Za-z0-9_-]{22}$/)
      .describe('Authentication secret of the browser as base64url'),
  })
  .meta({
    id: 'PushSubscription',
    description: 'Subscription of a browser, with the names of the Push API',
    examples: [
      {
        endpoint: 'https://updates.push.services.mozilla.com/wpush/v2/gAAAAABk',
        p256dh:
          'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
        auth: 'BTBZMqHH6r4Tts7J_aSIgg',
      },
    ],
  })

export type PushSubscription = z.output<typeof pushSubscription>

export const messageOperations = {
  mailNotify: post('/web-mail-notify', {
    tag: 'Support',
    summary: 'Send a message to the shop',
    description:
      'Forwards a message to support or partnership sales. Forwards an identical message with the same ' +
      '`idempotencyKey` once. To attach a screenshot, send `multipart/form-data` with the JSON in ' +
      '`payload`.',
    files: { screenshot: maxScreenshotBytes },
    input: z.object({
      lang,
      topic,
      name: z
        .string()
        .trim()
        .min(1)
        .max(maxLength.name)
        .regex(oneLine)
        .meta({ examples: ['Anna'] }),
      email: email.describe('Address for the reply'),
      message: z
        .string()
        .trim()
        .min(1)
        .max(maxLength.contactMessage)
        .meta({ examples: ['My phone shows no service.'] }),
      consent: z.literal(true).describe('Consent to personal data processing'),
      userAgent: z
        .string()
        .max(maxUserAgent)
        .optional()
        .describe('The visitor’s User-Agent header, to help support identify the phone'),
      utm: utm.optional(),
      idempotencyKey: idempotencyKey
        .optional()
        .describe(
          'Key of the message. The shop forwards an identical message with the same key once, or ' +
            'once a day without a key',
        ),
    }),
    output: z.object({
      data: z.object({
        topic,
        isScreenshotMissing: z
          .literal(true)
          .optional()
          .describe('The shop got the message, but did not store its screenshot'),
      }),
    }),
    refusals: { 'too-many-requests': 'Too many messages from this client address within an hour.' },
  }),
}
