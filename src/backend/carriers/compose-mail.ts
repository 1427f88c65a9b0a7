import { defaultLocale } from '../../locale/locales.ts'
import type { BackendContext } from '../context.ts'
import { readActivation } from '../esims/activation.ts'
import { letterHtml } from '../mail/letter-html.tsx'
import { letterText } from '../mail/letter-text.ts'
import { esimHashOf } from '../mail/letter.ts'
import type { Letter } from '../mail/letter.ts'
import type { OutboxMessage } from '../mail/outbox.ts'
import { drawQrPicture } from '../mail/qr-picture.ts'
import type { Mail } from './carrier.ts'

const contentID = 'qr-code'

/**
 * Writes the mail of a message from the outbox. It reads activation codes at this moment: the
 * outbox stores none, and the mail of a refunded eSIM has none.
 */
export async function composeMail(
  { db, config }: Pick<BackendContext, 'db' | 'config'>,
  message: OutboxMessage,
): Promise<Mail> {
  const letter = message.letter ?? letterOf(message)
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

/** A message to the operator has only text. */
function letterOf({ subject, body }: OutboxMessage): Letter {
  return { locale: defaultLocale, heading: subject, parts: [{ kind: 'text', text: body }] }
}
