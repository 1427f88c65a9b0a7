import type { InputOf } from '../operations.ts'
import { dayOf } from '../kit/time.shared.ts'
import type { Topic } from '../kit/limits.shared.ts'
import { logEvent } from '../kit/log.ts'
import { ok } from '../kit/result.shared.ts'
import type { BackendContext, OperationRequest } from '../context.ts'
import { hex, sha256Hex } from '../kit/crypto.ts'
import { refuse, refuseFields, type OperationResult } from '../api/operation-result.ts'
import {
  countActions,
  countVisitorAction,
  visitorLimits,
  countShopAction,
  shopLimits,
  shopMessages,
} from '../api/rate-limit.ts'
import { insertMessage } from './outbox.ts'
import { readRow } from '../kit/sql.ts'

/** Returns the file names of screenshots in a body that `sendContactMessage` wrote. */
export function screenshotsIn(text: string): readonly string[] {
  return text.match(/\bscreenshots\/[0-9a-f]{64}\.(?:png|jpeg|gif|webp)\b/g) ?? []
}

/** Limit per visitor prefix, because each message may store a screenshot. */
const messageLimit = { action: 'contact-message', perHour: 30 }

/**
 * Screenshots per day. With 5 MB each for 90 days, the bucket has at most 225 GB, which cost $3.40
 * a month. A visitor prefix can use up at most 300 of the shop's 500.
 */
const screenshotLimit = { action: 'screenshot', perDay: 30 }
const shopScreenshotLimit = { action: 'screenshot', perDay: 500 }

/** Counts a message for the rate limit before its body is read. */
export async function countContactMessage(context: BackendContext): Promise<OperationResult<null>> {
  if (await countVisitorAction(context, messageLimit)) return ok(null)
  const { words, config } = context
  const text = words('api.tooManyMessagesOfNetwork', { email: config.SUPPORT_EMAIL })
  return refuse('too-many-requests', text)
}

type ContactMessage = InputOf<'mailNotify'>

/**
 * Writes a visitor's message to the outbox and its screenshot to the bucket. Equal messages with
 * the same idempotency key create one email and one file. Without a key, equal messages of a day
 * do. Over the limit of screenshots, or while R2 fails, the message arrives without its picture.
 */
export async function sendContactMessage(
  context: BackendContext,
  message: ContactMessage,
  { files: { screenshot } }: OperationRequest,
): Promise<OperationResult<{ data: { topic: Topic; isScreenshotMissing?: true } }>> {
  const { db, config, words, now } = context
  const { topic, name, email, message: text } = message
  const type = screenshot && (await typeOf(screenshot))
  if (screenshot && !type)
    return refuseFields('invalid-input', { screenshot: [words('api.notAPicture')] })
  const recipient = topic === 'support' ? config.SUPPORT_EMAIL : config.PARTNERS_EMAIL
  if (!(await countShopAction(context, shopMessages, [])))
    return refuse('too-many-requests', words('api.tooManyMessagesOfAll', { email: recipient }))

  const key = message.idempotencyKey ?? dayOf(now)
  // The digest includes the picture, because the same text may arrive with different pictures.
  const picture = screenshot ? await digestOf(screenshot) : ''
  const digest = await sha256Hex([key, topic, name, email, text, picture].join('\n'))
  const file = type ? `screenshots/${digest}.${type}` : null
  const isMissing = screenshot && file ? !(await storeScreenshot(context, file, screenshot)) : false
  const fileText = file && words('mail.screenshot', { file })
  const { meta } = await insertMessage(db, {
    kind: 'mail',
    purpose: 'contact-message',
    dedupeKey: digest,
    recipient,
    subject: words(`mail.topics.${topic}`),
    body: bodyOf(message, isMissing ? words('mail.screenshotMissing') : fileText, words),
    replyTo: email,
    lang: message.lang,
    createdAt: now,
  }).run()
  if (file && meta.changes === 0) await deleteUnnamed(context, file, digest)
  return ok({ data: { topic, ...(isMissing ? { isScreenshotMissing: true } : {}) } })
}

/** Returns false when R2 fails, or a limit is reached: the message matters more than its picture. */
async function storeScreenshot(context: BackendContext, name: string, file: File) {
  try {
    return await storeWithinLimits(context, name, file)
  } catch (error) {
    logEvent({ event: 'screenshot-not-stored', error: String(error) })
    return false
  }
}

/**
 * Returns false when a limit of screenshots is reached. A repeated message has its file already.
 */
async function storeWithinLimits(context: BackendContext, name: string, file: File) {
  const { uploads } = context
  if (await uploads.head(name)) return true
  const shop = shopLimits(context, shopScreenshotLimit)
  if (!(await countActions(context, [...visitorLimits(context, screenshotLimit), ...shop])))
    return false
  await uploads.put(name, file, {
    httpMetadata: { contentType: `image/${name.split('.').at(-1)}` },
  })
  return true
}

/**
 * Deletes the file of a repeated message whose text was erased, because no message names the file
 * any more.
 */
async function deleteUnnamed({ db, uploads }: BackendContext, file: string, dedupeKey: string) {
  const naming = await readRow(db)`SELECT 1 FROM outbox
    WHERE purpose = 'contact-message' AND dedupe_key = ${dedupeKey} AND instr(body, ${file}) > 0`
  if (naming === null) await uploads.delete(file)
}

/** Returns the SHA-256 hash of a file. Streams the file to avoid a second copy in memory. */
async function digestOf(file: File): Promise<string> {
  const digest = new crypto.DigestStream('SHA-256')
  await file.stream().pipeTo(digest)
  return hex(new Uint8Array(await digest.digest))
}

async function typeOf(file: File): Promise<ReturnType<typeof imageTypeOf>> {
  return imageTypeOf(new Uint8Array(await file.slice(0, 16).arrayBuffer()))
}

/** Returns the visitor's text without the lines that the shop added. */
export function visitorText(body: string, words: BackendContext['words']): string {
  const [, ...paragraphs] = body.split('\n\n')
  const added = [
    words('mail.screenshot', { file: '' }),
    words('mail.screenshotMissing'),
    words('mail.browser', { userAgent: '' }),
  ]
  const isAdded = (text: string) =>
    /^utm_\w+: /.test(text) || added.some((start) => text.startsWith(start))
  const last = paragraphs.findLastIndex((paragraph) => !isAdded(paragraph))
  return paragraphs.slice(0, last + 1).join('\n\n')
}

function bodyOf(
  { name, email, message, userAgent, utm = {} }: ContactMessage,
  screenshot: string | null,
  words: BackendContext['words'],
): string {
  return [
    `${name} <${email}>`,
    message,
    ...(screenshot === null ? [] : [screenshot]),
    ...(userAgent ? [words('mail.browser', { userAgent })] : []),
    ...Object.entries(utm).map(([key, value]) => `${key}: ${value}`),
  ].join('\n\n')
}

/** In the signature of WebP, the length of the file, which can be any four bytes. */
const size = [null, null, null, null]
/** The first bytes of the accepted image formats. Null is any byte. */
const signatures = [
  ['png', [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]],
  ['jpeg', [0xff, 0xd8, 0xff]],
  ['webp', [0x52, 0x49, 0x46, 0x46, ...size, 0x57, 0x45, 0x42, 0x50]],
] as const

/** Returns the type of an image from its bytes instead of its file name. Null for other files. */
export function imageTypeOf(bytes: Uint8Array): 'png' | 'jpeg' | 'webp' | null {
  const match = signatures.find(([, signature]) =>
    signature.every((byte, index) => byte === null || bytes[index] === byte),
  )
  return match?.[0] ?? null
}
