import type { Locale } from '../../locale/locales.ts'
import { href } from '../../locale/paths.ts'
import { tariffName } from '../../locale/tariff-words.ts'
import { wordsOf } from '../../locale/words.ts'
import { rowsPerLocale } from '../catalogue/rows-per-locale.ts'
import { tariffColumn, tariffJoins, toTariff } from '../catalogue/tariff-rows.ts'
import type { TariffRow } from '../catalogue/tariff-rows.ts'
import type { BackendContext } from '../context.ts'
import { writeLetter } from '../mail/letter-text.ts'
import type { LetterPart } from '../mail/letter.ts'
import { insertMessage } from '../mail/outbox.ts'
import { insertPush } from '../push/push-message.ts'
import { canTopUp, isRefunded, isWatched } from './esim-conditions.ts'

export type UsageMailContext = Pick<BackendContext, 'db' | 'config' | 'now'>

/** eSIMs per locale and call. The next call handles the rest. */
const batchSize = 50

/** SQL: the total MB of the eSIM `e` with top-ups. NULL for unlimited data. */
export const limitMb = 'iif(t.traffic_mb IS NULL, NULL, coalesce(e.data_limit_mb, t.traffic_mb))'

type MailedEsim = TariffRow & {
  esim_hash: string
  tariff_id: string
  invoice_id: string
  recipient: string
  limit_mb: number | null
  data_used_mb: number
  valid_until: string | null
  can_top_up: number
  has_usage_mails: number
  has_push: number
}
type UsageMessage = {
  readonly dedupeKey: string
  readonly subject: string
  readonly heading: string
  readonly text: string
  /** Shown below the button of the email. */
  readonly advice?: string
}
type UsageMessageWriter = (about: {
  readonly esim: MailedEsim
  readonly locale: Locale
  readonly plan: string
}) => UsageMessage

/**
 * Inserts an email, and a push message for each browser.
 * @param where SQL condition over `esims e`, in addition to `isWatched`
 */
export async function notifyAbout(
  context: UsageMailContext,
  where: string,
  params: readonly string[],
  write: UsageMessageWriter,
): Promise<void> {
  const { db } = context
  const due = await rowsPerLocale<MailedEsim>(db, (locale) =>
    db.prepare(`${selectEsims(locale)} AND ${where} LIMIT ${batchSize}`).bind(...params),
  )
  const statements = due.flatMap(({ row, locale }) => insertMessages(context, row, locale, write))
  if (statements.length > 0) await db.batch(statements)
}

/** Inserts an email or push messages about an eSIM, as its customer has agreed. */
function insertMessages(
  { db, config, now }: UsageMailContext,
  esim: MailedEsim,
  locale: Locale,
  write: UsageMessageWriter,
): D1PreparedStatement[] {
  const { esim_hash: esimHash, invoice_id: invoiceID, recipient, valid_until: endsAt } = esim
  const words = wordsOf(locale)
  const plan = tariffName({ locale, words }, toTariff(esim, words))
  const written = write({ esim, locale, plan })
  const { dedupeKey, subject, heading, text } = written
  const parts = letterParts(config.SITE_ORIGIN, esim, locale, written)
  const letter = writeLetter({ locale, eyebrow: plan, heading, parts })
  const about = { kind: 'mail', purpose: 'usage', dedupeKey, recipient, invoiceID } as const
  const path = href(locale, 'operatorInfo', null, { hash: esimHash })
  const message = { title: subject, body: text, path }
  return [
    ...(esim.has_usage_mails === 1
      ? [insertMessage(db, { ...about, subject, ...letter, createdAt: now }, hasConsent(esimHash))]
      : []),
    ...(esim.has_push === 1 ? [insertPush(db, { esimHash, dedupeKey, message, endsAt, now })] : []),
  ]
}

/** The consent can end after the eSIM was read: the person was erased, or has another address. */
function hasConsent(esimHash: string) {
  return {
    sql: 'EXISTS (SELECT 1 FROM esims WHERE esim_hash = ? AND has_usage_mails = 1)',
    params: [esimHash],
  }
}

/** Returns the text with a button to get more data and links to the balance. */
function letterParts(
  origin: string,
  { esim_hash: hash, can_top_up: canBeToppedUp, tariff_id: tariffID }: MailedEsim,
  locale: Locale,
  { text, advice }: UsageMessage,
): LetterPart[] {
  const words = wordsOf(locale)
  const balance = origin + href(locale, 'operatorInfo', null, { hash })
  const more =
    canBeToppedUp === 1
      ? { label: words('balance.addData'), url: origin + href(locale, 'topUp', null, { hash }) }
      : { label: words('balance.again'), url: origin + href(locale, 'order', null, { tariffID }) }
  return [
    { kind: 'text', text },
    { kind: 'button', ...more },
    ...(advice === undefined ? [] : [{ kind: 'note', text: advice } as const]),
    { kind: 'link', label: words('instruction.balance'), url: balance },
    { kind: 'link', label: words('mail.usageStop'), url: `${balance}#emails` },
  ]
}

/** SQL: watched eSIMs of orders in the locale, with their plans. */
function selectEsims(locale: Locale): string {
  return `SELECT ${tariffColumn(locale, '1')}, e.esim_hash, e.tariff_id, e.invoice_id, e.data_used_mb,
      e.valid_until, e.has_usage_mails, e.has_push, ${limitMb} AS limit_mb, ${canTopUp} AS can_top_up,
      coalesce(l.recipient, e.email) AS recipient
    FROM esims e JOIN invoices i ON i.id = e.invoice_id
    JOIN invoice_lines l ON l.invoice_id = e.invoice_id AND l.position = e.line_position
    JOIN tariffs t ON t.id = e.tariff_id ${tariffJoins}
    WHERE ${isWatched} AND i.lang = '${locale}' AND NOT ${isRefunded}`
}
