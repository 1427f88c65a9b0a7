import { storedDetail } from '../messages/alert-detail.ts'
import { logEvent } from '../kit/log.ts'
import { minorDigits, type Money } from '../kit/money.shared.ts'
import { isoBefore, minuteMs } from '../kit/time.shared.ts'
import { secretID } from '../kit/tokens.shared.ts'
import { endAlert, raiseAlert } from '../messages/alerts.ts'
import { countCalls } from '../supply/count-calls.ts'
import { SupplierError, type Supplier } from '../supply/supplier.ts'
import { refreshPlacements } from '../plans/can-sell.ts'
import type { DatabaseContext } from '../context.ts'
import type { SourcingContext } from './purchase.ts'
import { prepare, raw, readRow, readRows, runBatch, sql } from '../kit/sql.ts'

// `refreshed_to = ''` marks the placements of all plans of a supplier for a refresh.

/** Copies SUPPLIERS to the database, where queries about available plans read it. */
export async function recordSuppliers({ db, now, suppliers }: SourcingContext): Promise<void> {
  const ids = suppliers.map(({ id }) => id)
  const results = await readRows<{ id: string }>(db)`SELECT id FROM suppliers WHERE is_on = 1`
  const known = results.map(({ id }) => id)
  for (const id of ids)
    if (!known.includes(id))
      await prepare(db)`INSERT INTO suppliers (id, is_on, refreshed_to) VALUES (${id}, 1, '')
        ON CONFLICT (id) DO UPDATE SET is_on = 1, refreshed_to = ''`.run()
  for (const id of known) if (!ids.includes(id)) await switchOff(db, id, now)
}

/**
 * Deletes orders that were not sent yet, so that their lines go to other sources. Holds orders that
 * were sent.
 */
async function switchOff(db: D1Database, id: string, now: Date): Promise<void> {
  const alerts = ['out-of-balance', 'low-balance', 'key-refused', 'balance-refused'] as const
  await db.batch([
    prepare(db)`UPDATE suppliers
      SET is_on = 0, missing_minor = NULL, key_refused_at = NULL, refreshed_to = ''
      WHERE id = ${id}`,
    prepare(db)`DELETE FROM purchases
      WHERE supplier = ${id} AND status = 'new' AND next_try_at > ''`,
    prepare(db)`UPDATE purchases SET status = 'held', problem = 'the supplier is switched off'
      WHERE supplier = ${id} AND status = 'sent' AND next_try_at > ''`,
    ...alerts.map((each) => endAlert(db, `supplier-${each}`, id, now)),
  ])
}

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
  const results = await readRows<{ id: string }>(db)`SELECT id FROM suppliers WHERE is_on = 1
    AND (balance_at IS NULL OR balance_at <= iif(key_refused_at IS NULL, ${isoBefore(now, pause)},
      ${isoBefore(now, pauseOfRefusedKey)}))`
  for (const supplier of suppliers.filter(({ id }) => results.some((row) => row.id === id)))
    await checkBalance(context, supplier)
}

