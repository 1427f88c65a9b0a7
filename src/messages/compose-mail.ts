import { encode } from 'uqr'
import { defaultLocale, type Locale } from '../words/locales.shared.ts'
import type { BackendContext } from '../context.ts'
import { letterHtml } from './letter-view.tsx'
import { letterText, esimHashOf, type Activation, type Letter, type LetterPart } from './letter.ts'
import { withOwnTexts } from './mail-texts.ts'
import type { OutboxMessage } from './outbox.ts'
import type { Mail } from './carrier.ts'
import type { Money } from '../kit/money.shared.ts'
import { formatReceiptNumber } from '../kit/receipt-number.ts'
import { formatMoney } from '../words/formats.shared.ts'
import { wordsOf } from '../words/words.shared.ts'
import { lpaString, type ActivationCode } from '../kit/activation-code.ts'
import { toBase64 } from '../kit/tokens.shared.ts'
import { png } from '../kit/png.ts'
import { prepare, readRow, runBatch } from '../kit/sql.ts'

const contentID = 'qr-code'

/**
 * Composes the email of an outbox message. Reads the activation code only now, because the outbox
 * does not store it and the email of a refunded eSIM must not contain it.
 */
export async function composeMail(
  { db, config }: Pick<BackendContext, 'db' | 'config'>,
  stored: OutboxMessage,
): Promise<Mail> {
  const message = await withOwnTexts(db, stored)
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
  const row = await readRow<ActivationCode & { readonly isSample: number }>(db)`SELECT
      k.smdp_address AS smdpAddress, k.matching_id AS matchingId,
      k.confirmation_code AS confirmationCode, k.is_sample AS isSample
    FROM esim_states e JOIN stock k ON k.iccid = e.iccid
    WHERE e.esim_hash = ${esimHash}
      AND NOT (e.is_refunded OR e.is_replaced OR e.is_frozen)`
  if (row === null) return null
  const { isSample, ...code } = row
  return { code, isSample: isSample === 1 }
}

/** Messages to the operator have no letter, only text. */
function letterOf({ subject, body }: OutboxMessage): Letter {
  return { locale: defaultLocale, heading: subject, parts: [{ kind: 'text', text: body }] }
}

type Table = Extract<LetterPart, { kind: 'table' }>
type TableRow = Table['rows'][number]
type StoredNumber = { readonly prefix: string | null; readonly number: number | null }
type Numbers = {
  readonly receipt: readonly TableRow[]
  readonly corrections: readonly TableRow[]
  /** The amount that was returned to the customer. Null for an order that was deleted. */
  readonly refunded: Money | null
}

/**
 * Adds the numbers of the receipt and of its credit notes to the tables of a letter, after the
 * number of the order. Its link to these documents names those that exist.
 * @param writtenAt the time at which the letter was written. Later credit notes are about other
 *   refunds
 */
export async function addDocumentNumbers(
  db: D1Database,
  letter: Letter,
  writtenAt: string,
): Promise<Letter> {
  const table = letter.parts.find(isOfReceipt)
  if (!table) return letter
  const numbers = await readNumbers(db, table, writtenAt, letter.locale)
  const parts = letter.parts.flatMap((part): LetterPart[] => {
    if (part === table) {
      const rows = table.rows.toSpliced(1, 0, ...numbers.receipt, ...numbers.corrections)
      return [{ ...table, rows, total: totalOf(table, numbers.refunded, letter.locale) }]
    }
    if (part.kind !== 'link' || part.documentsOf === undefined) return [part]
    if (numbers.receipt.length === 0) return []
    const label = wordsOf(letter.locale)('mail.creditNoteDocument')
    return [numbers.corrections.length === 0 ? part : { ...part, label }]
  })
  return { ...letter, parts }
}

/** The money may have come back to the shop since the letter was written. */
function totalOf({ total, isRefundedTotal }: Table, refunded: Money | null, locale: Locale) {
  const isKnown = isRefundedTotal === true && refunded !== null && refunded.minor > 0
  return isKnown && total ? { ...total, value: formatMoney(locale, refunded) } : total
}

