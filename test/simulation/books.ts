import { rewardPercent, type ShopRow, type World } from './world.ts'

/**
 * Reads an order, with the books that the shop has computed and those that it must have computed by
 * the rules of docs/payments.md, from facts and lines alone.
 */
export function readOrder({ rows, now }: World, id: string) {
  const [row] = rows(orderSql, id)
  if (!row) return null
  const facts = rows('SELECT * FROM payment_facts WHERE order_id = ?', id)
  const own = toRefunds(rows('SELECT * FROM refunds WHERE order_id = ?', id))
  const done = rows(deliveredSql, id).map(({ position }) => Number(position))
  const today = now().toISOString().slice(0, 10)
  const lines = rows('SELECT * FROM order_lines WHERE order_id = ?', id).map((line) => {
    const position = Number(line['position'])
    const isReturned =
      line['replaced_by'] !== null ||
      own.some((refund) => refund.isLive && refund.positions.includes(position))
    const isDelivered = done.includes(position)
    const isDue = today >= (line['deliver_on'] ?? '')
    const [minor, base] = [Number(line['amount_minor']), Number(line['reward_base'])]
    const isWaiting = !isReturned && !isDelivered
    return { position, minor, base, isReturned, isDelivered, isWaiting, isDue }
  })
  return { ...compute(row, facts, lines, own), subject: id.slice(0, 10), row }
}

const orderSql = `SELECT s.*, o.id, o.status AS stored,
    o.status IN ('processing', 'failed', 'expired') AS is_unpaid, o.amount_minor, o.currency,
    o.receipt_number IS NOT NULL AS has_receipt, o.referral_code,
    (SELECT coalesce(sum(amount_minor), 0) FROM credit_notes n WHERE n.order_id = o.id)
      AS credited,
    (SELECT coalesce(sum(amount_minor), 0) FROM partner_transactions t WHERE t.order_id = o.id)
      AS reward
  FROM orders o JOIN order_states s ON s.order_id = o.id WHERE o.id = ?`

const deliveredSql = `SELECT line_position AS position FROM esims WHERE order_id = ?1
  UNION SELECT line_position FROM purchases
  WHERE order_id = ?1 AND kind = 'top-up' AND status = 'done'`

type Refund = ReturnType<typeof toRefunds>[number]

function toRefunds(rows: readonly ShopRow[]) {
  return rows.map((row) => ({
    minor: Number(row['amount_minor']),
    origin: row['origin'],
    state: row['state'],
    request: row['request_id'],
    isUnassigned: row['assigned_at'] === null,
    positions: JSON.parse(String(row['positions'])) as number[], // the shop wrote it
    isLive: ['requested', 'sent', 'succeeded'].includes(String(row['state'])),
  }))
}

type Line = {
  readonly position: number
  readonly minor: number
  readonly base: number
  readonly isReturned: boolean
  readonly isDelivered: boolean
  readonly isWaiting: boolean
  readonly isDue: boolean
}

