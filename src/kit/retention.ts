import { dayMs, hourMs, isoBefore } from './time.shared.ts'

/**
 * The time in milliseconds for which the shop stores data that its books do not need. The scheduled
 * job then deletes the data. The data policy in `content/` has the same numbers.
 */
export const retention = {
  /** Texts of mail and SMS. Their rows remain, so that no message is sent twice. */
  messages: 30 * dayMs,
  /** Texts with a sign-in code. The code itself is valid for ten minutes. */
  signInCodes: hourMs,
  /** The keyed hash of the network of an order. */
  networks: 30 * dayMs,
  /** Orders that expired unpaid. */
  unpaidOrders: 30 * dayMs,
  /**
   * Records of passkeys that ended because they were lost. Withdrawals warn the operator about
   * them.
   */
  passkeyRecoveries: 30 * dayMs,
  /** Messages from the contact forms, and their screenshots. Staff need time to answer them. */
  contactMessages: 90 * dayMs,
  /** Visitors' comments about answers. They are free text, so they may contain personal data. */
  answerReviews: 90 * dayMs,
  /**
   * The number of visitors that an answer helped, by day. This allows a comparison with last year.
   */
  answerCounts: 400 * dayMs,
  /** Unmet demand by day. No row is about one visitor. */
  unmetDemand: 90 * dayMs,
  /** Requests for an email when something is on sale again, and those that nobody confirmed. */
  stockAlerts: 180 * dayMs,
  unconfirmedStockAlerts: 2 * dayMs,
  /** Uploaded files that nobody confirmed. They may contain activation codes. */
  importDrafts: hourMs,
  /** Reviews that staff refused. */
  refusedReviews: 30 * dayMs,
  /** Reviews that staff neither approved nor refused. */
  undecidedReviews: 90 * dayMs,
  /** Push subscriptions, counted from the end of the eSIM. */
  pushSubscriptions: 30 * dayMs,
  /** Alerts that ended. They have no personal data. */
  alerts: 90 * dayMs,
} as const

/** Returns the cut-off time in ISO 8601. Older data is deleted. */
export function oldestOf(kind: keyof typeof retention, now: Date): string {
  return isoBefore(now, retention[kind])
}
