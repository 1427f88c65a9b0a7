import type { Esim, EsimBalance, TravellerStep } from './operations.ts'
import { planDetails, type DetailedPlan } from '../plans/operations.ts'
import type { Locale } from '../words/locales.shared.ts'
import { canSell } from '../plans/can-sell.ts'
import { titleOf } from '../plans/places.ts'
import { planColumn, planJoins, toPlan, type PlanRow } from '../plans/plan-rows.ts'
import type { BackendContext } from '../context.ts'
import { refuse, type Refusal } from '../api/operation-result.ts'
import { dayMs, isoAfter } from '../kit/time.shared.ts'
import { departureOf, usageOutlook } from './esim-dates.ts'
import type { Err } from '../kit/result.shared.ts'
import { raw, readRow } from '../kit/sql.ts'

/** The state of the line that replaces an eSIM. */
export type ReplacementState = 'sent' | 'awaited' | 'returned'

export type EsimRow = PlanRow & {
  esim_hash: string
  plan_id: string
  operator_ident: string
  country_title: string | null
  traffic_mb: number | null
  validity_days: number
  iccid: string
  smdp_address: string
  matching_id: string
  confirmation_code: string | null
  mobile_number: string | null
  is_sample: number
  purchased_at: string
  activate_by: string
  first_used_at: string | null
  valid_until: string | null
  data_used_mb: number
  data_limit_mb: number | null
  supplier_state: string | null
  has_usage_mails: number
  traveller_step: TravellerStep
  reminder_at: string | null
  can_top_up: number
  phone_model: string | null
  usage_as_of: string | null
  is_refunded: number
  is_refunding: number
  replacement: ReplacementState | null
  is_frozen: number
  is_reviewed: number
  is_supplied: number
  paid_minor: number | null
  paid_currency: string
}

/**
 * SQL: the price of the eSIM `e` in its order. NULL for a gift, because the recipient must not see
 * the price.
 */
const paidMinor = `(SELECT iif(l.recipient IS NULL, l.amount_minor, NULL) FROM order_lines l
  WHERE l.order_id = e.order_id AND l.position = e.line_position)`

/**
 * SQL: the phone that the buyer of the eSIM `e` checked. NULL for a gift, because the recipient has
 * another phone.
 */
const phoneModel = `(SELECT i.phone_model FROM orders i JOIN order_lines l ON l.order_id = i.id
  WHERE i.id = e.order_id AND l.position = e.line_position AND l.recipient IS NULL)`

export async function readEsim(
  db: D1Database,
  esimHash: string,
  lang: Locale,
): Promise<EsimRow | null> {
  return readRow<EsimRow>(db)`${raw(selectEsims(lang))} WHERE e.esim_hash = ${esimHash}`
}

/** Returns a SELECT of eSIMs `e`, without WHERE, with titles in a language. */
export function selectEsims(lang: Locale): string {
  return `SELECT ${planColumn(lang, canSell('t.id'))}, e.esim_hash, e.plan_id,
      t.operator_ident, ${titleOf('t.country_codes ->> 0', lang)} AS country_title, t.traffic_mb,
      t.validity_days, e.iccid, k.smdp_address, k.matching_id, k.confirmation_code, k.mobile_number, k.is_sample,
      e.purchased_at, e.activate_by, e.first_used_at, e.valid_until, e.data_used_mb, e.usage_as_of,
      e.data_limit_mb, e.supplier_state, e.has_usage_mails, e.traveller_step,
      e.reminder_at,
      e.is_refunded, e.is_refunding, e.is_frozen, e.replacement, e.can_top_up, e.is_reviewed,
      EXISTS (SELECT 1 FROM purchases o WHERE o.iccid = e.iccid AND o.kind = 'plan') AS is_supplied,
      ${phoneModel} AS phone_model,
      ${paidMinor} AS paid_minor, (SELECT currency FROM orders WHERE id = e.order_id) AS paid_currency
    FROM esim_states e JOIN stock k ON k.iccid = e.iccid
    JOIN plans t ON t.id = e.plan_id ${planJoins}`
}

