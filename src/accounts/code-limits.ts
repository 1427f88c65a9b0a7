import { canonicalMailbox } from '../kit/email.shared.ts'
import { visitorPrefix } from '../kit/visitor.ts'
import { storedDetailSql } from '../messages/alert-detail.ts'
import type { AlertCondition } from '../messages/alerts.ts'
import type { BackendConfig } from '../settings.ts'
import type { BackendContext } from '../context.ts'
import { countActions, countVisitorAction, hourOf, shopLimits } from '../api/rate-limit.ts'
import type { SubjectLimit } from '../api/rate-limit.ts'
import type { Recipient } from './known-browsers.ts'
import { raw, sql } from '../kit/sql.ts'

/** Limits per hour. The first two apply to known browsers, so only the owner can exhaust them. */
const ofKnownBrowser = { action: 'code-to-known-browser', perHour: 5 }
const ofKnownBrowsers = { action: 'code-to-known-browsers', perHour: 25 }
const ofVisitor = { action: 'code-from-visitor', perHour: 20 }
const ofVisitorToRecipient = { action: 'code-from-visitor-to-recipient', perHour: 5 }
const ofRecipient = { action: 'code-to-recipient', perHour: 10 }
const confirmations = { action: 'code-confirmation', perHour: 30 }
/**
 * Limits of the whole shop per hour, because every SMS costs money, and bulk mail harms the
 * sender's reputation.
 */
const totals = { mail: 'mail-codes', sms: 'sms-codes' } as const
/** Known browsers have a separate total of the same size, which strangers cannot use up. */
const knownTotals = { mail: 'mail-codes-to-known', sms: 'sms-codes-to-known' } as const

/** The subject of the alert about each total. */
const usedUp: readonly (readonly [action: string, subject: string])[] = [
  [totals.mail, 'mail'],
  [totals.sms, 'sms'],
  [knownTotals.mail, 'mail to known browsers'],
  [knownTotals.sms, 'sms to known browsers'],
]
const subjectCases = usedUp
  .map(([action, subject]) => `WHEN '${action}' THEN '${subject}'`)
  .join(' ')

/** Counts a code. Returns false when a limit is reached. */
export async function isCodeWithinLimits(
  context: BackendContext,
  recipient: Recipient,
  { nonce, isKnown }: { readonly nonce: string; readonly isKnown: boolean },
): Promise<boolean> {
  const { config, clientAddress } = context
  const subject = subjectOf(recipient)
  const perHour = totalOf(config, recipient.kind)
  if (isKnown)
    return countActions(context, [
      { limit: ofKnownBrowser, subject: `${nonce}:${recipient.kind}:${recipient.to}` },
      { limit: ofKnownBrowsers, subject },
      { limit: { action: knownTotals[recipient.kind], perHour }, subject: 'shop' },
    ])
  const pair = `${subject}:${visitorPrefix(clientAddress)}`
  // In this order, a visitor who has reached a limit cannot use up the limits of others.
  return (
    (await countVisitorAction(context, ofVisitor)) &&
    (await countActions(context, [{ limit: ofVisitorToRecipient, subject: pair }])) &&
    (await countActions(context, [{ limit: ofRecipient, subject }])) &&
    (await countActions(context, shopLimits(context, { action: totals[recipient.kind], perHour })))
  )
}

/** Returns the limit of all SMS to people who have signed in before. Strangers cannot use it up. */
export function smsTotal(config: BackendConfig): SubjectLimit {
  return { limit: { action: knownTotals.sms, perHour: config.SMS_CODES_PER_HOUR }, subject: 'shop' }
}

/** Counts a check of a code from a new browser. Returns false after too many. */
export async function isConfirmationWithinLimits(context: BackendContext): Promise<boolean> {
  return countVisitorAction(context, confirmations)
}

/**
 * Raises an alert while a total is used up. The shop then sends no more codes of its kind, either
 * to new or to known browsers.
 */
export function codeLimitCondition(config: BackendConfig, now: Date): AlertCondition {
  const codes = storedDetailSql('codes', { count: 'count', hour: "last_hour || ':00Z'" })
  return {
    kind: 'codes-used-up',
    query: sql`SELECT CASE action ${raw(subjectCases)} END AS subject,
        ${codes} AS detail, NULL AS order_id
      FROM limits
      WHERE last_hour = ${hourOf(now)}
        AND action IN (${raw(usedUp.map(([action]) => `'${action}'`).join(', '))})
        AND (action IN (${totals.sms}, ${knownTotals.sms}) AND count >= ${config.SMS_CODES_PER_HOUR}
          OR action IN (${totals.mail}, ${knownTotals.mail})
            AND count >= ${config.MAIL_CODES_PER_HOUR})`,
  }
}

function totalOf(config: BackendConfig, kind: Recipient['kind']): number {
  return kind === 'sms' ? config.SMS_CODES_PER_HOUR : config.MAIL_CODES_PER_HOUR
}

/** All spellings of a mailbox share one limit. */
function subjectOf({ kind, to }: Recipient): string {
  return `${kind}:${kind === 'mail' ? canonicalMailbox(to) : to}`
}
