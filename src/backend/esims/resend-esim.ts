import { copyPause } from '../../domain/copy-pause.ts'
import type { Locale } from '../../locale/locales.ts'
import type { BackendContext } from '../context.ts'
import { done, notFound } from '../operation-result.ts'
import { refuseBlocked } from './blocked-esim.ts'
import { mailCopy, selectCopies } from './esim-copy.ts'
import type { EsimCopyRow } from './esim-copy.ts'

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