export function toEsim(row: EsimRow, plan: DetailedPlan, context: BackendContext): Esim {
  const { words, now } = context
  const tariff = toPlan(row, words)
  return {
    hash: row.esim_hash,
    status: statusOf(row, now),
    tariff,
    operator: plan.operator,
    networks: plan.networks,
    ...planDetails.parse(plan),
    countryTitle: row.country_title ?? tariff.placeTitle,
    mobileNumber: row.mobile_number,
    iccid: iccidOf(row),
    smdpAddress: row.smdp_address,
    matchingId: row.matching_id,
    confirmationCode: row.confirmation_code,
    isSample: row.is_sample === 1,
    dataLimitMb: limitOf(row),
    validityDays: row.validity_days,
    purchasedAt: row.purchased_at,
    activateBy: lastDayOf(row),
    step: stepOf(row),
    canTopUp: row.can_top_up === 1,
    departure: row.reminder_at === null ? null : departureOf(new Date(row.reminder_at)),
    giveBackUntil: giveBackUntil(row, context),
    phoneModel: row.phone_model,
  }
}

/** The supplier has recycled the eSIM before it was used. */
function isUnused({ first_used_at: usedAt, supplier_state: state }: EsimRow): boolean {
  return usedAt === null && state === 'expired'
}

/** An unused eSIM that its supplier has recycled could be activated until then. */
function lastDayOf(row: EsimRow): string {
  const end = isUnused(row) ? (row.valid_until ?? row.activate_by) : row.activate_by
  return end < row.activate_by ? end : row.activate_by
}

/** The number after the ICCID of an earlier profile is ours. */
function iccidOf({ iccid }: EsimRow): string {
  return iccid.split('/', 1)[0] ?? iccid
}

export function toBalance(row: EsimRow, context: BackendContext): EsimBalance {
  const { words, now } = context
  return {
    hash: row.esim_hash,
    iccid: iccidOf(row),
    tariff: toPlan(row, words),
    balance: {
      status: statusOf(row, now),
      dataUsedMb: row.data_used_mb,
      dataLimitMb: limitOf(row),
      usageAsOf: row.usage_as_of,
      validUntil: isUnused(row) ? null : row.valid_until,
      activateBy: lastDayOf(row),
      outlook: outlookOf(row, now),
      hasUsageMails: row.has_usage_mails === 1,
      canTopUp: row.can_top_up === 1,
      isFrozen: row.is_frozen === 1,
      isRefunding: row.is_refunding === 1,
      isOver: isOver(row, now),
      paid: row.paid_minor === null ? null : { minor: row.paid_minor, currency: row.paid_currency },
      canReview: isOver(row, now) && row.is_reviewed === 0,
      giveBackUntil: giveBackUntil(row, context),
    },
  }
}

function outlookOf(row: EsimRow, now: Date): EsimBalance['balance']['outlook'] {
  const outlook = usageOutlook(
    {
      dataUsedMb: row.data_used_mb,
      dataLimitMb: limitOf(row),
      startedAt: timeOf(row.first_used_at),
      measuredAt: timeOf(row.usage_as_of),
      validUntil: timeOf(row.valid_until),
      validityDays: row.validity_days,
    },
    now,
  )
  return outlook && { ...outlook, lastsUntil: outlook.lastsUntil?.toISOString() ?? null }
}

function timeOf(text: string | null): Date | null {
  return text === null ? null : new Date(text)
}

type StatusRow = Pick<
  EsimRow,
  | 'is_refunded'
  | 'valid_until'
  | 'activate_by'
  | 'supplier_state'
  | 'first_used_at'
  | 'data_used_mb'
  | 'data_limit_mb'
  | 'traffic_mb'
>