async function checkBalance(context: SourcingContext, supplier: Supplier): Promise<void> {
  const { db, now } = context
  const { id } = supplier
  const [counted] = await runBatch(db, [
    countCalls(db, supplier, 1, now),
    prepare(db)`UPDATE suppliers SET balance_at = ${now} WHERE id = ${id} AND changes() = 1`,
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
  { message: detail }: SupplierError,
): Promise<void> {
  const { db, now, config } = context
  const { id: subject } = supplier
  const counted = await countCalls(db, supplier, 1, now).first()
  const answer = counted && (await probeKey(supplier))
  if (answer === 'refused') await refuseKey(context, subject, detail)
  if (answer !== 'accepted') return
  await acceptKey(context, subject)
  await recordBalance(context, subject, null)
  const kind = 'supplier-balance-refused'
  // Without a limit, the shop needs no balance.
  const needsBalance = config.SUPPLIER_LOW_BALANCE > 0
  await (
    needsBalance ? raiseAlert(db, { kind, subject, detail }, now) : endAlert(db, kind, subject, now)
  ).run()
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

/** Stops the sales of a supplier that refuses the shop's key, and raises an alert. */
async function refuseKey({ db, now }: SourcingContext, subject: string, detail: string) {
  await db.batch([
    prepare(db)`UPDATE suppliers SET key_refused_at = ${now}, refreshed_to = ''
      WHERE id = ${subject} AND key_refused_at IS NULL`,
    raiseAlert(db, { kind: 'supplier-key-refused', subject, detail }, now),
    endAlert(db, 'supplier-balance-refused', subject, now),
  ])
}

/** Resumes the sales of a supplier that accepts the key again, and makes its orders due. */
async function acceptKey({ db, now }: SourcingContext, id: string): Promise<void> {
  const isRefused = prepare(db)`SELECT 1 FROM suppliers WHERE id = ${id}
      AND key_refused_at IS NOT NULL`
  if ((await isRefused.first()) === null) return
  await db.batch([
    prepare(db)`UPDATE suppliers SET key_refused_at = NULL, refreshed_to = '' WHERE id = ${id}`,
    prepare(db)`UPDATE purchases SET next_try_at = ${now}
      WHERE supplier = ${id} AND next_try_at > ${now} AND status IN ('new', 'sent', 'accepted')`,
    endAlert(db, 'supplier-key-refused', id, now),
  ])
}

/** Resumes the sales of a supplier when its balance covers the order that it refused. */
async function recordBalance(
  { db, now, config }: SourcingContext,
  subject: string,
  balance: Money | null,
): Promise<void> {
  const { minor = null, currency = null } = balance ?? {}
  const least = config.SUPPLIER_LOW_BALANCE * 10 ** minorDigits(currency ?? '')
  const kind = 'supplier-low-balance'
  const isFilled = await readRow(db)`SELECT 1 FROM suppliers WHERE id = ${subject}
      AND missing_minor <= coalesce(${minor}, missing_minor)`
  await db.batch([
    prepare(db)`UPDATE suppliers SET balance_minor = ${minor}, balance_currency = ${currency}
      WHERE id = ${subject}`,
    ...(isFilled
      ? [
          prepare(db)`UPDATE suppliers SET missing_minor = NULL, refreshed_to = ''
            WHERE id = ${subject}`,
          endAlert(db, 'supplier-out-of-balance', subject, now),
        ]
      : []),
    balance !== null && balance.minor < least
      ? raiseAlert(db, { kind, subject, detail: amountDetail(balance) }, now)
      : endAlert(db, kind, subject, now),
  ])
}

function amountDetail(values: Money): string {
  return storedDetail({ code: 'amount', values })
}

/** Puts plans back on sale a few hours after their supplier was out of stock. */
export async function resumePlans({ db, now }: SourcingContext): Promise<void> {
  const isDue = sql`back_at <= ${now}`
  await db.batch([
    prepare(db)`UPDATE plan_sources SET is_available = 1 WHERE ${isDue}`,
    refreshPlacements(db, sql`plan_id IN (SELECT plan_id FROM plan_sources WHERE ${isDue})`),
    prepare(db)`UPDATE plan_sources SET back_at = NULL WHERE ${isDue}`,
  ])
}

/**
 * Plan codes per page. A plan has up to several hundred placements, and D1 ends a statement after
 * 30 s.
 */
const pageSize = 200
/** Leaves queries for other jobs, because all jobs of a run share 1,000 queries. */
const mostPages = 50

/** Refreshes the placements of changed suppliers. A later run continues with the rest. */
export async function refreshOutdatedPlans({ db }: Pick<SourcingContext, 'db'>): Promise<void> {
  for (let count = 0; count < mostPages; count += 1) {
    const page = await readRow<{ supplier: string; after: string; end: string | null }>(db)`SELECT
        suppliers.id AS supplier, suppliers.refreshed_to AS after,
        (SELECT source.plan_code FROM plan_sources source
          WHERE source.supplier = suppliers.id AND source.plan_code > suppliers.refreshed_to
          ORDER BY source.plan_code LIMIT 1 OFFSET ${raw(pageSize - 1)}) AS end
      FROM suppliers WHERE suppliers.refreshed_to IS NOT NULL LIMIT 1`
    if (page === null) return
    // If the supplier has changed again in the meantime, its refresh starts from the first page.
    const { supplier, after, end } = page
    await db.batch([
      refreshPlacements(
        db,
        sql`plan_id IN (SELECT plan_id FROM plan_sources WHERE supplier = ${supplier}
          AND plan_code > ${after} AND (${end} IS NULL OR plan_code <= ${end}))`,
      ),
      prepare(db)`UPDATE suppliers SET refreshed_to = ${end}
        WHERE id = ${supplier} AND refreshed_to = ${after}`,
    ])
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

type SupplierAccountRow = Omit<SupplierAccount, 'balance' | 'isKeyRefused'> & {
  readonly minor: number | null
  readonly currency: string | null
  readonly isKeyRefused: number
}

/** Returns the suppliers that are switched on, with the balances of the shop's accounts. */
export async function supplierAccounts({ db }: DatabaseContext): Promise<SupplierAccount[]> {
  const results = await readRows<SupplierAccountRow>(db)`SELECT id AS supplier,
      balance_minor AS minor, balance_currency AS currency,
      balance_at AS at, key_refused_at IS NOT NULL AS isKeyRefused,
      (SELECT count(*) FROM purchases o
        WHERE o.status = 'held' AND o.supplier = suppliers.id) AS held
    FROM suppliers WHERE is_on = 1 ORDER BY id`
  return results.map(({ minor, currency, ...account }) => ({
    ...account,
    isKeyRefused: account.isKeyRefused === 1,
    balance: minor === null || currency === null ? null : { minor, currency },
  }))
}
