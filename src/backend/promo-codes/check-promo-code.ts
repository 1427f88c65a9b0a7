import type { OperationResult } from '../operation-result.ts'
import { refuseFields } from '../operation-result.ts'
import type { BackendContext } from '../context.ts'
import { canonicalMailbox } from '../../domain/mailbox.ts'
import { canonicalPromoCode, promoProblem } from '../../domain/promo-code.ts'
import type { PromoCode, PromoProblem } from '../../domain/promo-code.ts'
import { ok } from '../../domain/result.ts'
import { formatDate } from '../../locale/formats.ts'
import { readPromoCode } from './promo-code-rows.ts'

/**
 * Returns a code that is valid now, or a refusal of the field `promocode`. Without an email
 * address, the limit per customer is not checked.
 */
export async function checkPromoCode(
  { db, words, now }: Pick<BackendContext, 'db' | 'words' | 'now'>,
  typed: string,
  email: string | undefined,
): Promise<OperationResult<PromoCode>> {
  const customer = email === undefined ? '' : canonicalMailbox(email)
  const found = await readPromoCode(db, canonicalPromoCode(typed), customer)
  if (!found) return refusePromoCode(words, 'unknown')
  const { promo, uses } = found
  const problem = promoProblem(promo, uses, now)
  return problem === null ? ok(promo) : refusePromoCode(words, problem, promo)
}

/**
 * Returns the refusal of the field `promocode` for a problem. `promo` has the date of a code that
 * is not valid yet.
 */
export function refusePromoCode(
  words: BackendContext['words'],
  problem: PromoProblem,
  promo?: Pick<PromoCode, 'startsAt'>,
) {
  const date = formatDate(promo?.startsAt?.toISOString())
  return refuseFields('invalid-input', { promocode: [words(`promo.${problem}`, { date })] })
}
