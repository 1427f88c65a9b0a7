import type { Esim, EsimBalance, TravellerStep } from './operations.ts'
import type { TariffDetails } from '../plans/operations.ts'
import type { Locale } from '../words/locales.shared.ts'
import { canSell } from '../plans/can-sell.ts'
import { titleOf } from '../plans/place-titles.ts'
import { tariffColumn, tariffJoins, toTariff } from '../plans/plan-rows.ts'
import type { TariffRow } from '../plans/plan-rows.ts'
import type { BackendContext } from '../context.ts'
import { isFrozen, isRefunded, isReviewed, replacementOf } from '../kit/line-conditions.ts'
import type { ReplacementState } from '../kit/line-conditions.ts'
import { canTopUp } from './top-ups.ts'
import { done, notFound, refuse } from '../api/operation-result.ts'
import type { Refusal } from '../api/operation-result.ts'
import { dayMs, dayOf, hourMs, timeAfter } from '../kit/time.shared.ts'
import type { Err } from '../kit/result.shared.ts'

export type EsimRow = TariffRow & {
  esim_hash: string
  tariff_id: string
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
  replacement: ReplacementState | null
  is_frozen: number
  is_reviewed: number
  paid_minor: number | null
  paid_currency: string
}

/**
 * SQL: the price of the eSIM `e` in its order. NULL for a gift, because the recipient must not see
 * the price.
 */
const paidMinor = `(SELECT iif(l.recipient IS NULL, l.amount_minor, NULL) FROM invoice_lines l
  WHERE l.invoice_id = e.invoice_id AND l.position = e.line_position)`

/**
 * SQL: the phone that the buyer of the eSIM `e` checked. NULL for a gift, because the recipient has
 * another phone.
 */
const phoneModel = `(SELECT i.phone_model FROM invoices i JOIN invoice_lines l ON l.invoice_id = i.id
  WHERE i.id = e.invoice_id AND l.position = e.line_position AND l.recipient IS NULL)`

export async function readEsim(
  db: D1Database,
  esimHash: string,
  lang: Locale,
): Promise<EsimRow | null> {
  return db
    .prepare(`${selectEsims(lang)} WHERE e.esim_hash = ?`)
    .bind(esimHash)
    .first<EsimRow>()
}

/** Returns a SELECT of eSIMs `e`, without WHERE, with titles in a language. */
export function selectEsims(lang: Locale): string {
  return `SELECT ${tariffColumn(lang, canSell('t.id'))}, e.esim_hash, e.tariff_id,
      t.operator_ident, ${titleOf('t.country_codes ->> 0', lang)} AS country_title, t.traffic_mb,
      t.validity_days, e.iccid, k.smdp_address, k.matching_id, k.confirmation_code, k.mobile_number, k.is_sample,
      e.purchased_at, e.activate_by, e.first_used_at, e.valid_until, e.data_used_mb, e.usage_as_of,
      e.data_limit_mb, e.supplier_state, e.has_usage_mails, e.traveller_step,
      e.reminder_at,
      ${isRefunded} AS is_refunded, ${isFrozen} AS is_frozen, ${replacementOf} AS replacement,
      ${canTopUp} AS can_top_up, ${phoneModel} AS phone_model, ${isReviewed} AS is_reviewed,
      ${paidMinor} AS paid_minor, (SELECT currency FROM invoices WHERE id = e.invoice_id) AS paid_currency
    FROM esims e JOIN stock k ON k.iccid = e.iccid
    JOIN tariffs t ON t.id = e.tariff_id ${tariffJoins}`
}

export function toEsim(row: EsimRow, plan: TariffDetails, { words, now }: BackendContext): Esim {
  const tariff = toTariff(row, words)
  return {
    hash: row.esim_hash,
    status: statusOf(row, now),
    tariff,
    operator: plan.operator,
    networks: plan.networks,
    apn: plan.apn,
    countryTitle: row.country_title ?? tariff.placeTitle,
    mobileNumber: row.mobile_number,
    iccid: row.iccid,
    smdpAddress: row.smdp_address,
    matchingId: row.matching_id,
    confirmationCode: row.confirmation_code,
    isSample: row.is_sample === 1,
    dataLimitMb: limitOf(row),
    validityDays: row.validity_days,
    purchasedAt: row.purchased_at,
    activateBy: row.activate_by,
    step: stepOf(row),
    canTopUp: row.can_top_up === 1,
    departure: row.reminder_at === null ? null : departureOf(new Date(row.reminder_at)),
    phoneModel: row.phone_model,
  }
}

