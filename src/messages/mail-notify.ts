import { z } from 'zod'
import { topics } from './contact-topics.shared.ts'
import { maxLength, oneLine } from '../kit/limits.shared.ts'
import { email, lang, secretIDSchema } from '../api/common.ts'
import { post } from '../api/endpoint.ts'
import { utm } from '../api/utm.ts'

export const topic = z.enum(topics).describe('Recipient of the message')

export const maxScreenshotBytes = 5 * 1024 * 1024

export const mailNotify = post(
  '/web-mail-notify',
  'Send a message to the shop',
  z.object({
    lang,
    topic,
    name: z.string().trim().min(1).max(maxLength.name).regex(oneLine),
    email: email.describe('Address for the reply'),
    message: z.string().trim().min(1).max(maxLength.contactMessage),
    consent: z.literal(true).describe('Consent to personal data processing'),
    userAgent: z
      .string()
      .max(maxLength.userAgent)
      .optional()
      .describe('The visitor’s User-Agent header, to help support identify the phone'),
    utm: utm.optional(),
    idempotencyKey: secretIDSchema
      .optional()
      .describe(
        'Key of the message. The shop forwards an identical message with the same key once, or ' +
          'once a day without a key',
      ),
  }),
  z.object({
    data: z.object({
      topic,
      isScreenshotMissing: z
        .literal(true)
        .optional()
        .describe('The shop got the message, but did not store its screenshot'),
    }),
  }),
  { files: { screenshot: maxScreenshotBytes } },
)