function compute(
  row: ShopRow,
  all: readonly ShopRow[],
  lines: readonly Line[],
  refunds: readonly Refund[],
) {
  const facts = all
    .filter((fact) => fact['currency'] === row['currency'])
    .map((fact) => ({ kind: fact['kind'], id: fact['id'], minor: Number(fact['amount_minor']) }))
  /** The sum of facts of a kind, except those that another kind of fact undoes. */
  const sumOf = (kind: string, undoneBy: string | null) =>
    sum(facts.filter((fact) => fact.kind === kind && !has(undoneBy, fact.id)))
  const has = (kind: string | null, id: unknown) =>
    facts.some((fact) => fact.kind === kind && fact.id === id)
  const charged = sumOf('charged', null)
  const refunded = sumOf('refunded', 'refund-failed')
  const lost = sumOf('dispute-lost', 'dispute-won')
  const hasOpenDispute = facts.some(
    ({ kind, id }) => kind === 'disputed' && !has('dispute-won', id) && !has('dispute-lost', id),
  )
  const price = Number(row['amount_minor'])
  const kept = lines.filter(({ isReturned }) => !isReturned)
  const due = sum(kept)
  const returned = sum(lines) - due
  const [held, back] = [charged - refunded - lost, refunded + lost]
  const hasWaiting = lines.some(({ isWaiting }) => isWaiting)
  const isRefunded =
    back > 0 &&
    ((held <= 0 && (lost === 0 || kept.length === 0)) ||
      (kept.length === 0 && refunded >= returned))
  const isLost = lost > 0 && held <= 0
  const forNoLine = sum(
    refunds.filter(
      ({ state, positions, origin, isUnassigned }) =>
        state === 'succeeded' && positions.length === 0 && (origin !== 'provider' || !isUnassigned),
    ),
  )
  const goodwill = Math.max(0, forNoLine - Math.max(0, charged - price))
  const isPaid = charged > 0 && charged >= price
  const paidStatus = !hasWaiting && refunded >= returned ? 'success' : 'paid'
  const openStatus = hasOpenDispute ? 'disputed' : isPaid ? paidStatus : null
  const status = isRefunded ? 'refunded' : isLost ? 'lost' : openStatus
  const isEarned =
    (status === 'success' || status === 'disputed') &&
    !hasWaiting &&
    lines.some(({ isDelivered }) => isDelivered)
  const base = kept.reduce((total, line) => total + line.base, 0)
  const forLines = sum(
    refunds.filter(({ state, positions }) => state === 'succeeded' && positions.length > 0),
  )
  const creditable = Math.max(Math.min(forLines, back), back - Math.max(0, charged - price))
  const overcharged = charged - lost - due - Math.max(refunded, returned)
  return {
    expected: {
      charged_minor: charged,
      refunded_minor: refunded,
      lost_minor: lost,
      kept_minor: held,
      is_unpaid: Number(status === null),
      ...(status === null ? {} : { status, stored: status }),
      is_deliverable: Number(charged > 0 && held > 0 && held + goodwill >= due && !hasOpenDispute),
      overcharged_minor: charged > 0 ? Math.max(0, overcharged) : 0,
      reward:
        isEarned && row['referral_code'] !== null ? Math.floor((base * rewardPercent) / 100) : 0,
      credited: row['has_receipt'] === 1 ? Math.min(price, Math.max(0, creditable)) : 0,
      amount_minor: due + returned,
    },
    causes: {
      overcharged: charged > 0 && overcharged > 0,
      dispute: hasOpenDispute,
      'unmatched-fact': facts.length < all.length || (charged > 0 && charged < price),
      'paid-undelivered': status === 'paid' && lines.some((line) => line.isWaiting && line.isDue),
      'refund-refused': held > 0 && refunds.some((refund) => isOpen(refund, refunds, lines)),
      'unassigned-refund':
        refunds.some(
          ({ origin, state, isUnassigned }) =>
            origin === 'provider' && state === 'succeeded' && isUnassigned,
        ) &&
        (held !== 0 ||
          refunds.some(({ origin, state }) => origin === 'hand' && state === 'succeeded')),
    },
  }
}

/** Whether a refund failed, and its customer still waits for money. */
function isOpen(
  { state, origin, positions, request }: Refund,
  refunds: readonly Refund[],
  lines: readonly Line[],
): boolean {
  const waits = ({ position, minor, isDelivered }: Line) =>
    minor > 0 &&
    positions.includes(position) &&
    !(origin === 'automatic' && isDelivered) &&
    !refunds.some(
      (other) => other.isLive && other.request !== request && other.positions.includes(position),
    )
  return state === 'failed' && (positions.length === 0 || lines.some(waits))
}

function sum(list: readonly { readonly minor: number }[]): number {
  return list.reduce((total, { minor }) => total + minor, 0)
}
