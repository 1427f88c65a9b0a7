import { countActions, visitorLimits } from '../api/rate-limit.ts'
import { done, notFound, refuse, type OperationResult } from '../api/operation-result.ts'
import type { BackendContext } from '../context.ts'
import { giveBackUntil, isNotInstalled, readEsim, refuseBlocked } from '../esims/esim-rows.ts'
import type { EsimRow } from '../esims/esim-rows.ts'
import { canonicalMailbox } from '../kit/email.shared.ts'
import { ok } from '../kit/result.shared.ts'
import { dayMs, isoBefore } from '../kit/time.shared.ts'
import type { InputOf, OutputOf } from '../operations.ts'
import { startReturns } from '../orders/lines.ts'
import { refundStatements, sendRefundsOf } from '../orders/refunds.ts'
import { findUnusedLine } from '../orders/replace-line.ts'
import { advance } from './source-orders.ts'
import { prepare, raw, readRow, sql, type Sql } from '../kit/sql.ts'

/** Each give-back costs the shop the fee of its payment, and often a call to a supplier. */
const ofNetwork = { action: 'give-back', perDay: 10 } as const
const ofMailbox = { action: 'give-back-of-mailbox', perDay: 4 } as const
/** The most eSIMs that a mailbox gives back within some days. */
const [most, withinDays] = [4, 90]

type GivenEsim = {
  readonly invoiceID: string
  readonly position: number
  readonly iccid: string
  readonly email: string
  /** Null for a profile of the shop's own stock. */
  readonly supplier: string | null
}

/**
 * Refunds an eSIM that its buyer gives back, once. The supplier is asked whether it is installed.
 * The refund is stored first, which hides the code, and is sent when the supplier has taken the
 * profile back: a customer who installs it in between keeps it. The scheduled job continues after a
 * failure. A profile of the shop's own stock stays with its line and is never sold again.
 */
export async function giveBack(
  context: BackendContext,
  { hash, lang, reason }: InputOf<'esimGiveBack'>,
): Promise<OperationResult<OutputOf<'esimGiveBack'>>> {
  const { db, words } = context
  const before = await readEsim(db, hash, lang)
  if (!before) return notFound(context)
  if (isGivenBack(before)) return done()
  const blocked = refuseBlocked(context, before)
  if (blocked) return blocked
  if (giveBackUntil(before, context) === null) return notReturnable(context)
  const esim = await givenEsim(db, hash)
  if (!esim) return notFound(context)
  if (!(await isWithinLimits(context, esim.email))) return tooMany(context)
  const stored = await storeRefund(context, esim, reason, async () => readEsim(db, hash, lang))
  if (stored.ok) await finish(context, esim)
  const after = await readEsim(db, hash, lang)
  // The button was pressed twice, or the supplier says that the eSIM was installed.
  if (after && isGivenBack(after)) return done()
  return stored.ok ? refuse('not-returnable', words('api.installedMeanwhile')) : stored
}

function isGivenBack({ is_refunded, replacement }: EsimRow): boolean {
  return is_refunded === 1 && replacement === null
}

function notReturnable({ words }: BackendContext) {
  return refuse('not-returnable', words('api.notReturnable'))
}

function tooMany({ words }: BackendContext) {
  return refuse('too-many-requests', words('api.tooManyGiveBacks'))
}

async function givenEsim(db: D1Database, hash: string): Promise<GivenEsim | null> {
  return readRow<GivenEsim>(
    db,
  )`SELECT order_id AS invoiceID, line_position AS position, iccid, email,
      (SELECT supplier FROM purchases o WHERE o.iccid = esims.iccid AND o.kind = 'plan') AS supplier
    FROM esims WHERE esim_hash = ${hash}`
}

/** SQL: the mailbox may give back another eSIM. */
function isBelowMost({ now }: BackendContext, email: string): Sql {
  return sql`(SELECT count(DISTINCT r.request_id) FROM orders i
    JOIN refunds r ON r.order_id = i.id AND r.origin = 'customer'
      AND r.requested_at > ${isoBefore(now, withinDays * dayMs)}
    WHERE i.mailbox = ${canonicalMailbox(email)}) < ${raw(most)}`
}

async function mayGiveBack(context: BackendContext, email: string): Promise<boolean> {
  const question = prepare(context.db)`SELECT ${isBelowMost(context, email)} AS may`
  return (await question.first<number>('may')) === 1
}

async function isWithinLimits(context: BackendContext, email: string): Promise<boolean> {
  return (
    (await mayGiveBack(context, email)) &&
    countActions(context, [
      ...visitorLimits(context, ofNetwork),
      { limit: ofMailbox, subject: canonicalMailbox(email) },
    ])
  )
}

/**
 * Stores nothing if the order has changed since it was read, for example by a second press, or the
 * mailbox has given back other eSIMs in the meantime.
 */
async function storeRefund(
  context: BackendContext,
  { invoiceID, position, iccid, supplier, email }: GivenEsim,
  reason: string,
  readAgain: () => Promise<EsimRow | null>,
): Promise<OperationResult<null>> {
  const { db, now, words } = context
  const found = await findUnusedLine(context, { invoiceID, position })
  const isSilent =
    !found.ok && found.error.code === 'refused' && found.error.reason === 'usage-unknown'
  const isUnasked = supplier !== null && !context.suppliers.some(({ id }) => id === supplier)
  if (isSilent || isUnasked) return refuse('not-returnable', words('api.supplierSilent'))
  // The supplier has answered by now.
  const row = await readAgain()
  if (!found.ok || !row || (row.is_sample === 0 && !isNotInstalled(row)))
    return notReturnable(context)
  const { order, line } = found.value
  const hasDoubt = order.hasOpenDispute === 1 || order.unassignedRefunds.length > 0
  const refund = await refundStatements(context, {
    invoiceID,
    amount: { ...line.amount, minor: Math.min(line.amount.minor, order.unrefunded.minor) },
    positions: [position],
    origin: 'customer',
    reason,
    actor: 'customer',
    version: order.version,
    when: isBelowMost(context, email),
  })
  if (hasDoubt || refund === null) return notReturnable(context)
  const returned = startReturns(db, sql`${iccid}`, now)
  const [inserted] = await db.batch([...refund.statements, returned])
  const isOver = inserted?.meta.changes === 0 && !(await mayGiveBack(context, email))
  return isOver ? tooMany(context) : ok(null)
}

/** Returns the profile to its supplier, and then the money. */
async function finish(context: BackendContext, { invoiceID, position, iccid }: GivenEsim) {
  const purchase = await readRow<{ key: string; supplier: string }>(context.db)`SELECT key, supplier
    FROM purchases WHERE iccid = ${iccid} AND kind = 'plan' AND status = 'done'`
  if (purchase) await advance(context, { ...purchase, invoiceID, position })
  await sendRefundsOf(context, invoiceID)
}
