import type { BackendContext } from '../context.ts'
import type { FeeOfFact } from './read-fees.ts'

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
