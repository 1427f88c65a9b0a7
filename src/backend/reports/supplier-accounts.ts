import type { Money } from '../../domain/money.ts'
import type { BackendContext } from '../context.ts'

export type SupplierAccount = {
  readonly supplier: string
  /** Null when the balance is unknown, or when the shop pays by invoice. */
  readonly balance: Money | null
  readonly at: string | null
  /** Whether the supplier refuses the shop's key. */
  readonly isKeyRefused: boolean
  /** Number of orders that a person must decide about. */
  readonly held: number
}

type SupplierAccountRow = {
  supplier: string
  minor: number | null
  currency: string | null
  at: string | null
  isKeyRefused: number
  held: number
}

/** Returns the suppliers that are switched on, with the balances of the shop's accounts. */
export async function supplierAccounts({
  db,
}: Pick<BackendContext, 'db'>): Promise<SupplierAccount[]> {
  const { results } = await db
    .prepare(
      `SELECT id AS supplier, balance_minor AS minor, balance_currency AS currency,
        balance_at AS at, key_refused_at IS NOT NULL AS isKeyRefused,
        (SELECT count(*) FROM supplier_orders o
          WHERE o.status = 'held' AND o.supplier = suppliers.id) AS held
      FROM suppliers WHERE is_on = 1 ORDER BY id`,
    )
    .all<SupplierAccountRow>()
  return results.map(({ minor, currency, ...account }) => ({
    ...account,
    isKeyRefused: account.isKeyRefused === 1,
    balance: minor === null || currency === null ? null : { minor, currency },
  }))
}
