import type { z } from 'zod'
import type { esimReview, esimReviewSend } from '../../contract/reviews.ts'
import { ok } from '../../domain/result.ts'
import { secretID } from '../../domain/secret-id.ts'
import { toTariff } from '../catalogue/tariff-rows.ts'
import type { BackendContext } from '../context.ts'
import { refuseBlocked } from '../esims/blocked-esim.ts'
import { readEsim } from '../esims/esim-rows.ts'
import { isOver } from '../esims/esim-status.ts'
import { done, notFound, refuse } from '../operation-result.ts'
import type { OperationResult } from '../operation-result.ts'
import { countVisitorAction } from '../rate-limit.ts'

/** The rate limit per client address. */
const reviewLimit = { action: 'review', perHour: 20 }

/** Returns the review of an eSIM by its traveller, and whether the traveller may write a review. */
export async function ownReview(
  context: BackendContext,
  { hash, lang }: z.output<typeof esimReview.input>,
): Promise<OperationResult<z.output<typeof esimReview.output>>> {
  const { db, words, now } = context
  const row = await readEsim(db, hash, lang)
  if (!row) return notFound(context)
  const blocked = refuseBlocked(context, row)
  if (blocked) return blocked
  const review = await db
    .prepare(
      `SELECT rating, text, author FROM reviews r JOIN esims e
        ON e.invoice_id = r.invoice_id AND e.line_position = r.line_position
      WHERE e.esim_hash = ?`,
    )
    .bind(hash)
    .first<{ rating: number; text: string; author: string }>()
  const canReview = isOver(row, now) && review === null
  return ok({ data: { hash, tariff: toTariff(row, words), canReview, review } })
}

/**
 * Stores at most one review per eSIM, after its plan is over. Staff decide whether to publish it.
 */
export async function sendReview(
  context: BackendContext,
  { hash, lang, rating, text, author }: z.output<typeof esimReviewSend.input>,
) {
  const { db, words, now } = context
  if (!(await countVisitorAction(context, reviewLimit)))
    return refuse('too-many-requests', words('api.tooManyMessages'))
  const row = await readEsim(db, hash, lang)
  if (!row) return notFound(context)
  const blocked = refuseBlocked(context, row)
  if (blocked) return blocked
  if (!isOver(row, now)) return refuse('plan-not-over', words('api.planNotOver'))
  const { meta } = await db
    .prepare(
      `INSERT INTO reviews (id, invoice_id, line_position, tariff_id, place, is_gift, lang,
        rating, text, author, written_at)
      SELECT ?2, e.invoice_id, e.line_position, e.tariff_id,
        iif(t.kind = 'multi', t.id, t.country_codes ->> 0), l.recipient IS NOT NULL,
        ?3, ?4, ?5, ?6, ?7
      FROM esims e JOIN tariffs t ON t.id = e.tariff_id
      JOIN invoice_lines l ON l.invoice_id = e.invoice_id AND l.position = e.line_position
      WHERE e.esim_hash = ?1
      ON CONFLICT (invoice_id, line_position) DO NOTHING`,
    )
    .bind(hash, secretID(), lang, rating, text, author, now.toISOString())
    .run()
  return meta.changes === 0 ? refuse('reviewed', words('api.reviewed')) : done()
}
