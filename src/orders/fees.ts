import { logEvent } from '../kit/log.ts'
import { dayMs, timeBefore } from '../kit/time.shared.ts'
import { PaymentProviderError } from '../payments/payment-provider.ts'
import type { PaymentFact, PaymentProvider } from '../payments/payment-provider.ts'
import type { BackendContext } from '../context.ts'

export type KnownFact = Pick<PaymentFact, 'kind' | 'id' | 'at'> & { readonly hasFee: boolean }
export type FeeOfFact = Pick<PaymentFact, 'kind' | 'id' | 'fee'>
export type FeeReader = (facts: readonly KnownFact[], now: Date) => Promise<readonly FeeOfFact[]>

/** The shop requests an unknown fee with each lookup for this long, so that a month is complete. */
const feeLifetime = 35 * dayMs

/**
 * Returns a function that requests the unknown fees of charges from a provider whose facts do not
 * contain them. A failed request does not fail the lookup: the fee stays unknown until the next
 * one. After a failure that does not concern the charge alone, the function requests no more fees,
 * so create it for each run.
 */
export function createFeeReader({
  id,
  readFee,
}: Pick<PaymentProvider, 'id' | 'readFee'>): FeeReader {
  let isFailing = false
  return async (facts, now) => {
    if (!readFee) return []
    const fees: FeeOfFact[] = []
    for (const charge of facts.filter((fact) => needsFee(fact, now))) {
      if (isFailing) break
      try {
        const fee = await readFee(charge.id)
        if (fee !== null) fees.push({ kind: charge.kind, id: charge.id, fee })
      } catch (error) {
        if (!(error instanceof PaymentProviderError)) throw error
        isFailing ||= concernsAllCharges(error)
        logEvent({ event: 'fee-not-read', provider: id, error: error.message })
      }
    }
    return fees
  }
}

function concernsAllCharges({ outcome, isTemporary, isUnreadable }: PaymentProviderError): boolean {
  return isTemporary || (outcome === 'unknown' && !isUnreadable)
}

function needsFee({ kind, hasFee, at }: KnownFact, now: Date): boolean {
  return kind === 'charged' && !hasFee && at > timeBefore(now, feeLifetime)
}

/** Statements that add the fees of facts to the ledger, unless it has them. */
export function recordFees(
  { db, now }: Pick<BackendContext, 'db' | 'now'>,
  provider: string,
  facts: readonly FeeOfFact[],
): readonly D1PreparedStatement[] {
  return facts.flatMap(({ kind, id, fee }) =>
    fee === undefined
      ? []
      : [
          db
            .prepare(
              `UPDATE payment_facts SET fee_minor = ?, fee_currency = ?, fee_received_at = ?
              WHERE provider = ? AND kind = ? AND id = ? AND fee_minor IS NULL`,
            )
            .bind(fee.minor, fee.currency, now.toISOString(), provider, kind, id),
        ],
  )
}
