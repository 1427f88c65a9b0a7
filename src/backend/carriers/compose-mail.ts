import { defaultLocale } from '../../locale/locales.ts'
import type { BackendContext } from '../context.ts'
import { isFrozen, isRefunded, isReplaced } from '../esims/esim-conditions.ts'
import { addDocumentNumbers } from '../mail/document-numbers.ts'
import { letterHtml } from '../mail/letter-view.tsx'
import { letterText } from '../mail/letter-text.ts'
import { esimHashOf } from '../mail/letter.ts'
import type { Activation, Letter } from '../mail/letter.ts'
import type { OutboxMessage } from '../mail/outbox.ts'
import { drawQrPicture } from '../mail/qr-picture.ts'
import type { Mail } from './carrier.ts'

const contentID = 'qr-code'

/**
 * Composes the email of an outbox message. Reads the activation code only now, because the outbox
 * does not store it and the email of a refunded eSIM must not contain it.
 */
export async function composeMail(
  { db, config }: Pick<BackendContext, 'db' | 'config'>,
  message: OutboxMessage,
): Promise<Mail> {
  const written = message.letter ?? letterOf(message)
  const letter = await addDocumentNumbers(db, written, message.createdAt)
  const esimHash = esimHashOf(letter)
  const activation = esimHash === null ? null : await readActivation(db, esimHash)
  const picture = activation && (await drawQrPicture(activation.code))
  const esim = activation &&
    picture && { ...activation, picture: { src: `cid:${contentID}`, size: picture.size } }
  const sender = {
    brand: config.BRAND_NAME,
    legalName: config.LEGAL_NAME,
    origin: config.SITE_ORIGIN,
    support: message.letter ? config.SUPPORT_EMAIL : null,
  }
  return {
    id: message.id,
    from: { name: config.BRAND_NAME, email: config.MAIL_FROM ?? config.SUPPORT_EMAIL },
    replyTo: message.replyTo ?? config.SUPPORT_EMAIL,
    to: message.recipient,
    subject: message.subject,
    text: message.letter ? letterText(letter, activation) : message.body,
    html: letterHtml(letter, esim, sender),
    pictures: picture ? [{ contentID, filename: 'esim.png', base64: picture.base64 }] : [],
  }
}

/** Returns null for an eSIM that is refunded, replaced or frozen. */
export async function readActivation(db: D1Database, esimHash: string): Promise<Activation | null> {
  const row = await db
    .prepare(
      `SELECT k.smdp_address, k.matching_id, k.confirmation_code, k.is_sample
      FROM esims e JOIN stock k ON k.iccid = e.iccid
      WHERE e.esim_hash = ?
        AND NOT ${isRefunded} AND NOT ${isReplaced} AND NOT ${isFrozen}`,
    )
    .bind(esimHash)
    .first<{
      smdp_address: string
      matching_id: string
      confirmation_code: string | null
      is_sample: number
    }>()
  return (
    row && {
      code: {
        smdpAddress: row.smdp_address,
        matchingId: row.matching_id,
        confirmationCode: row.confirmation_code,
      },
      isSample: row.is_sample === 1,
    }
  )
}

/** Messages to the operator have no letter, only text. */
function letterOf({ subject, body }: OutboxMessage): Letter {
  return { locale: defaultLocale, heading: subject, parts: [{ kind: 'text', text: body }] }
}
