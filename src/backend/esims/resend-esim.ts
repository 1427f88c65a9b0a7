import { done, notFound } from '../context.ts'
import type { Call } from '../context.ts'
import { tariffColumns, tariffJoins, toTariff } from '../catalogue/tariff-rows.ts'
import type { TariffRow } from '../catalogue/tariff-rows.ts'
import type { Locale } from '../../locale/locales.ts'
import { esimMail } from '../mail/esim-mail.ts'
import { insertMessage } from '../mail/outbox.ts'

const tenMinutes = 600_000

/** Mails an eSIM once more, to the address it was bought with and no other; once in ten minutes. */
export async function resendEsim(call: Call, { hash, lang }: { hash: string; lang: Locale }) {
  const { db, config, words, now } = call
  const esim = await db
    .prepare(
      `SELECT ${tariffColumns(lang)}, 1 AS in_stock, e.email, e.activate_by
      FROM esims e JOIN tariffs t ON t.id = e.tariff_id ${tariffJoins} WHERE e.hash = ?`,
    )
    .bind(hash)
    .first<TariffRow & { email: string; activate_by: string }>()
  if (!esim) return notFound(call)
  const mail = esimMail({
    tariff: toTariff(esim, words),
    locale: lang,
    hash,
    activateBy: new Date(esim.activate_by),
    origin: config.SITE_ORIGIN,
  })
  await insertMessage(db, {
    ...mail,
    id: `resend:${hash}:${Math.floor(now.getTime() / tenMinutes)}`,
    kind: 'mail',
    recipient: esim.email,
    createdAt: now.toISOString(),
  }).run()
  return done()
}