function isOfReceipt(part: LetterPart): part is Table & { readonly receiptOf: string } {
  return part.kind === 'table' && part.receiptOf !== undefined
}

/** Returns no row for an order without a receipt, or that was deleted. */
async function readNumbers(
  db: D1Database,
  {
    receiptOf: invoiceID,
    creditNotesFrom,
    creditNotesUntil,
    cancellationsFrom,
  }: Table & { readonly receiptOf: string },
  writtenAt: string,
  locale: Letter['locale'],
): Promise<Numbers> {
  const [receipts, creditNotes, cancellations, refunds] = await runBatch(db, [
    prepare<StoredNumber>(db)`SELECT receipt_prefix AS prefix, receipt_number AS number FROM orders
      WHERE id = ${invoiceID}`,
    // Without notes that were cancelled completely.
    prepare<StoredNumber>(db)`SELECT n.prefix, n.number FROM credit_notes n
      WHERE n.order_id = ${invoiceID} AND n.issued_at BETWEEN ${creditNotesFrom ?? null}
          AND ${creditNotesUntil ?? writtenAt} AND n.cancels IS NULL
        AND n.amount_minor > (SELECT coalesce(-sum(c.amount_minor), 0) FROM credit_notes c
          WHERE c.order_id = ${invoiceID} AND c.cancels = n.number)
      ORDER BY n.number`,
    prepare<StoredNumber>(db)`SELECT prefix, number FROM credit_notes
      WHERE order_id = ${invoiceID} AND cancels IS NOT NULL
        AND issued_at BETWEEN ${cancellationsFrom ?? null} AND ${writtenAt} ORDER BY number`,
    prepare<Money>(db)`SELECT s.back_minor AS minor, i.currency
      FROM order_states s JOIN orders i ON i.id = ${invoiceID} WHERE s.order_id = ${invoiceID}`,
  ])
  const words = wordsOf(locale)
  return {
    refunded: refunds.results[0] ?? null,
    receipt: numberRows(words('receipt.number'), receipts.results),
    corrections: [
      ...numberRows(words('mail.creditNote'), creditNotes.results),
      ...numberRows(words('mail.cancellation'), cancellations.results),
    ],
  }
}

function numberRows(label: string, numbers: readonly StoredNumber[]) {
  return numbers.flatMap((each) => {
    const value = formatReceiptNumber(each)
    return value === null ? [] : [{ label, value }]
  })
}

const white = [255, 255, 255] as const
const black = [0, 0, 0] as const
/** CSS pixels per module in an email. The PNG has twice the resolution for sharp screens. */
const moduleSize = 6

type QrPicture = {
  /** The PNG file. */
  readonly base64: string
  /** Width and height in CSS pixels. */
  readonly size: number
}

/**
 * Draws a QR code as PNG, because mail programs do not support SVG. Error correction M and a quiet
 * zone of four modules (ISO/IEC 18004). Black on white even in dark mode.
 */
async function drawQrPicture(code: ActivationCode): Promise<QrPicture> {
  const { data, size } = encode(lpaString(code), { ecc: 'M', border: 4 })
  const scale = moduleSize * 2
  const width = size * scale
  // A bit per pixel: the file has an eighth of the bytes.
  const length = Math.ceil(width / 8)
  const pixels = new Uint8Array(length * width)
  for (const [y, row] of data.entries()) {
    const bits = row.map((isDark) => (isDark ? '1' : '0').repeat(scale)).join('')
    const bytes = bits.padEnd(length * 8, '0').match(/.{8}/g) ?? []
    const line = bytes.map((byte) => Number.parseInt(byte, 2))
    for (let copy = 0; copy < scale; copy += 1) pixels.set(line, (y * scale + copy) * length)
  }
  const bytes = await png({ width, height: width, pixels }, [white, black])
  return { base64: toBase64(bytes), size: size * moduleSize }
}
