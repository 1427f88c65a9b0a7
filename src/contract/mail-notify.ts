import { z } from 'zod'
import { topics } from '../domain/contact-topics.ts'
import { maxLength } from '../domain/field-limits.ts'
import { email, lang } from './common.ts'
import { post } from './endpoint.ts'
import { utm } from './purchase.ts'

export const topic = z.enum(topics)

/** A picture of what a visitor sees: PNG, JPEG or WebP, 5 MB at most. */
export const maxScreenshotBytes = 5 * 1024 * 1024

export const mailNotify = post(
  '/web-mail-notify',
  'Passes a visitor’s message on to support or partnership sales; the same message twice in a day is passed on once',
  z.object({
    lang,
    topic,
    name: z.string().trim().min(1).max(maxLength.name),
    email: email.describe('Where the answer goes'),
    message: z.string().trim().min(1).max(maxLength.contactMessage),
    consent: z.literal(true).describe('Consent to personal data processing'),
    userAgent: z
      .string()
      .max(maxLength.userAgent)
      .optional()
      .describe('The visitor’s browser, as its header says: which phone it is, for who answers'),
    utm: utm.optional(),
  }),
  z.object({ data: z.object({ topic }) }),
  { files: { screenshot: maxScreenshotBytes } },
)
