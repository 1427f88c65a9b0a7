import type { ActionInput, ActionResult } from '../api/perform-action.ts'
import type { RefusedReason } from '../api/refused-reason.ts'
import type { StaffMember } from '../api/staff.ts'
import type { BackendContext } from '../context.ts'
import { erased } from '../kit/email.shared.ts'
import { orderNumberOf } from '../kit/order-number.ts'
import { readRows } from '../kit/sql.ts'
import {
  answerMessage,
  messageList,
  toConversation,
  type ConversationRow,
} from '../messages/conversation.ts'
import { isListed, restoreOrders } from '../orders/archive.ts'
import { resendMail } from '../orders/order-actions.ts'
import { putOnSale, takeOffSale } from '../plans/plan-actions.ts'
import { readStoredPlans } from '../plans/plan-changes.ts'
import { plansByID } from '../plans/plan-rows.ts'
import type { Locale } from '../words/locales.shared.ts'
import { planName } from '../words/plan-words.ts'
import type { BulkList, BulkName } from './bulk-choice.tsx'

/** A chosen row, and what the action would do to it. */
export type BulkRow = {
  readonly id: string
  /** What the action changes, with its version. Several eSIMs can have the same order. */
  readonly subject: string
  readonly version: number
  readonly name: string
  /** The line of an eSIM. Null: all lines of the order, or not about an order. */
  readonly position: number | null
  /** The addresses that get emails. */
  readonly to: readonly string[]
  /** The language of the customer, if staff write the text. */
  readonly lang: Locale | null
  /** Why the action would be refused, or null. */
  readonly problem: RefusedReason | null
}

type BulkInput = ActionInput & { readonly text: string; readonly reason: string }

/** Reads the rows with these ids, in their order in the database. */
export async function readBulkRows(
  context: BackendContext,
  list: BulkList,
  action: BulkName,
  ids: readonly string[],
): Promise<BulkRow[]> {
  if (list === 'messages') return readMessages(context, ids)
  if (list === 'plans') return readPlans(context, action, ids)
  return readMails(context, list, ids)
}

type EsimToSend = {
  readonly iccid: string
  readonly invoiceID: string
  readonly position: number
  readonly recipient: string
  readonly isRefunded: number
}
type OrderOfEsims = {
  readonly id: string
  readonly email: string
  readonly isFrozen: number
  readonly version: number
}

/** Reads orders with all of their eSIMs, or eSIMs with their orders. */
async function readMails(
  context: BackendContext,
  list: 'orders' | 'esims',
  ids: readonly string[],
) {
  const { db } = context
  const isOfOrders = list === 'orders'
  if (isOfOrders) await restoreOrders(context, isListed('id', ids))
  const esims = await readRows<EsimToSend>(db)`SELECT e.iccid, e.order_id AS invoiceID,
      e.line_position AS position, coalesce(l.recipient, e.email) AS recipient,
      e.is_refunded AS isRefunded
    FROM esim_states e JOIN order_lines l
      ON l.order_id = e.order_id AND l.position = e.line_position
    WHERE ${isListed(isOfOrders ? 'e.order_id' : 'e.iccid', ids)}`
  const orderIDs = isOfOrders ? ids : esims.map(({ invoiceID }) => invoiceID)
  const orders = await readRows<OrderOfEsims>(db)`SELECT o.id, o.email,
      o.frozen_at IS NOT NULL AS isFrozen,
      (SELECT version FROM order_versions WHERE order_id = o.id) AS version
    FROM orders o WHERE ${isListed('o.id', orderIDs)} ORDER BY o.created_at DESC`
  return orders.flatMap((order) => {
    const own = esims.filter(({ invoiceID }) => invoiceID === order.id)
    const name = `${order.email === erased ? '' : order.email} ${orderNumberOf(order.id)}`.trim()
    return isOfOrders
      ? [toMailRow(order, own, { id: order.id, name, position: null })]
      : own.map(({ iccid, position }, index) =>
          toMailRow(order, own.slice(index, index + 1), { id: iccid, name: iccid, position }),
        )
  })
}

function toMailRow(
  { id: subject, version, isFrozen }: OrderOfEsims,
  esims: readonly EsimToSend[],
  row: Pick<BulkRow, 'id' | 'name' | 'position'>,
): BulkRow {
  const to = esims
    .filter(({ isRefunded, recipient }) => isRefunded === 0 && recipient !== erased)
    .map(({ recipient }) => recipient)
  const problem = isFrozen === 1 ? 'frozen' : to.length === 0 ? 'not-delivered' : null
  return { ...row, subject, version, to, lang: null, problem }
}

async function readMessages({ db }: BackendContext, ids: readonly string[]): Promise<BulkRow[]> {
  const rows = await readRows<ConversationRow>(db)`SELECT ${messageList.columns}
    FROM ${messageList.from} WHERE o.purpose = 'contact-message' AND ${isListed('o.id', ids)}
    ORDER BY o.created_at`
  return rows.map((row) => {
    const { id, version, sender, lang, subject } = toConversation(row)
    const problem = sender === null ? 'no-address' : null
    const to = sender === null ? [] : [sender]
    return { id, subject: id, position: null, version, name: sender ?? subject, to, lang, problem }
  })
}

async function readPlans(
  { db, locale, words }: BackendContext,
  action: BulkName,
  ids: readonly string[],
): Promise<BulkRow[]> {
  const [plans, known, versions] = await Promise.all([
    readStoredPlans(db, isListed('t.id', ids)),
    plansByID(db, ids, locale, words),
    readRows<{ id: string; version: number }>(db)`SELECT plan_id AS id, version FROM plan_versions
      WHERE ${isListed('plan_id', ids)}`,
  ])
  return versions.map(({ id, version }) => {
    const plan = known.get(id)
    const isOff = plans.get(id)?.isOffSale === true
    const isDone = isOff === (action === 'take-off-sale')
    const problem = isDone ? (isOff ? 'off-sale' : 'not-off-sale') : null
    const name = plan ? `${planName({ locale, words }, plan)} (${id})` : id
    return { id, subject: id, position: null, version, name, to: [], lang: null, problem }
  })
}

/** Performs the action on one row. */
export async function runBulkRow(
  context: BackendContext,
  person: StaffMember,
  action: BulkName,
  { id, subject, position }: BulkRow,
  { text, reason, ...input }: BulkInput,
): Promise<ActionResult> {
  if (action === 'answer') return answerMessage(context, person, { ...input, text, messageID: id })
  if (action === 'take-off-sale')
    return takeOffSale(context, person, { ...input, reason, tariffID: id })
  if (action === 'put-on-sale') return putOnSale(context, person, { ...input, tariffID: id })
  return resendMail(context, person, { ...input, invoiceID: subject, position })
}
