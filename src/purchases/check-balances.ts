import { storedDetail } from '../messages/alert-detail.ts'
import { logEvent } from '../kit/log.ts'
import { minorDigits } from '../kit/money.shared.ts'
import type { Money } from '../kit/money.shared.ts'
import { isoBefore, minuteMs } from '../kit/time.shared.ts'
import { endAlert, raiseAlert } from '../messages/alerts.ts'
import { runBatch } from '../kit/db.ts'
import { countCalls } from '../supply/count-calls.ts'
import { SupplierError } from '../supply/supplier.ts'
import type { Supplier } from '../supply/supplier.ts'
import { acceptKey, refuseKey } from './refuse-order.ts'
import { markPlansOutdated } from './refresh-plans.ts'
import type { SourcingContext } from './claims.ts'
import { secretID } from '../kit/tokens.shared.ts'
import type { BackendContext } from '../context.ts'

/**
 * Milliseconds between balance checks. A supplier sells again at most this long after the operator
 * has paid.
 */
const pause = 600_000
/** While a supplier refuses the shop's key, the shop tries every minute whether it is corrected. */
const pauseOfRefusedKey = minuteMs

/**
 * Reads the shop's balance at each supplier every ten minutes, and raises alerts about low balances
 * and refused keys.
 */
export async function checkBalances(context: SourcingContext): Promise<void> {
  const { db, now, suppliers } = context
  const { results } = await db
    .prepare(
      `SELECT id FROM suppliers WHERE is_on = 1
        AND (balance_at IS NULL OR balance_at <= iif(key_refused_at IS NULL, ?1, ?2))`,
    )
    .bind(isoBefore(now, pause), isoBefore(now, pauseOfRefusedKey))
    .all<{ id: string }>()
  for (const supplier of suppliers.filter(({ id }) => results.some((row) => row.id === id)))
    await checkBalance(context, supplier)
}

async function checkBalance(context: SourcingContext, supplier: Supplier): Promise<void> {
  const { db, now } = context
  const { id } = supplier
  const [counted] = await runBatch(db, [
    countCalls(db, supplier, 1, now),
    db.prepare('UPDATE suppliers SET balance_at = ? WHERE id = ?').bind(now.toISOString(), id),
  ])
  if (counted.results.length === 0) return
  try {
    const balance = await supplier.balance()
    await acceptKey(context, id)
    await recordBalance(context, id, balance)
    await endAlert(db, 'supplier-balance-refused', id, now).run()
  } catch (error) {
    if (!(error instanceof SupplierError)) throw error
    logEvent({ event: 'balance-unknown', supplier: id, error: error.message })
    if (error.isKeyRefused) await recordRefusal(context, supplier, error)
  }
}

/** Stops the sales of the supplier only if it also refuses the key of another call. */
async function recordRefusal(
  context: SourcingContext,
  supplier: Supplier,
  error: SupplierError,
): Promise<void> {
  const { db, now, config } = context
  const { id } = supplier
  const counted = await countCalls(db, supplier, 1, now).first()
  const answer = counted && (await probeKey(supplier))
  if (answer === 'refused') await refuseKey(context, error)
  if (answer !== 'accepted') return
  await acceptKey(context, id)
  await recordBalance(context, id, null)
  const kind = 'supplier-balance-refused'
  // Without a limit, the shop needs no balance.
  const alert =
    config.SUPPLIER_LOW_BALANCE > 0
      ? raiseAlert(db, { kind, subject: id, detail: error.message }, now)
      : endAlert(db, kind, id, now)
  await alert.run()
}

/** Resumes the sales of a supplier when its balance covers the order that it refused. */
async function recordBalance(
  context: SourcingContext,
  id: string,
  balance: Money | null,
): Promise<void> {
  const { db } = context
  const isFilled = await db
    .prepare('SELECT 1 FROM suppliers WHERE id = ? AND missing_minor <= coalesce(?, missing_minor)')
    .bind(id, balance?.minor ?? null)
    .first()
  await db.batch([
    db
      .prepare('UPDATE suppliers SET balance_minor = ?, balance_currency = ? WHERE id = ?')
      .bind(balance?.minor ?? null, balance?.currency ?? null, id),
    ...(isFilled ? resumeSales(context, id) : []),
    ...lowBalanceAlert(context, id, balance),
  ])
}

function resumeSales({ db, now }: SourcingContext, id: string): D1PreparedStatement[] {
  return [
    db.prepare('UPDATE suppliers SET missing_minor = NULL WHERE id = ?').bind(id),
    markPlansOutdated(db, id),
    endAlert(db, 'supplier-out-of-balance', id, now),
  ]
}

function lowBalanceAlert(
  { db, config, now }: SourcingContext,
  subject: string,
  balance: Money | null,
): D1PreparedStatement[] {
  const kind = 'supplier-low-balance'
  if (balance === null) return [endAlert(db, kind, subject, now)]
  const { minor, currency } = balance
  const isLow = minor < config.SUPPLIER_LOW_BALANCE * 10 ** minorDigits(currency)
  const detail = storedDetail({ code: 'amount', values: { minor, currency } })
  return [isLow ? raiseAlert(db, { kind, subject, detail }, now) : endAlert(db, kind, subject, now)]
}

/**
 * Tries the shop's key with a call that changes nothing, because a key can lack only the right to
 * read the balance. Searches for an order that does not exist, or reads the first page of the
 * catalogue if the supplier does not find orders. Returns null when the call fails for another
 * reason.
 */
async function probeKey(
  supplier: Pick<Supplier, 'canFindOrders' | 'find' | 'catalogue'>,
): Promise<'accepted' | 'refused' | null> {
  try {
    if (supplier.canFindOrders) await supplier.find(secretID())
    else await supplier.catalogue()[Symbol.asyncIterator]().next()
    return 'accepted'
  } catch (error) {
    if (!(error instanceof SupplierError)) throw error
    return error.isKeyRefused ? 'refused' : null
  }
}

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