export function toBalance(row: EsimRow, { words, now }: BackendContext): EsimBalance {
  return {
    hash: row.esim_hash,
    iccid: row.iccid,
    tariff: toTariff(row, words),
    balance: {
      status: statusOf(row, now),
      dataUsedMb: row.data_used_mb,
      dataLimitMb: limitOf(row),
      usageAsOf: row.usage_as_of,
      validUntil: row.valid_until,
      activateBy: row.activate_by,
      outlook: outlookOf(row, now),
      hasUsageMails: row.has_usage_mails === 1,
      canTopUp: row.can_top_up === 1,
      isFrozen: row.is_frozen === 1,
      isOver: isOver(row, now),
      paid: row.paid_minor === null ? null : { minor: row.paid_minor, currency: row.paid_currency },
      canReview: isOver(row, now) && row.is_reviewed === 0,
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

type StatusRow = {
  readonly is_refunded: number
  readonly valid_until: string | null
  readonly activate_by: string
  readonly supplier_state: string | null
  readonly first_used_at: string | null
  readonly data_used_mb: number
  readonly data_limit_mb: number | null
  readonly traffic_mb: number | null
}

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

type OverRow = StatusRow & {
  readonly is_frozen: number
  readonly replacement: ReplacementState | null
}

/** Returns whether the plan was used, and its days have passed or its data is used up. */
export function isOver(row: OverRow, now: Date): boolean {
  const isBlocked = row.is_frozen === 1 || row.replacement !== null
  const status = statusOf(row, now)
  return !isBlocked && row.first_used_at !== null && ['expired', 'finished'].includes(status)
}

/** Stores the last step that the traveller has ticked. An earlier step unticks the later steps. */
export async function setProgress(
  context: BackendContext,
  { hash: esimHash, step }: { hash: string; step: TravellerStep },
) {
  const { meta } = await context.db
    .prepare('UPDATE esims SET traveller_step = ?2 WHERE esim_hash = ?1')
    .bind(esimHash, step)
    .run()
  return meta.changes === 0 ? notFound(context) : done()
}

/** Returns the traveller's step. Measured usage and the supplier's state override ticks. */
export function stepOf(row: {
  readonly traveller_step: TravellerStep
  readonly supplier_state: string | null
  readonly first_used_at: string | null
}): Esim['step'] {
  if (row.first_used_at !== null) return 'connected'
  const isInstalled = row.supplier_state === 'installed' && row.traveller_step === 'bought'
  return isInstalled ? 'installed' : row.traveller_step
}

type Usage = {
  readonly dataUsedMb: number
  /** Null if unlimited. */
  readonly dataLimitMb: number | null
  /** The first connection that the supplier reported, or null before a report. */
  readonly startedAt: Date | null
  readonly validityDays: number
  readonly measuredAt: Date | null
  readonly validUntil: Date | null
}

/** A forecast for a plan in use. */
type UsageOutlook = {
  readonly daysTotal: number
  /** Days left, including the day that has begun. */
  readonly daysLeft: number
  /**
   * The time at which the data ends at the pace so far, or at which the plan ends. Null if unknown.
   */
  readonly lastsUntil: Date | null
  /** MB a day that can be used until the end, or null if unlimited. */
  readonly dailyMb: number | null
}

/** The shortest time over which the daily use is measured. */
const shortestMeasurement = dayMs / 4

/** Returns null before the first connection and after the end. */
export function usageOutlook(usage: Usage, now: Date): UsageOutlook | null {
  const { validUntil, dataUsedMb, dataLimitMb } = usage
  const start = startOf(usage)
  if (start === null || !validUntil || now >= validUntil) return null
  const daysTotal = Math.max(1, Math.round((Number(validUntil) - start) / dayMs))
  const daysLeft = Math.min(daysTotal, Math.ceil((Number(validUntil) - Number(now)) / dayMs))
  if (dataLimitMb === null) return { daysTotal, daysLeft, lastsUntil: null, dailyMb: null }
  const leftMb = Math.max(0, dataLimitMb - dataUsedMb)
  return {
    daysTotal,
    daysLeft,
    lastsUntil: lastsUntil(usage, { start, leftMb, validUntil }),
    dailyMb: Math.floor(leftMb / daysLeft),
  }
}

/**
 * The first report can come days after the first connection. The supplier also reports the end, so
 * the plan started at least its validity before the end. A top-up moves the end, but not the start.
 */
function startOf({ startedAt, validUntil, validityDays }: Usage): number | null {
  if (!startedAt || !validUntil) return null
  return Math.min(Number(startedAt), Number(validUntil) - validityDays * dayMs)
}

function lastsUntil(
  { measuredAt, dataUsedMb }: Usage,
  { start, leftMb, validUntil }: { start: number; leftMb: number; validUntil: Date },
): Date | null {
  if (!measuredAt || dataUsedMb === 0) return null
  const measured = Number(measuredAt) - start
  if (measured < shortestMeasurement) return null
  const end = Number(measuredAt) + leftMb * (measured / dataUsedMb)
  return new Date(Math.min(end, Number(validUntil)))
}

/** The hour, UTC, of the email on the day before a departure. It is morning in Europe and Russia. */
const reminderHour = 6

/** Returns the time of the email before a departure on a date such as `2026-11-21`. */
export function reminderBefore(departure: string): Date {
  return new Date(Date.parse(departure) - dayMs + reminderHour * hourMs)
}

/** Returns the date of the departure that an email at this time is for. */
export function departureOf(reminder: Date): string {
  return dayOf(timeAfter(reminder, dayMs))
}

/** The dates of departure, such as `2026-11-21`, for which there is time for an email. */
export function departureDates(
  now: Date,
  activateBy: Date,
): { readonly from: string; readonly to: string } {
  const tomorrow = dayOf(timeAfter(now, dayMs))
  const from = reminderBefore(tomorrow) > now ? tomorrow : dayOf(timeAfter(now, 2 * dayMs))
  return { from, to: dayOf(activateBy) }
}

type WordsContext = Pick<BackendContext, 'words'>
type ReplaceableEsim = { readonly replacement: ReplacementState | null }
type BlockableEsim = ReplaceableEsim & { readonly is_refunded: number; readonly is_frozen: number }

/** Returns the refusal for an eSIM whose activation code is hidden, or null. */
export function refuseBlocked(context: WordsContext, esim: BlockableEsim): Err<Refusal> | null {
  const { words } = context
  const replaced = refuseReplaced(context, esim)
  if (replaced) return replaced
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
