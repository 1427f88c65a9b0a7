import type { Locale } from '../../locale/locales.ts'
import { tariffColumns, tariffJoins, toTariff } from '../catalogue/tariff-rows.ts'
import type { TariffRow } from '../catalogue/tariff-rows.ts'
import type { BackendContext } from '../context.ts'
import { esimMail } from '../mail/esim-mail.ts'
import { insertMessage } from '../mail/outbox.ts'
import { done, notFound, refuse } from '../operation-result.ts'
import { isRefunded } from './esim-rows.ts'

/** One copy of the mail per eSIM in each ten minutes. */
const copyInterval = 600_000

/** Mails an eSIM again, to the address of its order only. */
export async function resendEsim(
  context: BackendContext,
  { hash: esimHash, lang }: { hash: string; lang: Locale },
) {
  const { db, config, words, now } = context
  const esim = await db
    .prepare(
      `SELECT ${tariffColumns(lang)}, 1 AS in_stock, e.email, e.activate_by, l.recipient,
        l.message,
        ${isRefunded} AS is_refunded
      FROM esims e JOIN invoice_lines l
        ON l.invoice_id = e.invoice_id AND l.position = e.line_position
      JOIN tariffs t ON t.id = e.tariff_id ${tariffJoins} WHERE e.esim_hash = ?`,
    )
    .bind(esimHash)
    .first<
      TariffRow & {
        email: string
        activate_by: string
        is_refunded: number
        recipient: string | null
        message: string | null
      }
    >()
  if (!esim) return notFound(context)
  if (esim.is_refunded === 1) return refuse('refunded', words('api.refunded'))
  const mail = esimMail({
    tariff: toTariff(esim, words),
    locale: lang,
    esimHash,
    activateBy: new Date(esim.activate_by),
    gift: esim.recipient === null ? null : { from: esim.email, message: esim.message },
    origin: config.SITE_ORIGIN,
  })
  await insertMessage(db, {
    ...mail,
    kind: 'mail',
    purpose: 'esim-copy',
    dedupeKey: `${esimHash}:${Math.floor(now.getTime() / copyInterval)}`,
    recipient: esim.recipient ?? esim.email,
    createdAt: now,
  }).run()
  return done()
}
