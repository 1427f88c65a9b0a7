import type { Currency } from '../kit/money.shared.ts'
import { erased } from '../kit/email.shared.ts'
import type { Locale } from '../words/locales.shared.ts'
import { wordsOf } from '../words/words.shared.ts'
import { tariffColumn, tariffJoins, toTariff } from '../plans/plan-rows.ts'
import type { TariffRow } from '../plans/plan-rows.ts'
import type { BackendContext } from '../context.ts'
import { esimMail } from './esim-mail.ts'
import { insertMessage } from '../messages/outbox.ts'
import { hasReceiptMail } from '../messages/receipt.ts'
import { isFrozen, isRefunded, isReplacement, replacementOf } from '../kit/line-conditions.ts'
import type { ReplacementState } from '../kit/line-conditions.ts'
import { copyPause } from '../kit/limits.shared.ts'
import { done, notFound } from '../api/operation-result.ts'
import { refuseBlocked } from './esim-rows.ts'

export type EsimCopyRow = TariffRow & {
  esim_hash: string
  invoice_id: string
  line_position: number
  email: string
  activate_by: string
  recipient: string | null
  message: string | null
  amount_minor: number
  currency: Currency
  paid_at: string | null
  has_receipt_mail: number
  is_refunded: number
  replacement: ReplacementState | null
  is_replacement: number
  is_frozen: number
}

type CopyContext = Pick<BackendContext, 'db' | 'config' | 'now'>

/** SQL without the WHERE condition over `esims e`. */
function selectCopies(lang: Locale): string {
  return `SELECT ${tariffColumn(lang, '1')}, e.esim_hash, e.invoice_id,
      e.line_position, e.email, e.activate_by, l.recipient, l.message,
      l.amount_minor, o.currency, o.paid_at,
      ${hasReceiptMail('o.id')} AS has_receipt_mail, ${isRefunded} AS is_refunded,
      ${replacementOf} AS replacement, ${isReplacement} AS is_replacement, ${isFrozen} AS is_frozen
    FROM esims e JOIN invoice_lines l
      ON l.invoice_id = e.invoice_id AND l.position = e.line_position
    JOIN invoices o ON o.id = e.invoice_id
    JOIN tariffs t ON t.id = e.tariff_id ${tariffJoins}`
}

/**
 * Returns a statement that emails an eSIM again, to the address of its order or to the recipient of
 * a gift.
 */
export function mailCopy(
  { db, config, now }: CopyContext,
  esim: EsimCopyRow,
  { lang, dedupeKey }: { readonly lang: Locale; readonly dedupeKey: string },
): D1PreparedStatement {
  const mail = esimMail({
    tariff: toTariff(esim, wordsOf(lang)),
    locale: lang,
    esimHash: esim.esim_hash,
    activateBy: new Date(esim.activate_by),
    gift: esim.recipient === null ? null : giftOf(esim),
    isReplacement: esim.is_replacement === 1,
    price: priceOf(esim.invoice_id, esim),
    // No link to the order, because its page hides the eSIM after a corrected address.
    order: null,
    origin: config.SITE_ORIGIN,
  })
  const recipient = esim.recipient ?? esim.email
  const message = {
    ...mail,
    kind: 'mail',
    purpose: 'esim-copy',
    invoiceID: esim.invoice_id,
    dedupeKey,
    recipient,
    createdAt: now,
  } as const
  // Staff may have erased the person or corrected the address since the eSIM was read.
  return insertMessage(db, message, {
    sql: `EXISTS (SELECT 1 FROM esims e JOIN invoice_lines l
        ON l.invoice_id = e.invoice_id AND l.position = e.line_position
      WHERE e.esim_hash = ? AND coalesce(l.recipient, e.email) = ?)`,
    params: [esim.esim_hash, recipient],
  })
}

function giftOf({ email, message }: EsimCopyRow) {
  return { from: email === erased ? null : email, message }
}

/** Returns the eSIMs of an order by line, including blocked eSIMs. */
export async function readCopies(
  db: D1Database,
  lang: Locale,
  invoiceID: string,
): Promise<EsimCopyRow[]> {
  const { results } = await db
    .prepare(`${selectCopies(lang)} WHERE e.invoice_id = ? ORDER BY e.line_position`)
    .bind(invoiceID)
    .all<EsimCopyRow>()
  return results
}

type PaidEsim = Pick<EsimCopyRow, 'amount_minor' | 'currency' | 'paid_at' | 'has_receipt_mail'>

/**
 * Returns the price of a line for the email with its eSIM. Null if the receipt is a separate email,
 * or the price is 0.
 */
export function priceOf(invoiceID: string, line: PaidEsim) {
  const { amount_minor: minor, currency, paid_at: paidAt } = line
  if (line.has_receipt_mail === 1 || minor === 0) return null
  return { invoiceID, paidAt, amount: { minor, currency } }
}

/** Emails an eSIM again to its buyer, or to the recipient of a gift. */
export async function resendEsim(
  context: BackendContext,
  { hash: esimHash, lang }: { hash: string; lang: Locale },
) {
  const { db, now } = context
  const esim = await db
    .prepare(`${selectCopies(lang)} WHERE e.esim_hash = ?`)
    .bind(esimHash)
    .first<EsimCopyRow>()
  if (!esim) return notFound(context)
  const refusal = refuseBlocked(context, esim)
  if (refusal) return refusal
  const dedupeKey = `${esimHash}:${Math.floor(now.getTime() / copyPause)}`
  await mailCopy(context, esim, { lang, dedupeKey }).run()
  return done()
}
