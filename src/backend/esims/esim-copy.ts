import type { Locale } from '../../locale/locales.ts'
import { wordsOf } from '../../locale/words.ts'
import { tariffColumns, tariffJoins, toTariff } from '../catalogue/tariff-rows.ts'
import type { TariffRow } from '../catalogue/tariff-rows.ts'
import type { BackendContext } from '../context.ts'
import { esimMail } from '../mail/esim-mail.ts'
import { insertMessage } from '../mail/outbox.ts'
import { isFrozen, isRefunded } from './esim-rows.ts'

/** What the mail with an eSIM says. */
export type EsimCopyRow = TariffRow & {
  esim_hash: string
  line_position: number
  email: string
  activate_by: string
  recipient: string | null
  message: string | null
  is_refunded: number
  is_frozen: number
}

type CopyContext = Pick<BackendContext, 'db' | 'config' | 'now'>

/** SQL up to its condition over `esims e`. */
export function selectCopies(lang: Locale): string {
  return `SELECT ${tariffColumns(lang)}, 1 AS in_stock, e.esim_hash, e.line_position, e.email,
      e.activate_by, l.recipient, l.message, ${isRefunded} AS is_refunded,
      ${isFrozen} AS is_frozen
    FROM esims e JOIN invoice_lines l
      ON l.invoice_id = e.invoice_id AND l.position = e.line_position
    JOIN tariffs t ON t.id = e.tariff_id ${tariffJoins}`
}

/** A statement that mails an eSIM again, to the address of its order or to the recipient of a gift. */
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
    gift: esim.recipient === null ? null : { from: esim.email, message: esim.message },
    origin: config.SITE_ORIGIN,
  })
  return insertMessage(db, {
    ...mail,
    kind: 'mail',
    purpose: 'esim-copy',
    dedupeKey,
    recipient: esim.recipient ?? esim.email,
    createdAt: now,
  })
}

/** Statements that mail the eSIMs of an order again, without those whose money was returned. */
export async function esimCopies(
  context: CopyContext,
  lang: Locale,
  copies: {
    readonly invoiceID: string
    /** The line; null: every line. */
    readonly position: number | null
    /** The same key mails each eSIM once. */
    readonly key: string
  },
): Promise<D1PreparedStatement[]> {
  const { invoiceID, position, key } = copies
  const { results } = await context.db
    .prepare(
      `${selectCopies(lang)} WHERE e.invoice_id = ?1 AND e.line_position = coalesce(?2, e.line_position)
      AND NOT ${isRefunded} ORDER BY e.line_position`,
    )
    .bind(invoiceID, position)
    .all<EsimCopyRow>()
  return results.map((esim) =>
    mailCopy(context, esim, { lang, dedupeKey: `${invoiceID}:${esim.line_position}:${key}` }),
  )
}