/** Returns the status of an eSIM. The end of its time takes precedence over its data. */
function statusOf(row: StatusRow, now: Date): Esim['status'] {
  if (row.is_refunded === 1) return 'refunded'
  const lastMoment = row.valid_until ?? row.activate_by
  if (row.supplier_state === 'expired' || now.getTime() > Date.parse(lastMoment)) return 'expired'
  const limit = limitOf(row)
  if (row.supplier_state === 'used-up' || (limit !== null && row.data_used_mb >= limit))
    return 'finished'
  if (row.first_used_at !== null) return 'active'
  return row.supplier_state === 'installed' ? 'installed' : 'ready'
}

/** Returns the total MB with top-ups, or null for unlimited data. */
function limitOf({
  traffic_mb,
  data_limit_mb,
}: Pick<StatusRow, 'traffic_mb' | 'data_limit_mb'>): number | null {
  return traffic_mb === null ? null : (data_limit_mb ?? traffic_mb)
}

type OverRow = StatusRow & Pick<EsimRow, 'is_frozen' | 'replacement'>

/** Returns whether the plan was used, and its days have passed or its data is used up. */
export function isOver(row: OverRow, now: Date): boolean {
  const isBlocked = row.is_frozen === 1 || row.replacement !== null
  const status = statusOf(row, now)
  return !isBlocked && row.first_used_at !== null && ['expired', 'finished'].includes(status)
}

/**
 * Returns the time until which the buyer may give the eSIM back, or null: it may be installed, was a
 * gift, or is not the shop's to take back. A supplier that reports no installation cannot confirm
 * that there is none. A sample cannot be installed.
 */
export function giveBackUntil(
  row: EsimRow,
  { config, now }: Pick<BackendContext, 'config' | 'now'>,
): string | null {
  const { REFUND_DAYS: days } = config
  if (days === null || row.paid_minor === null || row.paid_minor === 0) return null
  const isBlocked = row.is_refunded === 1 || row.is_frozen === 1 || row.replacement !== null
  const isStarted = row.first_used_at !== null || row.traveller_step !== 'bought'
  const isFirstAnswerDue = row.is_supplied === 1 && row.usage_as_of === null
  const mayBeUnused = row.is_sample === 1 || isNotInstalled(row) || isFirstAnswerDue
  const end = isoAfter(new Date(row.purchased_at), days * dayMs)
  return isBlocked || isStarted || !mayBeUnused || end <= now.toISOString() ? null : end
}

export function isNotInstalled({ supplier_state: state }: EsimRow): boolean {
  return state === 'not-installed'
}

/** Returns the traveller's step. Measured usage and the supplier's state override ticks. */
export function stepOf(
  row: Pick<EsimRow, 'traveller_step' | 'supplier_state' | 'first_used_at'>,
): Esim['step'] {
  if (row.first_used_at !== null) return 'connected'
  const isInstalled = row.supplier_state === 'installed' && row.traveller_step === 'bought'
  return isInstalled ? 'installed' : row.traveller_step
}

type WordsContext = Pick<BackendContext, 'words'>
type ReplaceableEsim = Pick<EsimRow, 'replacement'>
type BlockableEsim = Pick<EsimRow, 'replacement' | 'is_refunded' | 'is_refunding' | 'is_frozen'>

/** Returns the refusal for an eSIM whose activation code is hidden, or null. */
export function refuseBlocked(context: WordsContext, esim: BlockableEsim): Err<Refusal> | null {
  const { words } = context
  const replaced = refuseReplaced(context, esim)
  if (replaced) return replaced
  if (esim.is_refunding === 1) return refuse('refunding', words('api.refunding'))
  if (esim.is_refunded === 1) return refuse('refunded', words('api.refunded'))
  return esim.is_frozen === 1 ? refuse('frozen', words('api.frozen')) : null
}

/**
 * Returns the refusal for an eSIM with a replacement, or null. The line of a replaced eSIM counts
 * as refunded, but nobody gets money back unless the replacement is returned too.
 */
export function refuseReplaced(
  { words }: WordsContext,
  { replacement }: ReplaceableEsim,
): Err<Refusal> | null {
  if (replacement === null || replacement === 'returned') return null
  return refuse(
    'replaced',
    words(replacement === 'sent' ? 'api.replaced' : 'api.replacementAwaited'),
  )
}
